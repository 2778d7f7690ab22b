/** The store as a service opens it: where its disk takes nothing, a copy that is read until it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { openStore } from '../store/engines/open-store.ts';
import { openSqliteCopy } from '../store/engines/sqlite-copy.ts';
import { type Store, type StoreLocation, StoreUnwritable } from '../store/store.ts';
import { locationOf, servedLocationOf } from './configured-parts.ts';

const LOOK_EVERY_MS = 2000;

export interface ServedStore {
  store: Store;
  /** Where other threads and processes of this service find it. */
  location: StoreLocation;
  /** Resolves when the store itself can be opened; undefined where it is what is served. */
  writable: Promise<void> | undefined;
}

/** @throws StoreUnavailable, NewerStore */
export async function openServedStore(config: Config, log: Logger): Promise<ServedStore> {
  const location = locationOf(config);
  try {
    return { store: await openStore(servedLocationOf(config)), location, writable: undefined };
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    const { store, dataDir } = await openSqliteCopy(location.dataDir, error);
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
