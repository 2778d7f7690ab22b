/** The names of the list itself, read as those with spaces are: but one in an eastern script, by a text in one, by its pairs alone. */
import { NameIndex, type Reading } from '../names/name-index.ts';
import type { NameTable } from '../names/name-table.ts';
import type { WordMatches } from '../names/word-matches.ts';
import { ScoreBoard } from '../score-board.ts';
import { isEastern } from './fold-eastern.ts';

/** A text as it was typed, and folded by `foldName`: that takes the marks off kana, so that ガラガラ would be カラカラ. */
interface Typed {
  typed: string;
  folded: string;
}

/** Keeps its boards between searches, and is not to be asked while it answers. */
export class OwnNames {
  readonly #names: NameIndex;
  readonly #eastern: Uint8Array | undefined;
  readonly #found: ScoreBoard;

  /** @param eastern which names are in an eastern script, where any row's is: those are scored by their pairs elsewhere */
  constructor(table: NameTable, eastern: Uint8Array | undefined) {
    this.#names = new NameIndex(table);
    this.#found = new ScoreBoard(eastern?.length ?? 0);
    this.#eastern = eastern;
  }

  /** Of the words of names. */
  get words(): WordMatches {
    return this.#names.words;
  }

  /** Scores each name similar to the text, by position in the table. */
  score(text: Typed, board: ScoreBoard, as: Reading): void {
    const passes = this.#passes(text.typed);
    const found = passes === undefined ? board : this.#found;
    if (passes !== undefined) found.clear();
    this.#names.score(text.folded, found, as);
    if (passes === undefined) return;
    for (const name of found.found()) if (passes(name)) board.keep(name, found.score(name));
  }

  /** Whether a name, by its position in the table, begins with the text. */
  beginning(text: Typed): (name: number) => boolean {
    const begins = this.#names.beginning(text.folded);
    const passes = this.#passes(text.typed);
    return (name) => begins(name) && (passes === undefined || passes(name));
  }

  /** Which names a text is compared with; undefined for all. */
  #passes(typed: string): ((name: number) => boolean) | undefined {
    const eastern = this.#eastern;
    return eastern === undefined || !isEastern(typed) ? undefined : (name) => eastern[name] === 0;
  }
}
