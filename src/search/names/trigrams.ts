/** Trigrams of folded names, cut and compared as PostgreSQL's pg_trgm does. */

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

/** The distinct trigrams of a folded text (see `foldName`), ascending. */
export function trigramsOf(folded: string): Float64Array<ArrayBuffer> {
  const units = new Uint16Array(folded.length);
  for (let i = 0; i < folded.length; i++) units[i] = folded.charCodeAt(i);
  const count = cutTrigrams(units, 0, units.length);
  const sorted = cut.slice(0, count).sort();
  let distinct = 0;
  for (const trigram of sorted) if (distinct === 0 || trigram !== sorted[distinct - 1]) sorted[distinct++] = trigram;
  return sorted.slice(0, distinct);
}

/** pg_trgm's similarity of two texts with `a` and `b` distinct trigrams, `shared` of them common: 0 to 1. */
export function trigramSimilarity(shared: number, a: number, b: number): number {
  return shared === 0 ? 0 : shared / (a + b - shared);
}

/** Trigrams of texts: those of text `i` are `numbers[ends[i - 1]..ends[i])`, some of them twice, by their numbers in `of`. */
export interface TrigramRun {
  of: NumberedTrigrams;
  numbers: Uint32Array;
  ends: Uint32Array;
}

/** The trigrams of texts that stand end to end: text `i` is `units[starts[i]..starts[i + 1])`. */
export function trigramRun(units: Uint16Array, starts: Uint32Array): TrigramRun {
  const count = starts.length - 1;
  const of = new NumberedTrigrams();
  // One more than its letters has each at most.
  const numbers = new Uint32Array(units.length + count);
  const ends = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const found = cutTrigrams(units, starts[i] ?? 0, starts[i + 1] ?? 0);
    for (let j = 0; j < found; j++) numbers[at++] = of.numberOf(cut[j] ?? 0);
    ends[i] = at;
  }
  return { of, numbers, ends };
}

/** Trigrams, each with the number of its turn, found again by hashing: a map would hold each as an object. */
export class NumberedTrigrams {
  /** By number, with room for more. */
  #trigrams: Float64Array<ArrayBuffer>;
  /** One more than the number of a trigram, in its slot or behind it; 0 is free, as half of the slots are. */
  #slots: Uint32Array;
  #count = 0;

  /** @param room for so many trigrams; more of them take more */
  constructor(room = 1024) {
    this.#trigrams = new Float64Array(room);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * room + 1)));
  }

  numberOf(trigram: number): number {
    const slot = this.#slotOf(trigram);
    const known = (this.#slots[slot] ?? 0) - 1;
    if (known >= 0) return known;
    if (this.#count === this.#trigrams.length) {
      this.#grow();
      return this.numberOf(trigram);
    }
    this.#trigrams[this.#count] = trigram;
    this.#slots[slot] = ++this.#count;
    return this.#count - 1;
  }

  /** The number of a trigram; -1 of one that was not given. */
  find(trigram: number): number {
    return (this.#slots[this.#slotOf(trigram)] ?? 0) - 1;
  }

  /** All of them ascending, and the place that each number has there. */
  inOrder(): { keys: Float64Array<ArrayBuffer>; places: Uint32Array } {
    const keys = this.#trigrams.slice(0, this.#count).sort();
    const places = new Uint32Array(keys.length);
    for (let place = 0; place < keys.length; place++) places[this.find(keys[place] ?? 0)] = place;
    return { keys, places };
  }

  #grow(): void {
    const larger = new NumberedTrigrams(2 * this.#count);
    for (const trigram of this.#trigrams) larger.numberOf(trigram);
    this.#trigrams = larger.#trigrams;
    this.#slots = larger.#slots;
  }

  /** The slot that tells of `trigram`, or the free one where it would. */
  #slotOf(trigram: number): number {
    const mask = this.#slots.length - 1;
    const hash = Math.imul(Math.imul(trigram >>> 0, 0x9e37_79b1) ^ Math.trunc(trigram / UNIT / UNIT), 0x85eb_ca6b);
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const at = (this.#slots[slot] ?? 0) - 1;
      if (at < 0 || this.#trigrams[at] === trigram) return slot;
    }
  }
}

/** The distinct trigrams of one text, found again in others. */
export class TypedTrigrams {
  /** Ascending. */
  readonly all: Float64Array;
  readonly #known: NumberedTrigrams;
  /** The other text that each was last seen in. */
  readonly #seenIn: Uint32Array;
  #others = 0;

  constructor(folded: string) {
    this.all = trigramsOf(folded);
    this.#seenIn = new Uint32Array(this.all.length);
    this.#known = new NumberedTrigrams(this.all.length);
    for (const trigram of this.all) this.#known.numberOf(trigram);
  }

  /** How many of them `units[start..end)` has too. */
  sharedWith(units: Uint16Array, start: number, end: number): number {
    const count = cutTrigrams(units, start, end);
    const other = ++this.#others;
    let shared = 0;
    for (let i = 0; i < count; i++) {
      const at = this.#known.find(cut[i] ?? 0);
      if (at < 0 || this.#seenIn[at] === other) continue;
      this.#seenIn[at] = other;
      shared += 1;
    }
    return shared;
  }
}
