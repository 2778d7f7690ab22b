/** `cardstock pictures`: how many are kept, fetching those that are not, and clearing away what is not needed. */
import { UnusablePicture } from '../ingest/pictures/describe-pictures.ts';
import { asReady } from '../ingest/pictures/index-pictures.ts';
import { isPassing, PictureKeeper } from '../ingest/pictures/keep-pictures.ts';
import { picturePlaceOf } from '../service/configured-parts.ts';
import { addressesToKeep, keptCardCount } from '../store/pictures/card-pictures.ts';
import type { Store } from '../store/store.ts';
import { Outage } from '../upstream/document.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { longWork } from './long-work.ts';
import { EXIT, misused, printRows } from './output.ts';

const PAGE_ROWS = 500;
/** So many in a row that cannot be reached are an outage of whoever serves them. */
const UNREACHABLE_MAX = 5;
/** With more than this the next one may push out what was fetched just now. */
const FULL = 0.95;

type Outcome = 'there' | 'fetched' | 'failed' | 'postponed';

function withKeeper<Done>(
  flags: CommonFlags,
  work: (store: Store, keeper: PictureKeeper) => Promise<Done>,
): Promise<Done> {
  return withPresentStore(flags, async (store, config) => {
    const keeper = new PictureKeeper(picturePlaceOf(config), config.userAgent, Number.POSITIVE_INFINITY);
    try {
      return await work(store, keeper);
    } finally {
      await keeper.close();
    }
  });
}

/** Shows how many pictures are kept, and how much room they take. */
export async function picturesStatus(flags: CommonFlags): Promise<void> {
  const row = await withKeeper(flags, async (store, { shelf }) => {
    const { folder, limitBytes: limit_bytes } = shelf;
    const { files, bytes } = await shelf.counted();
    return { folder, cards: await keptCardCount(store.reads), files, bytes, limit_bytes };
  });
  printRows([row], flags.json, (shown) => shown);
}

/** Fetches the pictures that are to be kept and are not there yet, until there is no more room. */
export async function picturesFetch(flags: CommonFlags & { game?: string }): Promise<void> {
  const counts = { there: 0, fetched: 0, failed: 0, postponed: 0 };
  let firstReason: string | null = null;
  const stopped = await withKeeper(flags, (store, keeper) =>
    longWork('pictures', { left: () => 'the next call goes on from there' }, async (show) => {
      const total = flags.game === undefined ? await keptCardCount(store.reads) : undefined;
      const since = new Date().toISOString();
      let unreachable = 0;
      for await (const page of addressesToKeep(store.reads, PAGE_ROWS, flags.game)) {
        const { bytes } = await keeper.shelf.counted();
        if (bytes > keeper.shelf.limitBytes * FULL) return 'there is no more room: raise pictures.limit_gb';
        for await (const [, { outcome, reason = null }] of asReady(page, (row) => seeTo(keeper, row, since))) {
          counts[outcome] += 1;
          firstReason ??= reason;
          unreachable = outcome === 'postponed' ? unreachable + 1 : 0;
          show('pictures', counts.there + counts.fetched + counts.failed, total);
          if (keeper.diskFault !== null) return `the disk takes no more: ${keeper.diskFault}`;
          if (unreachable >= UNREACHABLE_MAX) return 'the sources do not answer: the next call goes on from there';
        }
      }
      return null;
    }),
  );
  printRows([{ ...counts, first_reason: firstReason, stopped }], flags.json, (row) => row, 'wrap');
  if (stopped !== null || counts.postponed > 0) process.exitCode = EXIT.failed;
}

async function seeTo(
  keeper: PictureKeeper,
  { low, high }: { low: string; high: string },
  since: string,
): Promise<{ outcome: Outcome; reason?: string }> {
  let reason = '';
  for (const address of new Set([high, low])) {
    try {
      const { asked_at } = await keeper.copyOf(address, Number.POSITIVE_INFINITY);
      return { outcome: asked_at < since ? 'there' : 'fetched' };
    } catch (error) {
      if (!(error instanceof Outage || error instanceof UnusablePicture)) throw error;
      reason = error.message.includes(address) ? error.message : `${address}: ${error.message}`;
      if (isPassing(error)) return { outcome: 'postponed', reason };
    }
  }
  return { outcome: 'failed', reason };
}

/** Deletes what no card names any more, and the longest unused of the rest until they fit. */
export async function picturesPrune(flags: CommonFlags & { toGb?: string }): Promise<void> {
  const most = flags.toGb === undefined ? undefined : Number(flags.toGb) * 1e9;
  if (most !== undefined && !(most >= 0)) throw misused('--to-gb must be a number of gigabytes');
  const row = await withKeeper(flags, async (store, { shelf }) => {
    const wanted: string[] = [];
    for await (const page of addressesToKeep(store.reads, PAGE_ROWS))
      for (const { low, high } of page) wanted.push(low, high);
    const gone = await shelf.prune(wanted, most);
    const left = await shelf.counted();
    return { deleted: gone.files, deleted_bytes: gone.bytes, files: left.files, bytes: left.bytes };
  });
  printRows([row], flags.json, (shown) => shown);
}
