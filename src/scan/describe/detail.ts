/** A card's picture in full, in few bytes: light alone, as fine as its set mark, for telling printings of one artwork apart. */
import sharp from 'sharp';
import { planesOf, pyramidOf } from '../photo/planes.ts';
import type { Raster } from '../photo/raster.ts';
import { rectifiedLight } from '../photo/rectify.ts';
import { uprightQuad } from './describe.ts';

/** Five pixels to the millimetre of an ordinary card; three times a view. */
export const DETAIL_WIDTH = 288;
export const DETAIL_HEIGHT = 396;
/** About 8 kB a card; at 11 kB no more printings were told apart. */
const QUALITY = 30;

/** The bytes that are kept of a catalog picture. */
export async function detailOf(picture: Raster): Promise<Uint8Array> {
  const light = rectifiedLight(pyramidOf(planesOf(picture)), uprightQuad(picture), DETAIL_WIDTH, DETAIL_HEIGHT);
  const raw = { width: DETAIL_WIDTH, height: DETAIL_HEIGHT, channels: 1 } as const;
  return sharp(Uint8ClampedArray.from(light, Math.round), { raw }).webp({ quality: QUALITY }).toBuffer();
}

/** The light that they hold, 0 to 255. */
export async function lightIn(detail: Uint8Array): Promise<Float32Array> {
  const { data, info } = await sharp(detail).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  if (info.width !== DETAIL_WIDTH || info.height !== DETAIL_HEIGHT) throw new RangeError('a detail of another size');
  return Float32Array.from(data);
}

/** What the catalog keeps of pictures in full: nothing of those that an older release described. */
export interface Details {
  detailsOf(references: readonly number[]): Promise<(Uint8Array | undefined)[]> | (Uint8Array | undefined)[];
}

/** What is kept of the pictures of these cards; one that is damaged counts as none, so that a scan never fails by it. */
export async function lightsOf(
  cards: readonly { reference: number }[],
  { detailsOf }: Details,
): Promise<(Float32Array | undefined)[]> {
  const kept = await detailsOf(cards.map(({ reference }) => reference));
  return Promise.all(kept.map(async (detail) => detail && lightIn(detail).catch(() => undefined)));
}
