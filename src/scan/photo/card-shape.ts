/** What a card's outline looks like on a photo: its sides, its shape aslant, edge along it, and whether two are one card's. */
import { middleOf, type Point, type Quad } from './homography.ts';
import type { Slopes } from './slopes.ts';

/** A quadrilateral, and how much of its sides is edge: the mean, the weakest side's share counted twice. */
export interface Edged {
  quad: Quad;
  edge: number;
}

/** A card's short side over its long one, how far off a guess may be before it loses, and how far at most. */
const ASPECT = 0.716;
const ASPECT_SPREAD = 0.055;
const ASPECT_MIN = 0.33;
const ASPECT_MAX = 1;
/** The shorter of two opposite sides over the longer: a card that is seen from low has its far side much shorter. */
const EVENNESS_MIN = 0.5;
const EVENNESS_SPREAD = 0.1;
/** Places along each side that are looked at, less the corners, which are round. */
const SAMPLES = 24;
const FROM = 0.06;

export const distance = (a: Point, b: Point): number => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2);

const even = (a: number, b: number): number => (a < b ? a / b : b / a);

/** The shorter of two opposite sides over the longer, of the pair that differs more: 1 straight on, less the more it leans. */
export const evennessOf = ([a, b, c, d]: Quad): number =>
  Math.min(even(distance(a, b), distance(c, d)), even(distance(b, c), distance(d, a)));

/** How far the shape is from a card's that is seen straight on, 0 and more, and its long side; undefined where it is none. */
export function shapeOf(quad: Quad): { strain: number; long: number } | undefined {
  const [a, b, c, d] = quad;
  const [top, right, bottom, left] = [distance(a, b), distance(b, c), distance(c, d), distance(d, a)];
  const evenness = evennessOf(quad);
  const aspect = even(top + bottom, right + left);
  if (!(evenness >= EVENNESS_MIN && aspect >= ASPECT_MIN && aspect <= ASPECT_MAX)) return undefined;
  const strain = ((aspect - ASPECT) / ASPECT_SPREAD) ** 2 + ((1 - evenness) / EVENNESS_SPREAD) ** 2;
  return { strain: Math.min(10, strain), long: Math.max(top + bottom, right + left) / 2 };
}

/** How much of a quadrilateral's sides is edge that runs along them. */
export function edged(quad: Quad, slopes: Slopes): Edged {
  let sum = 0;
  let least = 1;
  for (const i of [0, 1, 2, 3] as const) {
    const own = edgeAlong(quad[i], quad[((i + 1) & 3) as 0], slopes);
    sum += own;
    if (own < least) least = own;
  }
  return { quad, edge: (sum + least) / 5 };
}

function edgeAlong(from: Point, to: Point, { width, height, x, y, steep }: Slopes): number {
  const length = distance(from, to);
  const nx = (to[1] - from[1]) / length;
  const ny = (from[0] - to[0]) / length;
  let sum = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const share = FROM + ((1 - 2 * FROM) * (sample + 0.5)) / SAMPLES;
    let most = 0;
    for (let off = -1; off <= 1; off += 1) {
      const column = Math.floor(from[0] + share * (to[0] - from[0]) + off * nx);
      const row = Math.floor(from[1] + share * (to[1] - from[1]) + off * ny);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const at = row * width + column;
      const across = (x[at] as number) * nx + (y[at] as number) * ny;
      most = Math.max(most, (steep[at] as number) * across * across);
    }
    sum += most;
  }
  return sum / SAMPLES;
}

function isWithin([x, y]: Point, quad: Quad): boolean {
  let side = 0;
  return quad.every(([fromX, fromY], i) => {
    const [toX, toY] = quad[((i + 1) & 3) as 0 | 1 | 2 | 3];
    const turn = Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX));
    if (side === 0) side = turn;
    return turn === 0 || turn === side;
  });
}

/** Cards beside each other, or one upon another's edge, have their middles outside of each other. */
export const isSamePlace = (one: Quad, other: Quad): boolean =>
  isWithin(middleOf(one), other) || isWithin(middleOf(other), one);
