/** Plane projective maps: between the unit square and a quadrilateral, and what one makes of a point. */

/** A point in pixels, x to the right and y down; the centre of the first pixel is (0.5, 0.5). */
export type Point = readonly [x: number, y: number];

/** Corners in the order top left, top right, bottom right, bottom left, as the card itself has them. */
export type Quad = readonly [Point, Point, Point, Point];

/** Nine numbers row by row: (x, y, 1) goes to (X, Y, W), and the point is (X / W, Y / W). */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** The point in the middle of its corners. */
export const middleOf = (quad: Quad): Point => [
  quad.reduce((sum, [x]) => sum + x, 0) / 4,
  quad.reduce((sum, [, y]) => sum + y, 0) / 4,
];

/** The quadrilateral of four corners. */
export const quadOf = (corner: (i: 0 | 1 | 2 | 3) => Point): Quad => [corner(0), corner(1), corner(2), corner(3)];

/** Its corners, each moved. */
export const eachCorner = (quad: Quad, moved: (corner: Point) => Point): Quad => quadOf((i) => moved(quad[i]));

/** A picture's own corners, with the same share taken from each side. */
export function inset({ width, height }: { width: number; height: number }, share = 0): Quad {
  const [x, y] = [share * width, share * height];
  return [
    [x, y],
    [width - x, y],
    [width - x, height - y],
    [x, height - y],
  ];
}

/** The map that takes the unit square's corners to the quadrilateral's (Heckbert's closed form). */
export function squareTo(quad: Quad): Homography {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const sumX = x0 - x1 + x2 - x3;
  const sumY = y0 - y1 + y2 - y3;
  const dx1 = x1 - x2;
  const dx2 = x3 - x2;
  const dy1 = y1 - y2;
  const dy2 = y3 - y2;
  const area = dx1 * dy2 - dx2 * dy1;
  const g = area === 0 ? 0 : (sumX * dy2 - dx2 * sumY) / area;
  const h = area === 0 ? 0 : (dx1 * sumY - sumX * dy1) / area;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

/** Where the map takes a point. */
export function mapped(map: Homography, [x, y]: Point): Point {
  const w = map[6] * x + map[7] * y + map[8];
  return [(map[0] * x + map[1] * y + map[2]) / w, (map[3] * x + map[4] * y + map[5]) / w];
}

/** The quadrilateral with its corners named anew, as if the card in it were turned by this many quarters clockwise. */
export const turned = (quad: Quad, quarters: number): Quad =>
  quadOf((i) => quad[((i + 4 - quarters) & 3) as 0 | 1 | 2 | 3]);

/** The inverse of a plane map, by its adjugate: right but for a factor, which plane maps do not have. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
