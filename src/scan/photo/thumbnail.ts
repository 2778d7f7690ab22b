/** A card's upright view in few bytes: light in full, colour at a quarter of its sides. */
import { type Planes, shrunk } from './planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from './rectify.ts';

const SHRINK = 4;
export const COLOUR_WIDTH = VIEW_WIDTH / SHRINK;
export const COLOUR_HEIGHT = VIEW_HEIGHT / SHRINK;
const LIGHT_BYTES = VIEW_WIDTH * VIEW_HEIGHT;
const COLOUR_BYTES = COLOUR_WIDTH * COLOUR_HEIGHT;

/** Bytes of a thumbnail. */
export const THUMBNAIL_BYTES = LIGHT_BYTES + 2 * COLOUR_BYTES;

/** What a thumbnail keeps of a view: light of 0 to 255, and colour differences around 0 at `COLOUR_WIDTH` × `COLOUR_HEIGHT`. */
export interface KeptView {
  luma: Float32Array;
  blue: Float32Array;
  red: Float32Array;
}

/** The same of a view that was just cut out. */
export function keptOf({ luma, blue, red }: Planes): KeptView {
  const small = (plane: Float32Array): Float32Array => shrunk(plane, VIEW_WIDTH, VIEW_HEIGHT, SHRINK);
  return { luma, blue: small(blue), red: small(red) };
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** The bytes of an upright view. */
export function thumbnailOf(view: Planes): Uint8Array {
  const { luma, blue, red } = keptOf(view);
  const bytes = new Uint8Array(THUMBNAIL_BYTES);
  for (let i = 0; i < LIGHT_BYTES; i += 1) bytes[i] = byte(luma[i] ?? 0);
  for (let i = 0; i < COLOUR_BYTES; i += 1) {
    bytes[LIGHT_BYTES + i] = byte((blue[i] ?? 0) + 128);
    bytes[LIGHT_BYTES + COLOUR_BYTES + i] = byte((red[i] ?? 0) + 128);
  }
  return bytes;
}

/** What a thumbnail holds. */
export function keptIn(thumbnail: Uint8Array): KeptView {
  if (thumbnail.length !== THUMBNAIL_BYTES) throw new RangeError(`a thumbnail of ${thumbnail.length} bytes`);
  const blue = new Float32Array(COLOUR_BYTES);
  const red = new Float32Array(COLOUR_BYTES);
  for (let i = 0; i < COLOUR_BYTES; i += 1) {
    blue[i] = (thumbnail[LIGHT_BYTES + i] ?? 0) - 128;
    red[i] = (thumbnail[LIGHT_BYTES + COLOUR_BYTES + i] ?? 0) - 128;
  }
  return { luma: new Float32Array(thumbnail.subarray(0, LIGHT_BYTES)), blue, red };
}
