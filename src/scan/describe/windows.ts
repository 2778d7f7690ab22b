/** Compares two planes of a card's light in small windows: a set mark is told, another scan of the same print is not. */
import { DETAIL_HEIGHT as HEIGHT, DETAIL_WIDTH as WIDTH } from './detail.ts';

// All planes have the size of a detail, and were laid on each other.

/** Side of a window: a set mark or a few digits, 2 mm of a card. */
export const WINDOW = 9;
/** Variance below which a window is even: grain and packing must not be compared. */
const EVEN = 60;

/** Variances of two planes in a square, and their covariance; `one` is taken some pixels off. */
function moments(
  one: Float32Array,
  other: Float32Array,
  [x0, y0, side]: readonly [x: number, y: number, side: number],
  [right, down]: readonly [right: number, down: number],
): { one: number; other: number; both: number } {
  let [sumOne, sumOther, squareOne, squareOther, product] = [0, 0, 0, 0, 0];
  for (let y = y0; y < y0 + side; y += 1) {
    const from = Math.min(HEIGHT - 1, Math.max(0, y + down)) * WIDTH;
    for (let x = x0; x < x0 + side; x += 1) {
      const a = one[from + Math.min(WIDTH - 1, Math.max(0, x + right))] ?? 0;
      const b = other[y * WIDTH + x] ?? 0;
      sumOne += a;
      sumOther += b;
      squareOne += a * a;
      squareOther += b * b;
      product += a * b;
    }
  }
  const count = side * side;
  return {
    one: squareOne / count - (sumOne / count) ** 2,
    other: squareOther / count - (sumOther / count) ** 2,
    both: product / count - (sumOne * sumOther) / count ** 2,
  };
}

/** Deviation of light in a square. */
export function contrast(light: Float32Array, x: number, y: number, side: number): number {
  return Math.sqrt(moments(light, light, [x, y, side], [0, 0]).one + 4);
}

/**
 * How alike a window of two planes is, at most 1: the best within `wiggle` pixels. `gain` makes the contrast of `one` that of
 * `other`; two even windows are alike.
 */
export function likeness(
  one: Float32Array,
  other: Float32Array,
  [x, y]: readonly [x: number, y: number],
  gain: number,
  wiggle: number,
): number {
  let most = -2;
  for (let down = -wiggle; down <= wiggle; down += 1) {
    for (let right = -wiggle; right <= wiggle; right += 1) {
      const found = moments(one, other, [x, y, WINDOW], [right, down]);
      const same = 2 * gain * found.both + 2 * EVEN;
      most = Math.max(most, same / (gain ** 2 * found.one + found.other + 2 * EVEN));
    }
  }
  return most;
}

/** Light less its finest grain, each pixel the mean of its neighbours by 1, 2, 1 both ways: what scans sharpened goes with it. */
export function smoothed(light: Float32Array): Float32Array {
  const across = new Float32Array(light.length);
  const both = new Float32Array(light.length);
  for (let at = 0; at < light.length; at += 1) {
    const column = at % WIDTH;
    const left = light[column > 0 ? at - 1 : at] ?? 0;
    const right = light[column < WIDTH - 1 ? at + 1 : at] ?? 0;
    across[at] = (left + 2 * (light[at] ?? 0) + right) / 4;
  }
  for (let at = 0; at < light.length; at += 1) {
    const above = across[at >= WIDTH ? at - WIDTH : at] ?? 0;
    const below = across[at < light.length - WIDTH ? at + WIDTH : at] ?? 0;
    both[at] = (above + 2 * (across[at] ?? 0) + below) / 4;
  }
  return both;
}
