/** `cardstock scan fit`: learns projection and calibration from the pictures of the operator's own catalog. */
import { demoPicture } from '../../demo/picture.ts';
import { type FitPicture, fitModel } from '../../fit/fit.ts';
import { crawlPolicyFor } from '../ingest/configured-sources.ts';
import { readPicture } from '../ingest/pictures/keep-pictures.ts';
import { PictureShelf } from '../ingest/pictures/picture-shelf.ts';
import { closeOtherLoaders, decodePicture } from '../scan/decode/decode-picture.ts';
import { modelFile } from '../scan/describe/model.ts';
import { PICTURE_SIDE_MAX } from '../scan/photo/raster.ts';
import { picturePlaceOf } from '../service/configured-parts.ts';
import { describedPictures, putFittedModel } from '../store/pictures/scan-pictures.ts';
import type { Read } from '../upstream/document.ts';
import { openReader } from '../upstream/reader.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { longWork } from './long-work.ts';
import { CommandFailure, checkFlag, printDone } from './output.ts';

/** With fewer the default model, which was learned from thousands, is the better one. */
const PICTURES_MIN = 50;
/** For the calibration: ten minutes of one core. */
const PHOTOS = 600;
const GIVE_UP_MS = 60_000;
const DEMO = 'demo:';

async function bytesOf(address: string, read: Read, shelf: PictureShelf): Promise<Uint8Array> {
  if (address.startsWith(DEMO)) {
    const picture = await demoPicture(address.slice(DEMO.length));
    if (picture === undefined) throw new CommandFailure(`the demo has no picture ${address}`);
    return picture.bytes;
  }
  // What is kept is what the index describes: it is not fetched again.
  const kept = (await shelf.read(address))?.picture;
  if (kept) return kept.high;
  return (await readPicture(read, address, null)).bytes;
}

/** Learns a model and puts it to use: the next run of the index describes every picture under it. */
export async function scanFit({ seed, ...flags }: CommonFlags & { seed: string }): Promise<void> {
  checkFlag('--seed', seed, /^\d{1,9}$/, 'be a whole number');
  await withPresentStore(flags, async (store, config) => {
    const known = await describedPictures(store.reads);
    if (known.length < PICTURES_MIN) {
      throw new CommandFailure(
        `${known.length} pictures are indexed and ${PICTURES_MIN} are needed: cardstock ingest run scan`,
      );
    }
    const isDrawn = known.every(({ picture }) => picture.startsWith(DEMO));
    // Drawing the demo's own pictures takes the loader that must stay shut before anything from outside.
    if (!isDrawn) closeOtherLoaders();
    const first = known.find(({ picture }) => !picture.startsWith(DEMO))?.picture ?? '';
    const crawlPolicy = { userAgent: config.userAgent, giveUpAfterMs: GIVE_UP_MS, ...crawlPolicyFor(first) };
    const reader = openReader(crawlPolicy, () => undefined);
    const shelf = new PictureShelf(picturePlaceOf(config));
    const pictures = known
      .filter(({ picture }) => isDrawn || !picture.startsWith(DEMO))
      .map(
        ({ picture, expansion_id }): FitPicture => ({
          group: expansion_id,
          read: async () => decodePicture(await bytesOf(picture, reader.read, shelf), PICTURE_SIDE_MAX),
        }),
      );
    const version = `fitted-${new Date().toISOString()}`;
    try {
      await longWork('fit', { left: () => 'nothing was learned, the model is the one before' }, async (progress) => {
        const model = await fitModel(pictures, { version, seed: Number(seed), photos: PHOTOS, progress });
        await store.write((writes) => putFittedModel(writes, version, modelFile(model)));
      });
    } finally {
      await reader.close();
    }
    const note = `Learned ${version} from ${pictures.length} pictures. They are described anew by a running service within minutes, or now: cardstock ingest run scan`;
    printDone(flags.json, { version, pictures: pictures.length }, note);
  });
}
