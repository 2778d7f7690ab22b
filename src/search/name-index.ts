/** The distinct folded names of a list, and how similar each of them is to what was typed. */
import { EDIT, LIKELY_EDIT } from './edit-distance.ts';
import { concatenate, type Lists, listAt, lowerBound } from './lists.ts';
import {
  buildTextTable,
  byLength,
  costOf,
  lengthWindow,
  startsWith,
  type TextTable,
  textLength,
  typedText,
} from './text-table.ts';
import { trigramSimilarity, trigramsOf } from './trigrams.ts';

/** Distinct folded names, their trigrams and their words. Moves between threads without a copy. */
export interface NameTable {
  readonly names: TextTable;
  /** Number of distinct trigrams of each name. */
  readonly trigramCounts: Uint16Array<ArrayBuffer>;
  /** Every trigram, ascending, and the names that have each. */
  readonly trigrams: Float64Array<ArrayBuffer>;
  readonly trigramNames: Lists;
  /** Every distinct word, and the names that have each. */
  readonly words: TextTable;
  readonly wordNames: Lists;
}

/** What is less similar than this is not offered at all; docs/search.md says what that means. */
const SCORE_FLOOR = 0.4;

/** Weights chosen on the English names by bench/relevance.ts. Every reading stays below 1, which only equality gives. */
const EDIT_WEIGHT = 0.9;
const WORDS_BASE = SCORE_FLOOR;
const WORDS_WEIGHT = 0.45;
/** A word in full is stronger evidence than a beginning: it lifts names typed without one of their words by 7 in 100. */
const WHOLE_WORD = 2;

/** Builds the table of `names`: distinct, folded, in the order of `byLength`. */
export function buildNameTable(names: readonly string[]): NameTable {
  const byTrigram = new Map<number, number[]>();
  const byWord = new Map<string, number[]>();
  const trigramCounts = new Uint16Array(names.length);
  for (const [i, name] of names.entries()) {
    const trigrams = trigramsOf(name);
    trigramCounts[i] = trigrams.length;
    for (const trigram of trigrams) append(byTrigram, trigram, i);
    for (const word of new Set(name.split(' '))) append(byWord, word, i);
  }
  const trigrams = Float64Array.from(byTrigram.keys()).sort();
  const words = [...byWord.keys()].sort(byLength);
  return {
    names: buildTextTable(names),
    trigramCounts,
    trigrams,
    trigramNames: concatenate(Array.from(trigrams, (trigram) => byTrigram.get(trigram) ?? [])),
    words: buildTextTable(words),
    wordNames: concatenate(words.map((word) => byWord.get(word) ?? [])),
  };
}

/** Scores names against a typed text. It keeps a counter for each name between calls. */
export class NameIndex {
  readonly #table: NameTable;
  readonly #shared: Uint16Array;

  constructor(table: NameTable) {
    this.#table = table;
    this.#shared = new Uint16Array(table.trigramCounts.length);
  }

