/** A card's upright view in few bytes: light in full, colour at a quarter of its sides. */
import { emptyPlanes, type Planes } from './planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from './rectify.ts';

const SHRINK = 4;
const COLOUR_WIDTH = VIEW_WIDTH / SHRINK;
const COLOUR_HEIGHT = VIEW_HEIGHT / SHRINK;
const LIGHT_BYTES = VIEW_WIDTH * VIEW_HEIGHT;
const COLOUR_BYTES = COLOUR_WIDTH * COLOUR_HEIGHT;

/** Bytes of a thumbnail. */
export const THUMBNAIL_BYTES = LIGHT_BYTES + 2 * COLOUR_BYTES;

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function shrunk(plane: Float32Array, to: Uint8Array): void {
  for (let y = 0; y < COLOUR_HEIGHT; y += 1) {
    for (let x = 0; x < COLOUR_WIDTH; x += 1) {
      let sum = 0;
      for (let j = 0; j < SHRINK; j += 1) {
        const at = (y * SHRINK + j) * VIEW_WIDTH + x * SHRINK;
        for (let i = 0; i < SHRINK; i += 1) sum += plane[at + i] ?? 0;
      }
      to[y * COLOUR_WIDTH + x] = byte(sum / (SHRINK * SHRINK) + 128);
    }
  }
}

/** The bytes of an upright view. */
export function thumbnailOf(view: Planes): Uint8Array {
  const bytes = new Uint8Array(THUMBNAIL_BYTES);
  for (let i = 0; i < LIGHT_BYTES; i += 1) bytes[i] = byte(view.luma[i] ?? 0);
  shrunk(view.blue, bytes.subarray(LIGHT_BYTES, LIGHT_BYTES + COLOUR_BYTES));
  shrunk(view.red, bytes.subarray(LIGHT_BYTES + COLOUR_BYTES));
  return bytes;
}

/** The view a thumbnail was made of; colour repeats over its blocks. */
export function viewOf(thumbnail: Uint8Array): Planes {
  if (thumbnail.length !== THUMBNAIL_BYTES) throw new RangeError(`a thumbnail of ${thumbnail.length} bytes`);
  const view = emptyPlanes(VIEW_WIDTH, VIEW_HEIGHT);
  for (let y = 0, at = 0; y < VIEW_HEIGHT; y += 1) {
    const row = LIGHT_BYTES + Math.floor(y / SHRINK) * COLOUR_WIDTH;
    for (let x = 0; x < VIEW_WIDTH; x += 1, at += 1) {
      const colour = row + Math.floor(x / SHRINK);
      view.luma[at] = thumbnail[at] ?? 0;
      view.blue[at] = (thumbnail[colour] ?? 0) - 128;
      view.red[at] = (thumbnail[colour + COLOUR_BYTES] ?? 0) - 128;
    }
  }
  return view;
}
