/** Work that one process at a time does for all on a store: whoever holds the lock works, the others stand by. */
import type { Lock, Store } from '../store/store.ts';
import { REAL_TIME, type Time } from '../time.ts';

/** How often a process that stands by asks for the lock: with what the server needs to miss the dead one, under 10 s. */
const ASK_EVERY_MS = 1000;
const LOCK_NAME = 'worker';

/** What runs while the lock is held. */
export interface Work {
  /** Resolves when what was due at the start is done. */
  firstRound: Promise<void>;
  stop(): Promise<void>;
}

export interface ElectionParts {
  store: Pick<Store, 'lock'>;
  start(): Work;
  onChange(state: 'working' | 'standby'): void;
  /** Hears why the lock could not be asked for, or work not be ended. */
  onFault(error: unknown): void;
  time?: Time;
}

export type LeaderElection = ReturnType<typeof standForElection>;

export function standForElection({ store, start, onChange, onFault, time = REAL_TIME }: ElectionParts) {
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  const settled = Promise.withResolvers<void>();

  const workUnder = async (lock: Lock) => {
    const work = start();
    onChange('working');
    work.firstRound.then(settled.resolve, settled.reject);
    await Promise.race([lock.lost, ended]);
    // Another may hold the lock by now: what goes on here for a moment is harmless, since every claim has its lease.
    await work.stop();
    await lock.release();
    if (!ending.signal.aborted) onChange('standby');
  };

  const standing = (async () => {
    let wasReported = false;
    while (!ending.signal.aborted) {
      try {
        const lock = await store.lock(LOCK_NAME);
        if (lock && ending.signal.aborted) await lock.release();
        else if (lock) await workUnder(lock);
        else {
          if (!wasReported) onChange('standby');
          wasReported = true;
          settled.resolve();
        }
      } catch (error) {
        onFault(error);
      }
      await time.sleep(ASK_EVERY_MS, ending.signal).catch(() => undefined);
    }
    settled.resolve();
  })();

  return {
    /** Resolves when this process has done what was due at its start, or another is at it. */
    settled: settled.promise,
    stop: async () => {
      ending.abort();
      await standing;
    },
  };
}
