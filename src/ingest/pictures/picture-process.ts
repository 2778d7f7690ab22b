/** The process that catalog pictures are decoded in, and described or scaled: guarded like strangers' photos, and out of the way. */
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { closeOtherLoaders, decodePicture } from '../../scan/decode/decode-picture.ts';
import { describePicture } from '../../scan/describe/describe.ts';
import { detailOf } from '../../scan/describe/detail.ts';
import { loadModel, type ScanModel } from '../../scan/describe/model.ts';
import { PICTURE_SIDE_MAX } from '../../scan/photo/raster.ts';
import type { FromPictureProcess, ToPictureProcess } from './describe-pictures.ts';

/** Drawing the demo's pictures needs SVG: such a process takes no bytes from outside. */
const isDrawing = process.argv[2] === 'demo';
const draw = isDrawing ? (await import('../../../demo/picture.ts')).demoPicture : undefined;
if (!isDrawing) closeOtherLoaders();
// At the lowest priority a busy machine would never come to it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(0));

let model: ScanModel | undefined;

async function bytesOf(message: { picture: Uint8Array } | { demo: string }): Promise<Uint8Array> {
  if ('picture' in message && !isDrawing) return message.picture;
  const drawn = 'demo' in message ? await draw?.(message.demo) : undefined;
  if (drawn === undefined) throw new Error('there is no such picture');
  return drawn.bytes;
}

async function describe(message: { picture: Uint8Array } | { demo: string }) {
  if (model === undefined) throw new Error('no model came');
  const bytes = await bytesOf(message);
  const picture = await decodePicture(bytes, PICTURE_SIDE_MAX);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return { digest, ...describePicture(picture, model), detail: await detailOf(picture) };
}

/** Without a callback an answer to a service that has just ended is thrown, and ends this process with a trace. */
const say = (message: FromPictureProcess) => process.send?.(message, () => undefined);

process.on('message', (message: ToPictureProcess) => {
  if ('model' in message) {
    model = loadModel(message.model);
    return;
  }
  const { id } = message;
  const work =
    'scale' in message
      ? scalePicture(message.scale).then((scaled) => ({ id, scaled }))
      : describe(message).then((described) => ({ id, described }));
  work.then(say, (error: Error) => say({ id, refused: error.message }));
});

/** What lists show, and what the largest that sources serve is read at; none is enlarged. */
const WIDTHS = { low: 245, high: 672 } as const;
const SIDE_MAX = 1024;
/** Of 38 cards of the demo 14 and 46 kB, and 65 ms of processor time; what is described from them is as good as the same (cosine .9988). */
const WEBP = { quality: 82, effort: 4 } as const;

/** @throws Failure unsupported_image */
async function scalePicture(bytes: Uint8Array): Promise<{ low: Uint8Array; high: Uint8Array }> {
  const { width, height, data } = await decodePicture(bytes, SIDE_MAX);
  const inWidth = (most: number) =>
    sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: most, withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer();
  return { low: await inWidth(WIDTHS.low), high: await inWidth(WIDTHS.high) };
}
