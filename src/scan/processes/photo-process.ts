/** The process that strangers' photos are decoded and identified in: with the closed decoder, apart from the API. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import { openStore } from '../../store/open-store.ts';
import { identifyPhoto, type ScanCatalog } from '../compare/identify.ts';
import { identifyAll, SPREAD_SIDE_MAX } from '../compare/identify-all.ts';
import { stagesOf } from '../compare/stages.ts';
import {
  closeOtherLoaders,
  decodePicture,
  EndlessPicture,
  LargePicture,
  StarvedPicture,
} from '../decode/decode-picture.ts';
import { PHOTO_SIDE_MAX } from '../photo/raster.ts';
import { openLiveIndex } from './live-index.ts';
import type { FromProcess, PhotoOutcome, ToProcess } from './photo-messages.ts';
import { AT_FIRST, givePriority } from './priorities.ts';

/** New rows serve this much later at most. */
const FOLLOW_EVERY_MS = 1000;

// The service moves it from there, if it may: this process could not while others take all of the processor.
givePriority(process.pid, AT_FIRST);
closeOtherLoaders();
// A signal to the whole group is the service's to obey: it lets work finish, and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(0));

type Photo = Extract<ToProcess, { photo: Uint8Array }>;

async function outcomeOf(
  { id, photo, game, everyCard, withStages, takesLarge }: Photo,
  catalog: ScanCatalog,
): Promise<PhotoOutcome> {
  // What a large picture took stays with the process, 60 to 100 MB of it: the next photo gets a fresh one.
  let isLast = false;
  try {
    // After a change of model nothing is left until pictures are described under the new one.
    if (catalog.index.size === 0) return { id, isEmpty: true };
    const picture = await decodePicture(photo, everyCard ? SPREAD_SIDE_MAX : PHOTO_SIDE_MAX, () => {
      if (!takesLarge) throw new LargePicture('for another process');
      isLast = true;
    });
    const among = { ...catalog, game };
    const card = await identifyPhoto(picture, among);
    const all = everyCard && (await identifyAll(picture, among, card));
    const stages = withStages && { stages: await stagesOf(picture, among) };
    const several = card.several || (all ? all.cards.length > 1 : false);
    return { id, found: { matches: card.matches, several, ...all, ...stages }, isLast };
  } catch (error) {
    if (error instanceof LargePicture) return { id, isLarge: true };
    if (error instanceof StarvedPicture) return { id, isStarved: true, isLast: true };
    if (error instanceof EndlessPicture) return { id, refused: error.message, isLast: true };
    if (error instanceof Failure) return { id, refused: error.message, isLast };
    return { id, fault: String((error as Error).stack ?? error), isLast };
  }
}

async function answer(photo: Photo, catalog: ScanCatalog): Promise<void> {
  const outcome = await outcomeOf(photo, catalog);
  process.send?.(outcome satisfies FromProcess, () => {
    if (outcome.isLast) process.exit(0);
  });
}

async function work(): Promise<never> {
  const [first] = (await once(process, 'message')) as [ToProcess];
  if (!('location' in first)) throw new Error('the first message names no store');
  const store = await openStore(first.location);
  const live = await openLiveIndex(store.reads);
  process.on('message', (message: ToProcess) => {
    if ('photo' in message) void answer(message, live.catalog());
  });
  // With a callback, for a service that ended meanwhile: its broken channel would be thrown here, with a trace.
  process.send?.({ ready: true } satisfies FromProcess, () => undefined);
  for (;;) {
    await sleep(FOLLOW_EVERY_MS);
    await live.follow();
  }
}

// A store that does not answer ends the process: the next one starts when a photo comes, and says what is wrong.
await work().catch((error: Error) => {
  process.send?.({ ending: error.message } satisfies FromProcess, () => process.exit(1));
});
