/** How similar names of eastern scripts are to what was typed: with typos, as a part of the name, or by pairs of letters. */

import { EDIT, unitsOf } from '../../catalog/words/edit-distance.ts';
import { listAt, lowerBound } from '../../packed/lists.ts';
import { maxEditsOfListed } from '../names/listed-name.ts';
import type { Reading } from '../names/name-index.ts';
import { trigramSimilarity } from '../names/trigrams.ts';
import { oneTypoMost } from '../names/whole-names.ts';
import { SCORE_FLOOR, type ScoreBoard } from '../score-board.ts';
import { foldEastern } from './fold-eastern.ts';
import { ALIKE_EDIT, kanaCost } from './kana-typos.ts';
import { type PairTable, pairOf, pairsOf } from './pair-table.ts';

/** As for names with spaces (whole-names.ts, word-cover.ts), so that scores of all scripts mean the same. */
const EDIT_WEIGHT = 0.9;
const PART_WEIGHT = 0.45;
/** A part stands for a word in full, as it does there: where a word ends is not written. */
const WHOLE_PART = 2;
/** The most pairs that one edit takes from a text: those of two neighbours that are swapped. */
const PAIRS_OF_EDIT = 3;

interface Typed {
  units: Uint16Array;
  pairs: ReadonlySet<number>;
  /** What stands between its spaces; each is to be in the name. */
  parts: readonly Uint16Array[];
  maxEdits: number;
}

/** Keeps a counter for each name between searches. */
export class PairIndex {
  readonly #table: PairTable;
  readonly #counts: Uint16Array;

  constructor(table: PairTable) {
    this.#table = table;
    this.#counts = new Uint16Array(table.pairCounts.length);
  }

  /**
   * Scores each name similar to `text`, by position in the table: 1 for an equal one alone, and otherwise the best of three
   * readings. A score depends on the text and the name alone.
   */
  score(text: string, board: ScoreBoard, as: Reading): void {
    const typed = typedText(text, as);
    if (typed.units.length === 0) return;
    this.#eachSharing(typed, (name, shared) => board.keep(name, this.#scoreOf(name, shared, typed)));
    // Those that begin with the text stand above every name that is a typo away from it, in the order they had.
    if (as === 'alone') board.lift(this.beginning(text), oneTypoMost(typed.units.length));
  }

  /** Whether a name, by its position in the table, begins with `text`. */
  beginning(text: string): (name: number) => boolean {
    const units = unitsOf(foldEastern(text));
    return (name) => this.#isAt(this.#table.starts[name] ?? 0, name, units);
  }

  #scoreOf(name: number, shared: number, { units, pairs, parts, maxEdits }: Typed): number {
    const similarity = trigramSimilarity(shared, pairs.size, this.#table.pairCounts[name] ?? 0);
    const part = parts.every((each) => this.#has(name, each)) ? this.#partScore(name, units.length) : 0;
    // What is a typo away has all pairs but those that the typos took.
    const canBeTypo = shared >= pairs.size - PAIRS_OF_EDIT * maxEdits;
    const closeness = canBeTypo ? this.#closeness(name, units, maxEdits) : 0;
    if (closeness === 1) return 1;
    const typo = closeness === 0 ? 0 : EDIT_WEIGHT * closeness + (1 - EDIT_WEIGHT) * similarity;
    return Math.max(typo, part, EDIT_WEIGHT * similarity);
  }

  /** Share of the longer text that needs no edit; 0 where there are too many. */
  #closeness(name: number, units: Uint16Array, maxEdits: number): number {
    const { starts } = this.#table;
    const [start, end] = [starts[name] ?? 0, starts[name + 1] ?? 0];
    const most = maxEdits * EDIT;
    if (Math.abs(end - start - units.length) * ALIKE_EDIT > most) return 0;
    const cost = kanaCost(units, this.#table.units, start, end);
    return cost > most ? 0 : 1 - cost / EDIT / Math.max(end - start, units.length);
  }

  #partScore(name: number, covered: number): number {
    const length = (this.#table.starts[name + 1] ?? 0) - (this.#table.starts[name] ?? 0);
    return SCORE_FLOOR + PART_WEIGHT * Math.min(1, (WHOLE_PART * covered) / length);
  }

  #has(name: number, part: Uint16Array): boolean {
    const end = this.#table.starts[name + 1] ?? 0;
    for (let at = this.#table.starts[name] ?? 0; at <= end - part.length; at++)
      if (this.#isAt(at, name, part)) return true;
    return false;
  }

  #isAt(at: number, name: number, part: Uint16Array): boolean {
    if (at + part.length > (this.#table.starts[name + 1] ?? 0)) return false;
    for (let i = 0; i < part.length; i++) if (this.#table.units[at + i] !== part[i]) return false;
    return true;
  }

  /** Visits all names that have any of the pairs, with how many; for one letter all names that have it. */
  #eachSharing({ units, pairs }: Typed, visit: (name: number, shared: number) => void): void {
    const counts = this.#counts;
    const found: number[] = [];
    const count = (name: number, shared: number) => {
      if (counts[name] === 0) found.push(name);
      counts[name] = (counts[name] ?? 0) + shared;
    };
    const { pairs: known, pairNames } = this.#table;
    const placeOf = (pair: number) => lowerBound(known.length, (i) => (known[i] ?? 0) < pair);
    for (const pair of pairs) {
      const at = placeOf(pair);
      if (known[at] === pair) for (const name of listAt(pairNames, at)) count(name, 1);
    }
    const [only = 0] = units;
    const beyond = units.length === 1 ? placeOf(pairOf(only + 1, 0)) : 0;
    const having = new Set<number>();
    for (let at = placeOf(pairOf(only, 0)); at < beyond; at++) {
      for (const name of listAt(pairNames, at)) if (counts[name] === 0) having.add(name);
    }
    for (const name of having) visit(name, 0);
    for (const name of found) visit(name, counts[name] ?? 0);
    for (const name of found) counts[name] = 0;
  }
}

function typedText(text: string, as: Reading): Typed {
  const units = unitsOf(foldEastern(text));
  const parts = text.split(/\s+/).map(foldEastern).filter(Boolean);
  return {
    units,
    pairs: pairsOf(units),
    parts: parts.map(unitsOf),
    maxEdits: (as === 'listed' ? maxEditsOfListed : maxEditsOf)(units.length),
  };
}

/** How many edits are still the same name: a letter says more here, so that a text of two may have one. */
function maxEditsOf(length: number): number {
  if (length < 2) return 0;
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}
