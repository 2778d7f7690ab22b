/** Trigrams of folded names, cut and compared as PostgreSQL's pg_trgm does. */
import { unitsOf } from '../../catalog/words/edit-distance.ts';

/** One code unit in 16 bits, three to a number: exact in a double, and ascending order is the order of the text. */
const UNIT = 0x1_0000;
const SPACE = 0x20;

/** The trigrams cut last, in the order of the text; grown as needed. */
let cut = new Float64Array(256);

/**
 * Leaves in `cut` the trigrams of `units[start..end)`, and gives how many they are. Every word stands between two
 * spaces before it and one after, so a word of n letters has n + 1 trigrams, and the order of words does not matter.
 */
function cutTrigrams(units: Uint16Array, start: number, end: number): number {
  // At worst every other unit is a space, and each word of one letter has two.
  if (cut.length < end - start + 1) cut = new Float64Array(2 * (end - start + 1));
  let count = 0;
  let first = SPACE;
  let second = SPACE;
  for (let i = start; i <= end; i++) {
    const unit = i < end ? (units[i] ?? 0) : SPACE;
    if (unit === SPACE && second === SPACE) continue;
    cut[count++] = (first * UNIT + second) * UNIT + unit;
    first = unit === SPACE ? SPACE : second;
    second = unit;
  }
  return count;
}

/** The trigrams of a folded text (see `foldName`), some of them twice: a view, until others are cut. */
export function trigramsIn(folded: string): Float64Array<ArrayBuffer> {
  const count = cutTrigrams(unitsOf(folded), 0, folded.length);
  return cut.subarray(0, count);
}

/** The distinct ones, ascending. */
export function trigramsOf(folded: string): Float64Array<ArrayBuffer> {
  const sorted = trigramsIn(folded).slice().sort();
  let distinct = 0;
  for (const trigram of sorted) if (distinct === 0 || trigram !== sorted[distinct - 1]) sorted[distinct++] = trigram;
  return sorted.slice(0, distinct);
}

/** pg_trgm's similarity of two texts with `a` and `b` distinct trigrams, `shared` of them common: 0 to 1. */
export function trigramSimilarity(shared: number, a: number, b: number): number {
  return shared === 0 ? 0 : shared / (a + b - shared);
}

/** The distinct trigrams of one text, found again in others. */
export class TypedTrigrams {
  /** Ascending. */
  readonly all: Float64Array;
  /** The other text that each was last seen in. */
  readonly #seenIn: Uint32Array;
  #others = 0;

  constructor(folded: string) {
    this.all = trigramsOf(folded);
    this.#seenIn = new Uint32Array(this.all.length);
  }

  /** How many of them `units[start..end)` has too. */
  sharedWith(units: Uint16Array, start: number, end: number): number {
    const count = cutTrigrams(units, start, end);
    const other = ++this.#others;
    let shared = 0;
    for (let i = 0; i < count; i++) {
      // They are few: to look through them takes no longer than to hash.
      const at = this.all.indexOf(cut[i] ?? 0);
      if (at < 0 || this.#seenIn[at] === other) continue;
      this.#seenIn[at] = other;
      shared += 1;
    }
    return shared;
  }
}
