/** Tells a move that a process runs on the store: a lock that all such processes hold together, and a move alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorFailure } from '../failure.ts';
import { PRESENCE } from '../store/care/move.ts';
import type { Lock, Store } from '../store/store.ts';

const AGAIN_AFTER_MS = 1000;
/** A move that is refused holds the lock for a moment. */
const TRIES = 3;

export interface Presence {
  end(): Promise<void>;
}

/**
 * Takes the lock, and again whenever the server lost it; `onFault` hears why that did not succeed.
 * @throws OperatorFailure while the store is being moved
 */
export async function attend(store: Pick<Store, 'lock'>, onFault: (error: unknown) => void): Promise<Presence> {
  let lock = await taken(store);
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  const attending = (async () => {
    while (!ending.signal.aborted) {
      await Promise.race([lock.lost, ended]);
      if (ending.signal.aborted) break;
      await sleep(AGAIN_AFTER_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      lock = await taken(store).catch((error) => {
        onFault(error);
        return lock;
      });
    }
    await lock.release();
  })();
  return {
    end: async () => {
      ending.abort();
      await attending;
    },
  };
}

async function taken(store: Pick<Store, 'lock'>): Promise<Lock> {
  for (let tries = 1; ; tries += 1) {
    const lock = await store.lock(PRESENCE, 'shared');
    if (lock !== undefined) return lock;
    if (tries === TRIES) throw new OperatorFailure('this store is being moved: wait until cardstock db move has ended');
    await sleep(AGAIN_AFTER_MS);
  }
}
