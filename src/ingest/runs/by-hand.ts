/** What an operator has done to the store by hand, as a run does it: alone, in one transaction, and on record. */
import { randomUUIDv7 } from 'node:crypto';
import { OperatorFailure } from '../../failure.ts';
import { recordRun } from '../../store/runs.ts';
import type { Store, Writes } from '../../store/store.ts';
import { underRunLock } from './run-locks.ts';

const WAIT_MS = 60_000;

/** Ends a transaction that was only to be looked at. */
const ONLY_LOOKED = new Error('nothing was written');

/**
 * Does `work` while no run is under way. With `isDry` all is worked out and nothing kept.
 * @throws OperatorFailure where a run does not end, and whatever `work` throws
 */
export async function byHand<Done extends object>(
  store: Store,
  work: (writes: Writes) => Promise<Done>,
  isDry = false,
): Promise<Done> {
  return alone(store, async () => {
    let done: Done | undefined;
    const write = async (writes: Writes) => {
      done = await work(writes);
      if (isDry) throw ONLY_LOOKED;
      return done;
    };
    return store.write(write).catch((error: unknown) => {
      if (error === ONLY_LOOKED) return done as Done;
      throw error;
    });
  });
}

/** Does `work` while no run is under way. @throws OperatorFailure where a run does not end */
export async function alone<Done>(store: Store, work: () => Promise<Done>): Promise<Done> {
  const done = await underRunLock(store, 'sources', { waitMs: WAIT_MS }, work);
  if (done === undefined) throw new OperatorFailure('a run is under way: try again when it has ended');
  return done;
}

/** Puts on record what was done to the prices of a source. */
export async function recordByHand(
  writes: Writes,
  task: string,
  now: Date,
  said: { counts: Record<string, number>; reason: string },
): Promise<void> {
  const at = now.toISOString();
  await recordRun(writes, { id: randomUUIDv7(), task, started_at: at, finished_at: at, ...said });
}
