/** Seeded chance for fitting, so that the same pictures and the same seed give the same model. */

/** Draws that follow from a seed alone. */
export interface FitChance {
  /** Evenly from 0 to 1. */
  even(): number;
  between(low: number, high: number): number;
  /** Normally distributed with this deviation. */
  normal(deviation: number): number;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
}

/** Draws by a 32-bit xorshift. */
export function fitChance(seed: number): FitChance {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) | 1;
  const even = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 8; i += 1) even();
  return {
    even,
    between: (low, high) => low + (high - low) * even(),
    normal: (deviation) => deviation * Math.sqrt(-2 * Math.log(even() + 1e-12)) * Math.cos(2 * Math.PI * even()),
    below: (end) => Math.floor(end * even()),
  };
}
