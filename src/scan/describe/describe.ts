/** Turns a picture into what the catalog keeps of it: a short vector to find it by, and a thumbnail to check it by. */
import { inset, type Quad, turned } from '../photo/homography.ts';
import { planesOf, pyramidOf } from '../photo/planes.ts';
import type { Raster } from '../photo/raster.ts';
import { rectified } from '../photo/rectify.ts';
import { thumbnailOf } from '../photo/thumbnail.ts';
import { dot } from './dot.ts';
import { FEATURES, featuresOf } from './features.ts';
import type { ScanModel } from './model.ts';

/** What is kept of a catalog picture. Both change only with the picture or the model's version. */
export interface Description {
  /** Signed bytes, one a dimension of the model: 256 in the default one. Held in memory. */
  vector: Uint8Array;
  /** `THUMBNAIL_BYTES` bytes, read from the store for the few candidates of a photo. */
  thumbnail: Uint8Array;
}

/** A picture's features in the model's dimensions, of length 1. */
export function projected(features: Float32Array, { mean, projection, dimensions }: ScanModel): Float32Array {
  const centred = new Float32Array(FEATURES);
  for (let i = 0; i < FEATURES; i += 1) centred[i] = (features[i] ?? 0) - (mean[i] ?? 0);
  const vector = new Float32Array(dimensions);
  for (let d = 0; d < dimensions; d += 1) vector[d] = dot(centred, projection, d * FEATURES);
  const scale = 1 / Math.sqrt(dot(vector, vector) + 1e-12);
  for (let d = 0; d < dimensions; d += 1) vector[d] = (vector[d] ?? 0) * scale;
  return vector;
}

/** A vector in signed bytes: its direction only, the largest number at ±127. */
export function packed(vector: Float32Array): Uint8Array {
  let most = 1e-12;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  const bytes = new Int8Array(vector.length);
  for (const [i, value] of vector.entries()) bytes[i] = Math.round((127 * value) / most);
  return new Uint8Array(bytes.buffer);
}

/** The whole picture as a quadrilateral; a picture that is wider than high is laid on its side. */
export const uprightQuad = (picture: Pick<Raster, 'width' | 'height'>): Quad =>
  turned(inset(picture), picture.height >= picture.width ? 0 : -1);

/** Deviation of light, or of a colour, below which a picture shows nothing: of 804 real ones none had less than 57, white ones for missing cards have 0. */
const DEVIATION_MIN = 3;

function deviation(plane: Float32Array): number {
  const mean = plane.reduce((sum, value) => sum + value, 0) / plane.length;
  return Math.sqrt(plane.reduce((sum, value) => sum + (value - mean) ** 2, 0) / plane.length);
}

/**
 * Describes a catalog picture, which shows the card from edge to edge.
 * @throws RangeError where it shows nothing: an empty sheet of paper would be taken for that card, and was at .72 and more
 */
export function describePicture(picture: Raster, model: ScanModel): Description {
  const view = rectified(pyramidOf(planesOf(picture)), uprightQuad(picture));
  if ([view.luma, view.blue, view.red].every((plane) => deviation(plane) < DEVIATION_MIN)) {
    throw new RangeError('the picture has one colour all over');
  }
  return { vector: packed(projected(featuresOf(view), model)), thumbnail: thumbnailOf(view) };
}
