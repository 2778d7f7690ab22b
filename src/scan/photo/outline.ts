/** Guesses where on a photo the card lies: quadrilaterals put together from lines near its sides, and plain crops. */
import type { Point, Quad } from './homography.ts';
import type { Planes } from './planes.ts';
import { type Side, type SideLine, sideLines } from './side-lines.ts';

/** A guess, in pixels of the largest picture, corners in the photo's own order (top left first). */
export interface Outline {
  quad: Quad;
  /** How well it looks like a card's outline; comparable within one photo. */
  score: number;
}

/** Longest side of the halving that lines are looked for in. */
const LINES_SIDE_MAX = 330;
/** A card's short side over its long one, and how far off that a guess may be before it loses. */
const ASPECT = 0.7;
const ASPECT_SPREAD = 0.055;
/** How alike the slopes of a real card's opposite and neighbouring sides are. */
const SLOPE_SPREAD = 0.05;
/** What a side counts that is not seen at all, because the photo was cut there. */
const UNSEEN = 0.3;

/** A line as a·x + b·y = c. */
type Line = readonly [a: number, b: number, c: number];

function lineOf(side: Side, { middle, slope }: SideLine, width: number, height: number): Line {
  switch (side) {
    case 'top':
      return [-slope, 1, middle - (slope * width) / 2];
    case 'bottom':
      return [slope, 1, height - middle + (slope * width) / 2];
    case 'left':
      return [1, -slope, middle - (slope * height) / 2];
    case 'right':
      return [1, slope, width - middle + (slope * height) / 2];
  }
}

function crossing([a, b, c]: Line, [d, e, f]: Line): Point {
  const area = a * e - b * d;
  return [(c * e - b * f) / area, (a * f - c * d) / area];
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How much four lines look like one card: as much edge as there is, the shape of a card, sides that run alike. */
function likeness(lines: Record<Side, SideLine>, quad: Quad): number {
  const { top, right, bottom, left } = lines;
  const edge = top.strength + right.strength + bottom.strength + left.strength;
  const across = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2;
  const down = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2;
  const aspect = Math.min(across, down) / Math.max(across, down);
  // Slopes are counted inward from each side: turned in the plane, all four read the same but for the sign.
  const turns = [top.slope, -bottom.slope, -left.slope, right.slope];
  const turn = turns.reduce((sum, value) => sum + value, 0) / 4;
  const strain = turns.reduce((sum, value) => sum + (value - turn) ** 2, 0) / SLOPE_SPREAD ** 2;
  const shape = ((aspect - ASPECT) / ASPECT_SPREAD) ** 2;
  return edge - 0.05 * Math.min(strain, 12) - 0.06 * Math.min(shape, 12);
}

/** Four-sided guesses, the likeliest first, unlike each other. */
function guesses(picture: Planes, count: number): Outline[] {
  const { width, height } = picture;
  const unseen: SideLine = { middle: -0.01 * Math.min(width, height), slope: 0, strength: UNSEEN };
  const found = sideLines(picture);
  const sides = {
    top: [...found.top, unseen],
    right: [...found.right, unseen],
    bottom: [...found.bottom, unseen],
    left: [...found.left, unseen],
  };
  const all: Outline[] = [];
  for (const top of sides.top) {
    const upper = lineOf('top', top, width, height);
    for (const bottom of sides.bottom) {
      const lower = lineOf('bottom', bottom, width, height);
      for (const left of sides.left) {
        const first = lineOf('left', left, width, height);
        for (const right of sides.right) {
          const last = lineOf('right', right, width, height);
          const quad: Quad = [
            crossing(upper, first),
            crossing(upper, last),
            crossing(lower, last),
            crossing(lower, first),
          ];
          all.push({ quad, score: likeness({ top, right, bottom, left }, quad) });
        }
      }
    }
  }
  all.sort((a, b) => b.score - a.score);
  return unlike(all, count, 0.02 * Math.max(width, height));
}

/** The first `count` of which no two have all corners within `apart`. */
function unlike(outlines: readonly Outline[], count: number, apart: number): Outline[] {
  const kept: Outline[] = [];
  for (const outline of outlines) {
    const known = kept.some(({ quad }) =>
      quad.every((corner, i) => distance(corner, outline.quad[i] ?? corner) < apart),
    );
    if (!known) kept.push(outline);
    if (kept.length === count) break;
  }
  return kept;
}

/** A crop of the picture with the same share taken from each side. */
export function inset({ width, height }: { width: number; height: number }, share: number): Quad {
  const [x, y] = [share * width, share * height];
  return [
    [x, y],
    [width - x, y],
    [width - x, height - y],
    [x, height - y],
  ];
}

/** Up to `count` places where the card may lie on a photo, the likeliest first. */
export function outlines(pyramid: readonly Planes[], count: number): Outline[] {
  const level = pyramid.findIndex(({ width, height }) => Math.max(width, height) <= LINES_SIDE_MAX);
  const picture = pyramid[level === -1 ? pyramid.length - 1 : level];
  const whole = pyramid[0];
  if (picture === undefined || whole === undefined) return [];
  const scale = whole.width / picture.width;
  const grown = ([x, y]: Point): Point => [x * scale, y * scale];
  return guesses(picture, count).map(({ quad, score }) => ({
    quad: [grown(quad[0]), grown(quad[1]), grown(quad[2]), grown(quad[3])],
    score,
  }));
}
