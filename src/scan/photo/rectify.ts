/** Cuts a card out of a picture: the quadrilateral where it lies becomes an upright view of a fixed size. */
import { distance } from './card-shape.ts';
import { type Quad, squareTo } from './homography.ts';
import { emptyPlanes, type Planes } from './planes.ts';

/** Every card is looked at upright in this many pixels. */
export const VIEW_WIDTH = 96;
export const VIEW_HEIGHT = 132;

/** The halving where one pixel of the view is one to two pixels of the picture. */
function levelFor(quad: Quad, width: number, height: number, levels: number): number {
  const across = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2 / width;
  const down = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2 / height;
  const level = Math.floor(Math.log2(Math.max(1, Math.min(across, down) * 1.2)));
  return Math.min(levels - 1, level);
}

/** For each pixel of a view the upper left of the four pixels of the source that it shows, and its shares of the others. */
interface Spots {
  at: Uint32Array;
  right: Float64Array;
  down: Float64Array;
}

/** Kept from one call to the next: views are cut out some thirty times for a photo. */
let spots: Spots = emptySpots(VIEW_WIDTH * VIEW_HEIGHT);

function emptySpots(size: number): Spots {
  return { at: new Uint32Array(size), right: new Float64Array(size), down: new Float64Array(size) };
}

/** Finds the spots of a view and the level of the pyramid that they are of. */
function locate(pyramid: readonly Planes[], quad: Quad, width: number, height: number): Planes {
  if (spots.at.length < width * height) spots = emptySpots(width * height);
  const level = levelFor(quad, width, height, pyramid.length);
  const source = pyramid[level];
  if (source === undefined) throw new RangeError('an empty pyramid');
  const scale = 1 / (1 << level);
  const [a, b, c, d, e, f, g, h, i] = squareTo(quad);
  const xMax = source.width - 1.001;
  const yMax = source.height - 1.001;
  for (let row = 0, to = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1, to += 1) {
      const u = (column + 0.5) / width;
      const w = scale / (g * u + h * v + i);
      const x = Math.min(xMax, Math.max(0, (a * u + b * v + c) * w - 0.5));
      const y = Math.min(yMax, Math.max(0, (d * u + e * v + f) * w - 0.5));
      const left = x | 0;
      const top = y | 0;
      spots.at[to] = top * source.width + left;
      spots.right[to] = x - left;
      spots.down[to] = y - top;
    }
  }
  return source;
}

/** Fills a view's plane with what the source's has at the spots. */
function sample(plane: Float32Array, width: number, view: Float32Array): void {
  for (let to = 0; to < view.length; to += 1) {
    const at = spots.at[to] ?? 0;
    const right = spots.right[to] ?? 0;
    const down = spots.down[to] ?? 0;
    const above = (plane[at] ?? 0) * (1 - right) + (plane[at + 1] ?? 0) * right;
    const below = (plane[at + width] ?? 0) * (1 - right) + (plane[at + width + 1] ?? 0) * right;
    view[to] = above * (1 - down) + below * down;
  }
}

/**
 * The quadrilateral of the largest picture of `pyramid`, seen upright at the size of `view`, which is filled with it.
 * Outside of the picture its border goes on.
 */
export function rectified(
  pyramid: readonly Planes[],
  quad: Quad,
  view: Planes = emptyPlanes(VIEW_WIDTH, VIEW_HEIGHT),
): Planes {
  const source = locate(pyramid, quad, view.width, view.height);
  sample(source.luma, source.width, view.luma);
  sample(source.blue, source.width, view.blue);
  sample(source.red, source.width, view.red);
  return view;
}

/** The light alone of what `rectified` gives. */
export function rectifiedLight(pyramid: readonly Planes[], quad: Quad, width: number, height: number): Float32Array {
  const light = new Float32Array(width * height);
  const source = locate(pyramid, quad, width, height);
  sample(source.luma, source.width, light);
  return light;
}
