/** Puts lines together to quadrilaterals that a card may fill: two that run alike, and two across them. */
import type { Point, Quad } from './homography.ts';
import { edgeBetween, type Line } from './lines.ts';

/** Opposite sides, and neighbours from a right angle, are off by 11° at most: seen aslant. */
const ALIKE = Math.cos((11 * Math.PI) / 180);
const SQUARE = Math.sin((11 * Math.PI) / 180);
/** A side of less edge belongs to no card: a printed mat is full of such. */
const EDGE_MIN = 0.3;
/** How far a corner may lie beyond the picture, as a share of its longer side. */
const BEYOND = 0.04;

/** Two lines that run alike, and how far they are apart around the middle of the picture. */
interface Pair {
  one: Line;
  other: Line;
  apart: number;
}

function pairsOf(lines: readonly Line[], middle: Point, least: number): Pair[] {
  const pairs: Pair[] = [];
  const off = (line: Line): number => line.cos * middle[0] + line.sin * middle[1] - line.away;
  for (const [i, one] of lines.entries()) {
    for (let j = i + 1; j < lines.length; j += 1) {
      const other = lines[j] as Line;
      const cosine = one.cos * other.cos + one.sin * other.sin;
      if (Math.abs(cosine) < ALIKE) continue;
      const apart = Math.abs(off(one) - Math.sign(cosine) * off(other));
      if (apart > least) pairs.push({ one, other, apart });
    }
  }
  return pairs;
}

/** Corners of the quadrilateral at hand, x and y in turn: tens of thousands are tried on a striped ground. */
const corners = new Float64Array(8);

function cross(corner: number, a: Line, b: Line): void {
  const area = a.cos * b.sin - a.sin * b.cos;
  corners[corner] = (a.away * b.sin - b.away * a.sin) / area;
  corners[corner + 1] = (a.cos * b.away - b.cos * a.away) / area;
}

const edgeOf = (line: Line, from: number, to: number): number =>
  edgeBetween(
    line,
    line.cos * (corners[from + 1] as number) - line.sin * (corners[from] as number),
    line.cos * (corners[to + 1] as number) - line.sin * (corners[to] as number),
  );

/** The edge of the quadrilateral that two pairs make, 0 where a side has too little; its corners stay behind. */
function edgeOfPairs(pair: Pair, across: Pair, isOut: (corner: number) => boolean): number {
  cross(0, pair.one, across.one);
  cross(4, pair.other, across.other);
  if (isOut(0) || isOut(4)) return 0;
  cross(2, pair.one, across.other);
  cross(6, pair.other, across.one);
  if (isOut(2) || isOut(6)) return 0;
  const first = edgeOf(pair.one, 0, 2);
  if (first < EDGE_MIN) return 0;
  const second = edgeOf(across.other, 2, 4);
  if (second < EDGE_MIN) return 0;
  const third = edgeOf(pair.other, 4, 6);
  if (third < EDGE_MIN) return 0;
  const fourth = edgeOf(across.one, 6, 0);
  if (fourth < EDGE_MIN) return 0;
  return (first + second + third + fourth + Math.min(first, second, third, fourth)) / 5;
}

/** Offers every quadrilateral of edges that may have a card's shape and is about `least` long or longer. */
export function lineQuads(lines: readonly Line[], width: number, height: number, least: number, offer: Offer): void {
  const pairs = pairsOf(lines, [width / 2, height / 2], 0.45 * least);
  const slack = BEYOND * Math.max(width, height);
  const isOut = (corner: number): boolean => {
    const x = corners[corner] as number;
    const y = corners[corner + 1] as number;
    return x < -slack || y < -slack || x > width + slack || y > height + slack;
  };
  for (const [i, pair] of pairs.entries()) {
    for (let j = i + 1; j < pairs.length; j += 1) {
      const across = pairs[j] as Pair;
      if (Math.abs(pair.one.cos * across.one.cos + pair.one.sin * across.one.sin) > SQUARE) continue;
      const short = Math.min(pair.apart, across.apart);
      const long = Math.max(pair.apart, across.apart);
      if (long < 0.8 * least || short < 0.45 * long || short > 0.98 * long) continue;
      const edge = edgeOfPairs(pair, across, isOut);
      if (edge > 0) offer(edge, quadOfCorners);
    }
  }
}

/** Takes what has so much edge, and may ask for its corners. */
export type Offer = (edge: number, quad: () => Quad) => void;

/** The corners in the order in which a card that is not mirrored has them. */
function quadOfCorners(): Quad {
  const point = (corner: number): Point => [corners[corner] as number, corners[corner + 1] as number];
  const [a, b, c, d] = [point(0), point(2), point(4), point(6)];
  const turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return turn > 0 ? [a, b, c, d] : [a, d, c, b];
}
