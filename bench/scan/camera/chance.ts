/** Seeded chance for the scan bench, apart from the program's own, so that its photos are the same on every machine. */
import { seeded } from '../../../demo/random.ts';

/** Draws that follow from a seed alone. */
export interface Chance {
  /** Evenly between two numbers. */
  between(low: number, high: number): number;
  /** True this often. */
  happens(share: number): boolean;
  /** Normally distributed around 0 with a deviation of 1. */
  normal(): number;
  /** One of the list. */
  oneOf<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  const draw = seeded(seed);
  const between = (low: number, high: number): number => low + (high - low) * draw();
  return {
    between,
    happens: (share) => draw() < share,
    normal: () => Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw()),
    oneOf: (list) => {
      const one = list[Math.floor(draw() * list.length)];
      if (one === undefined) throw new RangeError('an empty list');
      return one;
    },
  };
}

/** Smooth noise over the plane, 0 to 1, one bump a unit. */
export function bumps(seed: number): (x: number, y: number) => number {
  const corner = (x: number, y: number): number => {
    let mixed = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 974_634_777);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = x - left;
    const v = y - top;
    const right = u * u * (3 - 2 * u);
    const down = v * v * (3 - 2 * v);
    const above = corner(left, top) * (1 - right) + corner(left + 1, top) * right;
    const below = corner(left, top + 1) * (1 - right) + corner(left + 1, top + 1) * right;
    return above * (1 - down) + below * down;
  };
}
