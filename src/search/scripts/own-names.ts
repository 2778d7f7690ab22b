/** The names of the list itself, read as those with spaces are: but one in an eastern script, by a text in one, by its pairs alone. */
import { NameIndex } from '../names/name-index.ts';
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
  /** Which names are in an eastern script; undefined where none is. */
  readonly #eastern: Uint8Array | undefined;
  readonly #found: ScoreBoard;

  /** @param hasEastern whether rows have names in eastern scripts, which are scored by their pairs elsewhere */
  constructor(table: NameTable, hasEastern: boolean) {
    const { units, starts } = table.names;
    const count = starts.length - 1;
    this.#names = new NameIndex(table);
    this.#found = new ScoreBoard(hasEastern ? count : 0);
    const textOf = (name: number) => String.fromCharCode(...units.subarray(starts[name], starts[name + 1]));
    this.#eastern = hasEastern
      ? Uint8Array.from({ length: count }, (_, at) => Number(isEastern(textOf(at))))
      : undefined;
  }

  /** Of the words of names; cleared before each search. */
  get words(): WordMatches {
    return this.#names.words;
  }

  /** Scores each name similar to the text, by position in the table; where it stands alone beginnings are lifted. */
  score(text: Typed, board: ScoreBoard, isAlone: boolean): void {
    const passes = this.#passes(text.typed);
    const found = passes === undefined ? board : this.#found;
    if (passes !== undefined) found.clear();
    this.#names.score(text.folded, found);
    if (isAlone) this.#names.liftBeginnings(text.folded, found);
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