  /**
   * Score (0 to 1, four decimals) of each name similar to `folded`, by position in the table: the best of three
   * readings. A score depends on the text and the name alone, never on what else is in the table: a page walk stays
   * right while the catalog changes.
   */
  scores(folded: string): Map<number, number> {
    const scores = new Map<number, number>();
    if (folded === '') return scores;
    this.#scoreWholeNames(folded, scores);
    for (const [name, covered] of this.#wordCoverage(folded)) {
      const share = Math.min(1, covered / textLength(this.#table.names, name));
      keepBest(scores, name, WORDS_BASE + WORDS_WEIGHT * share);
    }
    return scores;
  }

  /**
   * Lifts those of `scores` that begin with the text above every name that is a slip away from it, in the order they had.
   * Only one word: a text of several may be the swapped words of another name, and scores well for a name that it begins.
   */
  liftBeginnings(folded: string, scores: Map<number, number>): void {
    if (folded.includes(' ') || maxEditsOfName(folded.length) === 0) return;
    const base = oneSlipMost(folded.length);
    const begins = this.beginning(folded);
    for (const [name, score] of scores) if (begins(name)) keepBest(scores, name, base + ((1 - base) * score) / 2);
  }

  /** Whether a name, by its position in the table, begins with `folded`. */
  beginning(folded: string): (name: number) => boolean {
    const typed = typedText(folded);
    return (name) => startsWith(this.#table.names, name, typed);
  }

  /** Reads the text as a whole name with slips, and as the name's trigrams in any order. */
  #scoreWholeNames(folded: string, scores: Map<number, number>): void {
    const { names, trigramCounts } = this.#table;
    const trigrams = trigramsOf(folded);
    this.#countShared(trigrams);
    const similarity = (name: number) =>
      trigramSimilarity(this.#shared[name] ?? 0, trigrams.length, trigramCounts[name] ?? 0);
    for (let name = 0; name < trigramCounts.length; name++) {
      if (this.#shared[name] !== 0) keepBest(scores, name, EDIT_WEIGHT * similarity(name));
    }
    const typed = typedText(folded);
    const maxEdits = maxEditsOfName(folded.length);
    const [from, to] = lengthWindow(names, folded.length - maxEdits, folded.length + maxEdits);
    for (let name = from; name < to; name++) {
      const cost = costOf(names, name, typed, maxEdits);
      if (cost === Number.POSITIVE_INFINITY) continue;
      const closeness = 1 - cost / EDIT / Math.max(folded.length, textLength(names, name));
      keepBest(scores, name, EDIT_WEIGHT * closeness + (1 - EDIT_WEIGHT) * similarity(name));
    }
  }

  /** Leaves in `#shared` how many of `trigrams` each name has. */
  #countShared(trigrams: Float64Array): void {
    const { trigrams: known, trigramNames } = this.#table;
    this.#shared.fill(0);
    for (const trigram of trigrams) {
      const at = lowerBound(known.length, (i) => (known[i] ?? 0) < trigram);
      if (known[at] !== trigram) continue;
      for (const name of listAt(trigramNames, at)) this.#shared[name] = (this.#shared[name] ?? 0) + 1;
    }
  }

  /** The names of which each typed word begins a word, or is a slip of one; and how many of their letters that covers. */
  #wordCoverage(folded: string): Map<number, number> {
    let coverage: Map<number, number> | undefined;
    for (const word of new Set(folded.split(' '))) {
      const byName = this.#coverageOfWord(word);
      if (coverage === undefined) coverage = byName;
      else {
        for (const [name, covered] of coverage) {
          const more = byName.get(name);
          if (more === undefined) coverage.delete(name);
          else coverage.set(name, covered + more);
        }
      }
      if (coverage.size === 0) break;
    }
    return coverage ?? new Map();
  }

  /** How many letters of each name one typed word covers. */
  #coverageOfWord(word: string): Map<number, number> {
    const { words, wordNames } = this.#table;
    const typed = typedText(word);
    const coverage = new Map<number, number>();
    const cover = (i: number, covered: number) => {
      if (covered <= 0) return;
      for (const name of listAt(wordNames, i)) {
        if (covered > (coverage.get(name) ?? 0)) coverage.set(name, covered);
      }
    };
    const [longer, end] = lengthWindow(words, word.length, Number.POSITIVE_INFINITY);
    for (let i = longer; i < end; i++) {
      if (!startsWith(words, i, typed)) continue;
      cover(i, textLength(words, i) === word.length ? WHOLE_WORD * word.length : word.length);
    }
    const maxEdits = maxEditsOfWord(word.length);
    const [from, to] = lengthWindow(words, word.length - maxEdits, word.length + maxEdits);
    for (let i = from; i < to; i++) cover(i, coveredBySlip(words, i, costOf(words, i, typed, maxEdits)));
    return coverage;
  }
}

/** Letters that a slip still covers: all of the word's but for two an edit, for it is weaker evidence than a beginning. */
function coveredBySlip(words: TextTable, i: number, cost: number): number {
  return textLength(words, i) - (2 * cost) / EDIT;
}

/**
 * The most that a name one slip away from a text of `length` letters can score: a letter left out, in a name one longer. From
 * here on stand the names that begin with the text, for nothing that was typed speaks against them.
 */
function oneSlipMost(length: number): number {
  return EDIT_WEIGHT * (1 - LIKELY_EDIT / EDIT / (length + 1)) + (1 - EDIT_WEIGHT);
}

/** How many edits are still the same name: a text of 4 letters may be one of 6 that lost 2. */
function maxEditsOfName(length: number): number {
  if (length < 3) return 0;
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}

/** Words are shorter, and each of a long name's words is one more chance to find something that was not meant. */
function maxEditsOfWord(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

function append<Key>(map: Map<Key, number[]>, key: Key, position: number): void {
  const positions = map.get(key);
  if (positions === undefined) map.set(key, [position]);
  else positions.push(position);
}

/** Keeps the better of two scores; what falls below the floor is not found. */
export function keepBest(scores: Map<number, number>, key: number, score: number): void {
  if (score < SCORE_FLOOR || score <= (scores.get(key) ?? 0)) return;
  scores.set(key, Math.round(score * 10_000) / 10_000);
}
