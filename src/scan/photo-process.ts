/** The process that strangers' photos are decoded and identified in: with the closed decoder, apart from the API. */
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanCatalog } from './identify.ts';
import type { FromProcess, PhotoOutcome, ToProcess } from './photo-messages.ts';

enableCompileCache();
const { openStore } = await import('../store/open-store.ts');
const { Failure } = await import('../failure.ts');
const { closeOtherLoaders, decodePicture, EndlessPicture, LargePicture } = await import('./decode-picture.ts');
const { identifyPhoto } = await import('./identify.ts');
const { openLiveIndex } = await import('./live-index.ts');
const { PHOTO_SIDE_MAX } = await import('./raster.ts');

/** New rows serve this much later at most. */
const FOLLOW_EVERY_MS = 1000;

// Reads of the API come first: at half of this step their p99 beside two scans was 5.9 times that without, not 1.3.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
closeOtherLoaders();
// A signal to the whole group is the service's to obey: it lets work finish, and then closes the channel.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(0));

type Photo = Extract<ToProcess, { photo: Uint8Array }>;

async function outcomeOf({ id, photo, takesLarge }: Photo, catalog: ScanCatalog): Promise<PhotoOutcome> {
  // What a large picture took stays with the process, 60 to 100 MB of it: the next photo gets a fresh one.
  let isLast = false;
  try {
    // After a change of model nothing is left until pictures are described under the new one.
    if (catalog.index.size === 0) return { id, isEmpty: true };
    const picture = await decodePicture(photo, PHOTO_SIDE_MAX, () => {
      if (!takesLarge) throw new LargePicture('for another process');
      isLast = true;
    });
    const { matches } = await identifyPhoto(picture, catalog);
    return { id, matches, isLast };
  } catch (error) {
    if (error instanceof LargePicture) return { id, isLarge: true };
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

const [first] = (await once(process, 'message')) as [ToProcess];
if (!('location' in first)) throw new Error('the first message names no store');
const store = await openStore(first.location);
const live = await openLiveIndex(store.reads);
process.on('message', (message: ToProcess) => {
  if ('photo' in message) void answer(message, live.catalog());
});
process.send?.({ ready: true } satisfies FromProcess);

// A store that does not answer ends the process: the next one starts when a photo comes, and says what is wrong.
for (;;) {
  await sleep(FOLLOW_EVERY_MS);
  await live.follow();
}
