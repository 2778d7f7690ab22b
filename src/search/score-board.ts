/** The best score of each of many things during one search, by their positions. */

/** What is less similar than this is not offered at all; docs/search.md says what that means. */
export const SCORE_FLOOR = 0.4;
/** Scores have four decimals, so that they are kept as whole numbers. */
const WHOLE = 10_000;
/** More than there are positions. */
const POSITIONS = 2 ** 32;

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

  /** Forgets those found of which `isDropped` is true. */
  drop(isDropped: (position: number) => boolean): void {
    const kept = this.found().filter((position) => !isDropped(position));
    for (const position of this.found()) if (isDropped(position)) this.#scores[position] = 0;
    this.#found.set(kept);
    this.#count = kept.length;
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
    const rank = (position: number) => WHOLE - (this.#scores[position] ?? 0);
    const ranked = Float64Array.from(this.found(), (position) => rank(position) * POSITIONS + position).sort();
    // Of each number the rest by 2 ** 32 is taken, which is the position.
    return new Uint32Array(ranked);
  }
}
