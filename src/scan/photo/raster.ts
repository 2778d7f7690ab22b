/** Decoded pictures as plain numbers, and how large the scan wants them. */

/** A decoded picture: RGB, 3 bytes a pixel, row by row from the top left. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A photo is decoded so that its longest side has at most this many pixels: more shows no more cards right. */
export const PHOTO_SIDE_MAX = 640;

/** A catalog picture is decoded so that its longest side has at most this many pixels. */
export const PICTURE_SIDE_MAX = 400;
