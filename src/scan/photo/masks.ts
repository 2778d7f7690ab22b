/** Splits a photo into black and white in several ways, in one of which a card stands apart from what is around it. */
import type { Planes } from './planes.ts';
import type { Mask } from './regions.ts';
import type { Slopes } from './slopes.ts';

/** How far a mask's regions reach beyond what they show, in pixels: those in it outward, the rest inward. */
export interface Cut extends Mask {
  reach: number;
}

/** Colour differences count so much more than light: a card may be told from its ground by colour alone. */
const COLOUR = 1.5;

/** The value below which the given share of the plane lies, by whole numbers. */
function quantile(plane: Float32Array, share: number): number {
  const counts = new Uint32Array(1024);
  for (const value of plane) counts[Math.min(1023, value | 0)] = (counts[Math.min(1023, value | 0)] ?? 0) + 1;
  let left = share * plane.length;
  for (const [value, count] of counts.entries()) {
    left -= count;
    if (left < 0) return value;
  }
  return 1023;
}

function above(plane: Float32Array, width: number, height: number, least: number): Mask {
  const data = new Uint8Array(plane.length);
  for (let at = 0; at < data.length; at += 1) data[at] = (plane[at] as number) > least ? 1 : 0;
  return { width, height, data };
}

/** The mask with each pixel set that has a set one beside, above or below it. */
function grown({ width, height, data }: Mask): Mask {
  const out = Uint8Array.from(data);
  for (let at = width; at < data.length - width; at += 1) {
    if (data[at] === 1) out[at - 1] = out[at + 1] = out[at - width] = out[at + width] = 1;
  }
  return { width, height, data: out };
}

/** Distance of each pixel's colour from the median of those along the photo's border. */
function fromBorder({ width, height, luma, blue, red }: Planes): Float32Array {
  const border: number[] = [];
  for (let x = 0; x < width; x += 2) border.push(x, x + (height - 1) * width);
  for (let y = 0; y < height; y += 2) border.push(y * width, (y + 1) * width - 1);
  const median = (plane: Float32Array): number =>
    border.map((at) => plane[at] ?? 0).sort((a, b) => a - b)[border.length >> 1] ?? 0;
  const [light, b, r] = [median(luma), median(blue), median(red)];
  const out = new Float32Array(luma.length);
  for (let at = 0; at < out.length; at += 1) {
    const colour = Math.abs((blue[at] as number) - b) + Math.abs((red[at] as number) - r);
    out[at] = Math.abs((luma[at] as number) - light) + COLOUR * colour;
  }
  return out;
}

/** The threshold of light that parts a picture best in two (Otsu). */
function parting(luma: Float32Array): number {
  const counts = new Float64Array(256);
  for (const value of luma) {
    const at = Math.max(0, Math.min(255, value | 0));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [dark, sum, best, most] = [0, 0, 128, -1];
  for (let value = 0; value < 255; value += 1) {
    dark += counts[value] ?? 0;
    sum += (counts[value] ?? 0) * value;
    const light = luma.length - dark;
    if (dark === 0 || light === 0) continue;
    const between = dark * light * (sum / dark - (total - sum) / light) ** 2;
    if (between > most) [most, best] = [between, value];
  }
  return best;
}

/** The two levels of edge: so much of a picture lies below, within bounds. */
const EDGE_SHARES = [0.78, 0.9];
const EDGE_LEAST = 8;
const EDGE_MOST = 70;
/** How far edges reach beyond what they bound, once grown. */
const EDGE_REACH = 1.5;
/** The four distances from the border's colour. */
const DISTANCES = [18, 32, 54, 85];

/** The ways in which a picture is split. */
export function* cutsOf(picture: Planes, { size }: Slopes): Generator<Cut> {
  const { width, height } = picture;
  for (const share of EDGE_SHARES) {
    const least = Math.max(EDGE_LEAST, Math.min(EDGE_MOST, quantile(size, share)));
    yield { ...grown(above(size, width, height, least)), reach: EDGE_REACH };
  }
  const distance = fromBorder(picture);
  for (const least of DISTANCES) yield { ...above(distance, width, height, least), reach: 0 };
  yield { ...above(picture.luma, width, height, parting(picture.luma)), reach: 0 };
}
