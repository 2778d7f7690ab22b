/** How similar the distinct folded names of a list are to what was typed. */

import type { ScoreBoard } from '../score-board.ts';
import { scoreListed } from './listed-name.ts';
import type { NameTable } from './name-table.ts';
import { beginsWith, typedText } from './text-table.ts';
import { maxEditsOfName, oneTypoMost, WholeNames } from './whole-names.ts';
import { scoreWords } from './word-cover.ts';
import { type WordMatches, wordMatches } from './word-matches.ts';

/** How a text is read: alone, beside a number, which says what a beginning would, or as the name that a row of a list has. */
export type Reading = 'alone' | 'beside a number' | 'listed';

export class NameIndex {
  readonly #table: NameTable;
  readonly #whole: WholeNames;
  /** Of the words of names. */
  readonly words: WordMatches;

  constructor(table: NameTable) {
    this.#table = table;
    this.#whole = new WholeNames(table);
    this.words = wordMatches(table.words);
  }

  /**
   * Scores each name similar to `folded`, by position in the table: the best of three readings. A score depends on the
   * text and the name alone, never on what else is in the table: a page walk stays right while the catalog changes.
   */
  score(folded: string, board: ScoreBoard, as: Reading): void {
    if (folded === '') return;
    if (as === 'listed') {
      scoreListed(this.#table.names, folded, board);
      return;
    }
    this.#whole.score(folded, board);
    scoreWords(this.#table, this.words, folded, board);
    if (as === 'alone') this.#liftBeginnings(folded, board);
  }

  /**
   * Lifts those found that begin with the text above every name that is a typo away from it, in the order they had. Only one
   * word: a text of several may be the swapped words of another name, and scores well for a name that it begins.
   */
  #liftBeginnings(folded: string, board: ScoreBoard): void {
    if (folded.includes(' ') || maxEditsOfName(folded.length) === 0) return;
    board.lift(this.beginning(folded), oneTypoMost(folded.length));
  }

  /** Whether a name, by its position in the table, begins with `folded`. */
  beginning(folded: string): (name: number) => boolean {
    const { units, starts } = this.#table.names;
    const typed = typedText(folded);
    return (name) => beginsWith(units, starts[name] ?? 0, starts[name + 1] ?? 0, typed);
  }
}
