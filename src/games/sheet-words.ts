/** What games say of collectors' files, gathered without the rest of them: whoever reads files in a browser needs no more. */
import type { SheetWords } from './game.ts';
import { sheets as lorcana } from './lorcana/sheet-words.ts';
import { sheets as magic } from './magic/sheet-words.ts';
import { sheets as pokemon } from './pokemon/sheet-words.ts';
import { sheets as yugioh } from './yugioh/sheet-words.ts';

export const SHEET_WORDS: readonly SheetWords[] = [pokemon, magic, yugioh, lorcana];
