/** Tells a card of a template whose own picture the catalog lacks: where its fellows differ the photo has what none of them has. */
import { contrast, correlation, type Place } from './windows.ts';

// Energies of a set are one picture but for a symbol. At 96 pixels a drop and a triangle agree in most of their blocks; in full,
// in squares of 4 mm, one in three of those that differ agrees in nothing.

const SIDE = 18;
const STRIDE = 9;
/** How far off a square may be on another picture or the photo, in pixels of a detail. */
const WIGGLE = 2;
/** The upper middle, where games put the picture: squares whose middle is in it, in blocks of 36 pixels. */
const BLOCK = 36;
const [LEFT, RIGHT] = [BLOCK - SIDE / 2, 7 * BLOCK - SIDE / 2];
const [TOP, BOTTOM] = [BLOCK - SIDE / 2, 5 * BLOCK - SIDE / 2];
/** Variance below which a square of the picture is even, and says little. */
const EVEN = 100;
/** A square that fits the fellow worse than this is of the mark. */
const DIFFERS = 0.65;
/** Of these squares so many count, those that fit the photo worst: two symbols share some. */
const COUNTED = 0.4;
/** A square that fits better is as good as the same, and one that fits worse as good as another. */
const [FIT_LEAST, FIT_MOST] = [0.1, 0.99];
/** Strangeness from which on the mark on the photo is none of the catalog's: see docs/scan.md for what it costs and spares. */
export const STRANGE = 1.7;

/**
 * How much stranger a photo is to a picture where a fellow of its template differs from it than where the two are the same, as a
 * logarithm, all laid on each other; 0 where they differ nowhere, or everywhere.
 */
export function strangenessOf(photo: Float32Array, own: Float32Array, fellow: Float32Array): number {
  const [mark, rest]: [number[], number[]] = [[], []];
  for (let y = TOP; y < BOTTOM; y += STRIDE) {
    for (let x = LEFT; x < RIGHT; x += STRIDE) {
      const place: Place = [x, y];
      const deviation = contrast(own, x, y, SIDE);
      if (deviation ** 2 < EVEN) continue;
      const fit = Math.max(FIT_LEAST, Math.min(FIT_MOST, correlation(own, photo, place, SIDE, WIGGLE)));
      // What the photo has beside the picture, in units of what it has of it; noise alone is less there where the picture is rich.
      const strange = Math.log((1 / fit ** 2 - 1) * deviation);
      (correlation(own, fellow, place, SIDE, WIGGLE) < DIFFERS ? mark : rest).push(strange);
    }
  }
  if (mark.length === 0 || rest.length === 0) return 0;
  const counted = mark.sort((a, b) => b - a).slice(0, Math.ceil(COUNTED * mark.length));
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length;
  return mean - (rest.sort((a, b) => a - b)[rest.length >> 1] ?? 0);
}
