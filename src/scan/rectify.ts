/** Cuts a card out of a picture: the quadrilateral where it lies becomes an upright view of a fixed size. */
import { type Quad, squareTo } from './homography.ts';
import { emptyPlanes, type Planes } from './planes.ts';

/** Every card is looked at upright in this many pixels. */
export const VIEW_WIDTH = 96;
export const VIEW_HEIGHT = 132;

const side = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The halving where one pixel of the view is one to two pixels of the picture. */
function levelFor(quad: Quad, width: number, height: number, levels: number): number {
  const across = (side(quad[0], quad[1]) + side(quad[3], quad[2])) / 2 / width;
  const down = (side(quad[0], quad[3]) + side(quad[1], quad[2])) / 2 / height;
  const level = Math.floor(Math.log2(Math.max(1, Math.min(across, down) * 1.2)));
  return Math.min(levels - 1, level);
}

/** Goes over a view's pixels with the place in the source that each shows: its upper left pixel and four shares. */
function sampled(
  pyramid: readonly Planes[],
  quad: Quad,
  width: number,
  height: number,
  visit: (source: Planes, to: number, at: number, right: number, down: number) => void,
): void {
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
      visit(source, to, top * source.width + left, x - left, y - top);
    }
  }
}

function mean(plane: Float32Array, width: number, at: number, right: number, down: number): number {
  const above = (plane[at] ?? 0) * (1 - right) + (plane[at + 1] ?? 0) * right;
  const below = (plane[at + width] ?? 0) * (1 - right) + (plane[at + width + 1] ?? 0) * right;
  return above * (1 - down) + below * down;
}

/**
 * The quadrilateral of the largest picture of `pyramid`, seen upright at `width` × `height`. Outside of the picture its
 * border goes on.
 */
export function rectified(pyramid: readonly Planes[], quad: Quad, width = VIEW_WIDTH, height = VIEW_HEIGHT): Planes {
  const view = emptyPlanes(width, height);
  sampled(pyramid, quad, width, height, (source, to, at, right, down) => {
    view.luma[to] = mean(source.luma, source.width, at, right, down);
    view.blue[to] = mean(source.blue, source.width, at, right, down);
    view.red[to] = mean(source.red, source.width, at, right, down);
  });
  return view;
}

/** The light alone of what `rectified` gives. */
export function rectifiedLight(pyramid: readonly Planes[], quad: Quad, width: number, height: number): Float32Array {
  const light = new Float32Array(width * height);
  sampled(pyramid, quad, width, height, (source, to, at, right, down) => {
    light[to] = mean(source.luma, source.width, at, right, down);
  });
  return light;
}
