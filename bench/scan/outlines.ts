/** Draws onto a photo where the scan looked for cards, for somebody to look at. */
import sharp from 'sharp';
import type { Quad } from '../../src/scan/photo/homography.ts';
import { planesOf, pyramidOf } from '../../src/scan/photo/planes.ts';
import { quadrilaterals } from '../../src/scan/photo/quadrilaterals.ts';
import type { Raster } from '../../src/scan/photo/raster.ts';
import type { TruePhoto } from './truth.ts';

const FRAMES = { right: '#00c000', refused: '#2060ff', wrong: '#ff0000' };
const FIRST = 2;
const COUNT = 9;
const FRAME = 8;

const polygon = (quad: Quad, colour: string, width: number, scale = 1): string =>
  `<polygon points="${quad.map(([x, y]) => `${x * scale},${y * scale}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** The places that are tried in yellow, the first of them in orange, the truth in white, framed by the outcome. */
export async function drawOutlines(
  file: string,
  { width, height, data }: Raster,
  { cards }: TruePhoto,
  scale: number,
  outcome: keyof typeof FRAMES,
): Promise<void> {
  const lots = [...quadrilaterals(pyramidOf(planesOf({ width, height, data })), FIRST, COUNT)];
  const tried = lots.flatMap((quads, lot) => quads.map((quad) => polygon(quad, lot === 0 ? '#ff9000' : '#ffe000', 1)));
  const truth = cards.flatMap(({ corners }) => (corners === undefined ? [] : [polygon(corners, '#ffffff', 2, scale)]));
  const frame = `<rect width="${width}" height="${height}" fill="none" stroke="${FRAMES[outcome]}" stroke-width="${FRAME}"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[...truth, ...tried, frame].join('')}</svg>`;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toFile(file);
}
