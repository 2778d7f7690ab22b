/** Convex hulls, and the rectangles and four-sided shapes that lie closely around them. */
import { type Point, type Quad, quadOf } from './homography.ts';

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The part of a border, ordered by y, that bulges to one side. */
function chain(border: readonly Point[], sign: 1 | -1): Point[] {
  const kept: Point[] = [];
  for (const point of border) {
    while (kept.length > 1) {
      const [a, b] = kept.slice(-2) as [Point, Point];
      if (sign * turn(a, b, point) > 0) break;
      kept.pop();
    }
    kept.push(point);
  }
  return kept;
}

/** The hull of what lies between two borders, each ordered by y; clockwise as it is seen, from the top. */
export function hullOf(left: readonly Point[], right: readonly Point[]): Point[] {
  return [...chain(right, 1), ...chain(left, -1).reverse()];
}

/** Area of a polygon. */
export function areaOf(polygon: readonly Point[]): number {
  let sum = 0;
  for (const [i, [x, y]] of polygon.entries()) {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length] ?? [0, 0];
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum) / 2;
}

/** The smallest rectangle around a hull: one of its sides runs along one of the hull's (rotating calipers). */
export function smallestRectangle(hull: readonly Point[]): Quad | undefined {
  let best: Quad | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, from] of hull.entries()) {
    const to = hull[(i + 1) % hull.length] ?? from;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    let [alongMin, alongMax, acrossMin, acrossMax] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const along = x * ux + y * uy;
      const across = y * ux - x * uy;
      if (along < alongMin) alongMin = along;
      if (along > alongMax) alongMax = along;
      if (across < acrossMin) acrossMin = across;
      if (across > acrossMax) acrossMax = across;
    }
    const area = (alongMax - alongMin) * (acrossMax - acrossMin);
    if (area >= least) continue;
    least = area;
    const corner = (along: number, across: number): Point => [along * ux - across * uy, along * uy + across * ux];
    best = [
      corner(alongMin, acrossMin),
      corner(alongMax, acrossMin),
      corner(alongMax, acrossMax),
      corner(alongMin, acrossMax),
    ];
  }
  return best;
}

/** Where the line through a and b meets that through c and d; undefined where they run alike. */
function meeting(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const [abX, abY, cdX, cdY] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = abX * cdY - abY * cdX;
  if (Math.abs(cross) < 1e-6 * Math.hypot(abX, abY) * Math.hypot(cdX, cdY)) return undefined;
  const along = ((c[0] - a[0]) * cdY - (c[1] - a[1]) * cdX) / cross;
  return [a[0] + along * abX, a[1] + along * abY];
}

/** What the polygon gains when the side from `i` on goes and its neighbours meet, and where they do. */
function withoutSide(polygon: readonly Point[], i: number): { gain: number; at: Point } | undefined {
  const n = polygon.length;
  const [before, a, b, after] = quadOf((k) => polygon[(i + k - 1 + n) % n] as Point);
  const at = meeting(before, a, after, b);
  if (at === undefined) return undefined;
  // Neighbours that part never meet on this side of the polygon.
  if (turn(a, at, b) <= 0) return undefined;
  return { gain: Math.abs(turn(a, at, b)) / 2, at };
}

/** Four sides of a hull, prolonged until they meet: sides are left out, the one that costs the least area first. */
export function fourSided(hull: readonly Point[]): Quad | undefined {
  let polygon = hull.filter((point, i) => {
    const [x, y] = hull[(i + 1) % hull.length] ?? point;
    return x !== point[0] || y !== point[1];
  });
  while (polygon.length > 4) {
    let best: { gain: number; at: Point } | undefined;
    let side = -1;
    for (const i of polygon.keys()) {
      const gone = withoutSide(polygon, i);
      if (gone !== undefined && (best === undefined || gone.gain < best.gain)) [best, side] = [gone, i];
    }
    if (best === undefined) return undefined;
    const { at } = best;
    const next = (side + 1) % polygon.length;
    polygon = polygon.map((point, i) => (i === side ? at : point)).filter((_, i) => i !== next);
  }
  const [a, b, c, d] = polygon;
  return a && b && c && d ? [a, b, c, d] : undefined;
}

/** The quadrilateral with every side moved inward by so much, outward where it is less than 0. */
export function shrunkBy(quad: Quad, by: number): Quad {
  const moved = quad.map((from, i): [Point, Point] => {
    const to = quad[(i + 1) % 4] ?? from;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [x, y] = [(-by * (to[1] - from[1])) / length, (by * (to[0] - from[0])) / length];
    return [
      [from[0] + x, from[1] + y],
      [to[0] + x, to[1] + y],
    ];
  });
  return quadOf((i) => {
    const [a, b] = moved[(i + 3) % 4] ?? [quad[i], quad[i]];
    const [c, d] = moved[i] ?? [quad[i], quad[i]];
    return meeting(a, b, c, d) ?? quad[i];
  });
}
