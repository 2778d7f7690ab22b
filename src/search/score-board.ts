/** The best score of each of many things during one search, by their positions. */

/** What is less similar than this is not offered at all; docs/search.md says what that means. */
export const SCORE_FLOOR = 0.4;
/** Scores have four decimals, so that they are kept as whole numbers and put in order by counting. */
const WHOLE = 10_000;
/** So few are sooner compared than counted. */
const FEW = 100;

/** How many things have each score, and then where those begin in the order; nothing between two calls. */
const places = new Uint32Array(WHOLE + 2);

/** Kept from one search to the next: a fresh one for 200,000 names is more work than most searches. */
export class ScoreBoard {
  readonly #scores: Uint16Array;
  readonly #found: Uint32Array;
  #count = 0;

  constructor(size: number) {
    this.#scores = new Uint16Array(size);
    this.#found = new Uint32Array(size);
  }

  clear(): void {
    for (let i = 0; i < this.#count; i++) this.#scores[this.#found[i] ?? 0] = 0;
    this.#count = 0;
  }

  /** Keeps the better of two scores; what falls below the floor is not found. */
  keep(position: number, score: number): void {
    if (score < SCORE_FLOOR) return;
    const whole = Math.round(score * WHOLE);
    const known = this.#scores[position] ?? 0;
    if (whole <= known) return;
    if (known === 0) this.#found[this.#count++] = position;
    this.#scores[position] = whole;
  }

  /** Lifts those found of which `isLifted` is true above `base`, in the order they had. */
  lift(isLifted: (position: number) => boolean, base: number): void {
    for (const position of this.found()) {
      if (isLifted(position)) this.keep(position, base + ((1 - base) * this.score(position)) / 2);
    }
  }

  /** 0 for what was not found. */
  score(position: number): number {
    return (this.#scores[position] ?? 0) / WHOLE;
  }

  /** All positions found, in no order; a view, until the next change. */
  found(): Uint32Array {
    return this.#found.subarray(0, this.#count);
  }

  /** All positions found, those of the highest scores first. */
  byScore(): Uint32Array {
    const found = this.found();
    if (found.length <= FEW) return found.slice().sort((a, b) => this.#rank(a) - this.#rank(b));
    places.fill(0);
    for (const position of found) add(places, this.#rank(position) + 1, 1);
    for (let rank = 1; rank < places.length; rank++) add(places, rank, places[rank - 1] ?? 0);
    const ordered = new Uint32Array(found.length);
    for (const position of found) ordered[add(places, this.#rank(position), 1)] = position;
    return ordered;
  }

  /** The best score is rank 0. */
  #rank(position: number): number {
    return WHOLE - (this.#scores[position] ?? 0);
  }
}

function add(counts: Uint32Array, at: number, more: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + more;
  return before;
}
