/** How similar the distinct folded names of a list are to what was typed. */

import type { ScoreBoard } from '../score-board.ts';
import type { NameTable } from './name-table.ts';
import { beginsWith, typedText } from './text-table.ts';
import { maxEditsOfName, oneSlipMost, WholeNames } from './whole-names.ts';
import { scoreWords } from './word-cover.ts';
import { WordMatches } from './word-matches.ts';

export class NameIndex {
  readonly #table: NameTable;
  readonly #whole: WholeNames;
  /** Of the words of names; cleared before each search. */
  readonly words: WordMatches;

  constructor(table: NameTable) {
    this.#table = table;
    this.#whole = new WholeNames(table);
    this.words = new WordMatches(table.words);
  }

  /**
   * Scores each name similar to `folded`, by position in the table: the best of three readings. A score depends on the
   * text and the name alone, never on what else is in the table: a page walk stays right while the catalog changes.
   */
  score(folded: string, board: ScoreBoard): void {
    if (folded === '') return;
    this.#whole.score(folded, board);
    scoreWords(this.#table, this.words, folded, board);
  }

  /**
   * Lifts those found that begin with the text above every name that is a slip away from it, in the order they had.
   * Only one word: a text of several may be the swapped words of another name, and scores well for a name that it begins.
   */
  liftBeginnings(folded: string, board: ScoreBoard): void {
    if (folded.includes(' ') || maxEditsOfName(folded.length) === 0) return;
    const base = oneSlipMost(folded.length);
    const begins = this.beginning(folded);
    for (const name of board.found()) {
      if (begins(name)) board.keep(name, base + ((1 - base) * board.score(name)) / 2);
    }
  }

  /** Whether a name, by its position in the table, begins with `folded`. */
  beginning(folded: string): (name: number) => boolean {
    const { units, starts } = this.#table.names;
    const typed = typedText(folded);
    return (name) => beginsWith(units, starts[name] ?? 0, starts[name + 1] ?? 0, typed);
  }
}
