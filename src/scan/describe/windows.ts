/** Compares two planes of a card's light in small windows: a set mark is told, another scan of the same print is not. */
import { DETAIL_HEIGHT as HEIGHT, DETAIL_WIDTH as WIDTH } from './detail.ts';

// All planes have the size of a detail, and were laid on each other.

/** The left upper pixel of a square. */
export type Place = readonly [x: number, y: number];

/** Side of a window: a set mark or a few digits, 2 mm of a card. */
export const WINDOW = 9;
/** Variance below which a window is even: grain and packing must not be compared. */
const EVEN = 60;

function spread(light: Float32Array, x0: number, y0: number, side: number): [mean: number, variance: number] {
  let [sum, square] = [0, 0];
  for (let y = y0; y < y0 + side; y += 1) {
    for (let at = y * WIDTH + x0; at < y * WIDTH + x0 + side; at += 1) {
      const value = light[at] ?? 0;
      sum += value;
      square += value * value;
    }
  }
  const count = side * side;
  return [sum / count, square / count - (sum / count) ** 2];
}

/** The mean of the products of two planes in a square; that of `one` begins at `from`, that of `other` at `to`. */
function product(one: Float32Array, from: number, other: Float32Array, to: number, side: number): number {
  let sum = 0;
  for (let row = 0; row < side; row += 1) {
    const [a, b] = [from + row * WIDTH, to + row * WIDTH];
    for (let i = 0; i < side; i += 1) sum += (one[a + i] ?? 0) * (other[b + i] ?? 0);
  }
  return sum / (side * side);
}

/** Deviation of light in a square. */
export function contrast(light: Float32Array, x: number, y: number, side: number): number {
  return Math.sqrt(spread(light, x, y, side)[1] + 4);
}

/**
 * How alike a window of two planes is, at most 1: the best within `wiggle` pixels, as far as the planes go. `gain` makes the
 * contrast of `one` that of `other`; two even windows are alike.
 */
export function likeness(one: Float32Array, other: Float32Array, [x, y]: Place, gain: number, wiggle: number): number {
  const [mean, variance] = spread(other, x, y, WINDOW);
  let most = -2;
  for (let down = Math.max(0, y - wiggle); down <= Math.min(HEIGHT - WINDOW, y + wiggle); down += 1) {
    for (let right = Math.max(0, x - wiggle); right <= Math.min(WIDTH - WINDOW, x + wiggle); right += 1) {
      const [theirs, spreads] = spread(one, right, down, WINDOW);
      const both = product(one, down * WIDTH + right, other, y * WIDTH + x, WINDOW) - theirs * mean;
      most = Math.max(most, (2 * gain * both + 2 * EVEN) / (gain ** 2 * spreads + variance + 2 * EVEN));
    }
  }
  return most;
}

/** Variance that is added to both in a correlation: grain must not count as much as what is printed. */
const GRAIN = 30;

/** Correlation of a square of `one` with that of `other` where it is best within `wiggle` pixels, all of which lie on the plane. */
export function correlation(
  one: Float32Array,
  other: Float32Array,
  [x, y]: Place,
  side: number,
  wiggle: number,
): number {
  const [mean, variance] = spread(one, x, y, side);
  let most = -1;
  for (let down = y - wiggle; down <= y + wiggle; down += 1) {
    for (let right = x - wiggle; right <= x + wiggle; right += 1) {
      const [theirs, spreads] = spread(other, right, down, side);
      const both = product(one, y * WIDTH + x, other, down * WIDTH + right, side) - theirs * mean;
      most = Math.max(most, both / Math.sqrt((variance + GRAIN) * (spreads + GRAIN)));
    }
  }
  return most;
}

/** Light less its finest grain, each pixel the mean of its neighbours by 1, 2, 1 both ways: what scans sharpened goes with it. */
export function smoothed(light: Float32Array): Float32Array {
  const mean = (value: number, before = value, behind = value): number => (before + 2 * value + behind) / 4;
  const across = light.map((value, at) => {
    const column = at % WIDTH;
    return mean(value, column > 0 ? light[at - 1] : value, column < WIDTH - 1 ? light[at + 1] : value);
  });
  return across.map((value, at) => mean(value, at >= WIDTH ? across[at - WIDTH] : value, across[at + WIDTH]));
}
