/** How light or colour changes at each pixel of a photo, and which way. */
import type { Planes } from './planes.ts';

/** The slope at each pixel of whichever plane changes the most there, and how steep that is, 0 to 1. */
export interface Slopes {
  width: number;
  height: number;
  /** Unit vector up the slope. */
  x: Float32Array;
  y: Float32Array;
  /** Its size in steps of light. */
  size: Float32Array;
  /** The same between 0 and 1: half at what is common on this photo. */
  steep: Float32Array;
}

/** Colour differences count so much more than light: a card may be told from its ground by colour alone. */
const COLOUR = 2;
/** Slopes of sensor noise and JPEG. */
const NOISE = 5;

/** How a plane changes at a pixel from one neighbour to the next but one, those beside them counting half (Sobel). */
const change = (plane: Float32Array, at: number, along: number, beside: number): number =>
  ((plane[at + along - beside] as number) +
    2 * (plane[at + along] as number) +
    (plane[at + along + beside] as number) -
    (plane[at - along - beside] as number) -
    2 * (plane[at - along] as number) -
    (plane[at - along + beside] as number)) /
  4;

export function slopesOf({ width, height, luma, blue, red }: Planes): Slopes {
  const size = new Float32Array(width * height);
  const steep = new Float32Array(width * height);
  const x = new Float32Array(width * height);
  const y = new Float32Array(width * height);
  let sum = 0;
  for (let row = 1; row < height - 1; row += 1) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at += 1) {
      let dx = change(luma, at, 1, width);
      let dy = change(luma, at, width, 1);
      let most = dx * dx + dy * dy;
      for (const plane of [blue, red]) {
        const cx = COLOUR * change(plane, at, 1, width);
        const cy = COLOUR * change(plane, at, width, 1);
        const squares = cx * cx + cy * cy;
        if (squares > most) [dx, dy, most] = [cx, cy, squares];
      }
      const length = Math.sqrt(most);
      size[at] = length;
      sum += length;
      if (length === 0) continue;
      x[at] = dx / length;
      y[at] = dy / length;
    }
  }
  const half = (0.8 * sum) / size.length + NOISE;
  for (let at = 0; at < size.length; at += 1) steep[at] = (size[at] as number) / ((size[at] as number) + half);
  return { width, height, x, y, size, steep };
}
