/** Seeded chance: the same words give the same numbers on every machine and day, so that the demo is always the same demo. */

const UINT32 = 2 ** 32;

/** Scrambles 32 bits (the finaliser of MurmurHash3). */
export function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 bits of a text: FNV-1a, then scrambled. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}

/** A number from 0 up to 1 that belongs to a seed and an index, without stepping through the ones before it. */
export const unitAt = (seed: number, index: number): number => mix(seed ^ mix(index + 0x9e3779b9)) / UINT32;

/** A stream of chance. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number;
  /** from <= x < to */
  between(from: number, to: number): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** Numbers from 0 to below 1 that follow from a seed alone (mulberry32, public domain). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / UINT32;
  };
}

/** The stream of a seed text. */
export function randomOf(seed: string): Random {
  const next = seeded(hash(seed));
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const chosen = choices[whole(0, choices.length - 1)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
  };
}
