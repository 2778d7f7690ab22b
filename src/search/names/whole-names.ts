/** Reads a typed text as a whole name: with typos, or as the name's trigrams in any order. */

import { EDIT, LIKELY_EDIT } from '../../catalog/words/edit-distance.ts';
import { listAt, lowerBound } from '../../packed/lists.ts';
import { SCORE_FLOOR, type ScoreBoard } from '../score-board.ts';
import type { NameTable } from './name-table.ts';
import { costBetween, eachTypo, textLength, typedText } from './text-table.ts';
import { TypedTrigrams, trigramSimilarity } from './trigrams.ts';

/** Chosen on the English names by bench/search/relevance.ts. Every reading stays below 1, which only equality gives. */
const EDIT_WEIGHT = 0.9;
/** What a name's trigrams must be similar to be found by them alone, less a rounding error. */
const LEAST_SIMILARITY = SCORE_FLOOR / EDIT_WEIGHT - 1e-9;
/** The most trigrams that one edit takes from a text: those of two neighbours that are swapped. */
const TRIGRAMS_OF_EDIT = 4;
/** In so many of the rarer trigrams' lists a name must stand for the commonest lists to be left out: they are half of all. */
const RARE_SHARED = 3;

export class WholeNames {
  readonly #table: NameTable;
  readonly #counts: Uint16Array;

  constructor(table: NameTable) {
    this.#table = table;
    this.#counts = new Uint16Array(table.trigramCounts.length);
  }

  score(folded: string, board: ScoreBoard): void {
    const { names, trigramCounts } = this.#table;
    const typed = typedText(folded);
    const trigrams = new TypedTrigrams(folded);
    const all = trigrams.all.length;
    const startOf = (name: number) => names.starts[name] ?? 0;
    const similarity = (name: number) => {
      const shared = trigrams.sharedWith(names.units, startOf(name), startOf(name + 1));
      return trigramSimilarity(shared, all, trigramCounts[name] ?? 0);
    };
    const keepTypo = (name: number, cost: number) => {
      const closeness = 1 - cost / EDIT / Math.max(folded.length, textLength(names, name));
      board.keep(name, EDIT_WEIGHT * closeness + (1 - EDIT_WEIGHT) * similarity(name));
    };
    const maxEdits = maxEditsOfName(folded.length);
    // A long text shares trigrams with all that it is a typo of; for a short one every name is looked at.
    const leastOfTypo = all - TRIGRAMS_OF_EDIT * maxEdits;
    const isLong = leastOfTypo >= RARE_SHARED;
    // Were all of a name's trigrams the text's, it would need the fewest to be similar.
    const leastOfSimilar = Math.ceil(LEAST_SIMILARITY * all);
    this.#eachSharing(trigrams.all, isLong ? Math.min(leastOfTypo, leastOfSimilar) : leastOfSimilar, (name, most) => {
      if (trigramSimilarity(most, all, trigramCounts[name] ?? 0) >= LEAST_SIMILARITY) {
        board.keep(name, EDIT_WEIGHT * similarity(name));
      }
      if (!isLong) return;
      const cost = costBetween(names.units, startOf(name), startOf(name + 1), typed, maxEdits);
      if (cost !== Number.POSITIVE_INFINITY) keepTypo(name, cost);
    });
    if (!isLong) eachTypo(names, typed, maxEdits, keepTypo);
  }

  /**
   * Visits all names that have `least` of the trigrams, and a few others, with the most that they may have. A name that
   * stands in all of the `skipped` lists, which are not walked, still stands in `least - skipped` of the others.
   */
  #eachSharing(trigrams: Float64Array, least: number, visit: (name: number, most: number) => void): void {
    const counts = this.#counts;
    const lists = this.#listsOf(trigrams);
    const skipped = Math.max(0, least - RARE_SHARED);
    const enough = least - skipped;
    const found: number[] = [];
    counts.fill(0);
    for (const list of lists.slice(0, Math.max(0, lists.length - skipped))) {
      for (const name of list) {
        const count = (counts[name] ?? 0) + 1;
        counts[name] = count;
        if (count === enough) found.push(name);
      }
    }
    for (const name of found) {
      visit(name, Math.min((counts[name] ?? 0) + skipped, trigrams.length, this.#table.trigramCounts[name] ?? 0));
    }
  }

  /** The names of each of the trigrams that any has, the rarest first. */
  #listsOf(trigrams: Float64Array): Uint32Array[] {
    const { trigrams: known, trigramNames } = this.#table;
    const lists: Uint32Array[] = [];
    for (const trigram of trigrams) {
      const at = lowerBound(known.length, (i) => (known[i] ?? 0) < trigram);
      if (known[at] === trigram) lists.push(listAt(trigramNames, at));
    }
    return lists.sort((a, b) => a.length - b.length);
  }
}

/**
 * The most that a name one typo away from a text of `length` letters can score: a letter left out, in a name one longer. From
 * here on stand the names that begin with the text, for nothing that was typed speaks against them.
 */
export function oneTypoMost(length: number): number {
  return EDIT_WEIGHT * (1 - LIKELY_EDIT / EDIT / (length + 1)) + (1 - EDIT_WEIGHT);
}

/** How many edits are still the same name: a text of 4 letters may be one of 6 that lost 2. */
export function maxEditsOfName(length: number): number {
  if (length < 3) return 0;
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}
