/** Reads a text as the name that a row of a list has: all of it, typos forgiven, more or less behind it; no words in another order. */

import { EDIT } from '../../catalog/words/edit-distance.ts';
import type { ScoreBoard } from '../score-board.ts';
import { eachBeginning, eachTypo, type TextTable, textLength, typedText } from './text-table.ts';

/** What an edit takes: two are as far from the name as a beginning, as for the look-up, which weighs what is found here. */
const TYPO = 0.1;
/** A name that begins with the text, or that the text begins with; and what is added for the share that both have. */
const BEGINNING = 0.75;
const SHARED = 0.1;

/** As many as the look-up forgives a name that may be longer than the text by just these. */
export const maxEditsOfListed = (length: number): number => Math.min(3, Math.floor(length / 3));

/** Scores the names that the text may be. A name of another word order is none of them: that leaves a tenth of the work. */
export function scoreListed(names: TextTable, folded: string, board: ScoreBoard): void {
  const typed = typedText(folded);
  const { length } = folded;
  eachTypo(names, typed, maxEditsOfListed(length), (name, cost) => board.keep(name, 1 - (TYPO * cost) / EDIT));
  eachBeginning(names, typedText(`${folded} `), (name) =>
    board.keep(name, BEGINNING + (SHARED * length) / textLength(names, name)),
  );
  for (let end = folded.lastIndexOf(' '); end > 0; end = folded.lastIndexOf(' ', end - 1)) {
    const begun = { units: typed.units.subarray(0, end) };
    eachBeginning(names, begun, (name) => board.keep(name, BEGINNING + (SHARED * end) / length), end);
  }
}
