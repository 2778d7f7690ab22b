/** The store as a service opens it, be it a copy where its disk takes nothing, and the lock that tells a move that a process runs on it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { OperatorFailure } from '../failure.ts';
import { openSqliteCopy } from '../store/engines/sqlite-copy.ts';
import { MEMBERSHIP } from '../store/maintenance/move.ts';
import { openStore } from '../store/open-store.ts';
import { type Lock, type Store, type StoreLocation, StoreUnwritable } from '../store/store.ts';
import { locationOf, servedLocationOf } from './configured-parts.ts';

const LOOK_EVERY_MS = 2000;

/**
 * The store, where other threads and processes of this service find it, and where a copy is served what resolves when the store
 * itself can be opened.
 * @throws StoreUnavailable, NewerStore
 */
export async function openServedStore(config: Config, log: Logger) {
  const location = locationOf(config);
  try {
    return { store: await openStore(servedLocationOf(config)), location, writable: undefined };
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    const { store, dataDir } = await openSqliteCopy(location.dataDir, openStore, error);
    log.error({ err: error }, 'reads are served from a copy, and nothing is recorded, until the store can be written');
    return { store, location: { ...location, dataDir }, writable: untilWritable(location) };
  }
}

async function untilWritable(location: StoreLocation): Promise<void> {
  for (;;) {
    // A process that is told to end does not wait for this.
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    const opened = await openStore(location).catch((error: unknown) => {
      if (error instanceof StoreUnwritable) return undefined;
      throw error;
    });
    if (opened !== undefined) return opened.close();
  }
}

const AGAIN_AFTER_MS = 1000;
/** A move that is refused holds the lock for a moment. */
const TRIES = 3;

/**
 * Takes the lock, and again whenever the server lost it; `onFault` hears why that did not succeed.
 * @throws OperatorFailure while the store is being moved
 */
export async function joinStore(store: Pick<Store, 'lock'>, onFault: (error: unknown) => void) {
  let lock = await memberLock(store);
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  const membership = (async () => {
    while (!ending.signal.aborted) {
      await Promise.race([lock.lost, ended]);
      if (ending.signal.aborted) break;
      await sleep(AGAIN_AFTER_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      lock = await memberLock(store).catch((error) => {
        onFault(error);
        return lock;
      });
    }
    await lock.release();
  })();
  return {
    end: async () => {
      ending.abort();
      await membership;
    },
  };
}

async function memberLock(store: Pick<Store, 'lock'>): Promise<Lock> {
  for (let tries = 1; ; tries += 1) {
    const lock = await store.lock(MEMBERSHIP, 'shared');
    if (lock !== undefined) return lock;
    if (tries === TRIES) throw new OperatorFailure('this store is being moved: wait until cardstock db move has ended');
    await sleep(AGAIN_AFTER_MS);
  }
}
