/** What runs one after the other, across all processes on a store; whoever has a lane ends the runs that were left open in it. */
import { abandonTasks, endOpenRuns, openTasks } from '../../store/runs.ts';
import type { Lock, Store } from '../../store/store.ts';
import { REAL_TIME, type Time } from '../../time.ts';
import { SCAN_TASK } from '../pictures/scan-task.ts';
import { reasonOf } from './reasons.ts';

/** Sources; beside them the index of the scan, whose pictures take hours, not minutes. */
export type Lane = 'sources' | 'scan';

/** Held by whoever runs something of a lane, scheduled or by hand. */
const LOCK_OF: Readonly<Record<Lane, string>> = { sources: 'ingest', scan: 'scan' };
const LOCK_POLL_MS = 200;
/** A server drops the lock of a process that was ended as soon as it notices. */
const ENDED_WAIT_MS = 5000;
const CUT_OFF = 'the process ended during the run';
const STOPPED = 'its process was stopped';

/** Why runs of this process ended, by store and lane, as long as that could not be put on record. */
const untold = new WeakMap<Store, Map<Lane, string>>();

/** How long a lane is waited for, and who hears of it where it is. */
interface Turn {
  waitMs: number;
  onWait?: () => void;
}

async function laneLock(store: Store, lane: Lane, { waitMs, onWait }: Turn, time: Time): Promise<Lock | undefined> {
  const until = time.now().getTime() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const lock = await store.lock(LOCK_OF[lane]);
    if (lock || time.now().getTime() >= until) return lock;
    if (isFirst) onWait?.();
    await time.sleep(LOCK_POLL_MS);
  }
}

/** Tasks of the lane with a run that has not ended; while somebody else has the lane, it may be theirs. */
const openIn = async (store: Store, lane: Lane): Promise<string[]> =>
  (await openTasks(store.reads)).filter((task) => (task === SCAN_TASK.name) === (lane === 'scan'));

/**
 * Does `work` alone in the lane, for which it waits; undefined when its turn did not come. Runs that are open before have
 * nobody at them: they end as failed, by `openEndedBy`, and are due at once.
 */
export async function inLane<T>(
  store: Store,
  lane: Lane,
  { openEndedBy = untold.get(store)?.get(lane) ?? CUT_OFF, ...turn }: Turn & { openEndedBy?: string },
  work: () => Promise<T>,
  time: Time = REAL_TIME,
): Promise<T | undefined> {
  const lock = await laneLock(store, lane, turn, time);
  if (lock === undefined) return undefined;
  try {
    const open = await openIn(store, lane);
    const now = time.now().toISOString();
    if (open.length > 0) await store.write((writes) => endOpenRuns(writes, open, now, openEndedBy));
    untold.get(store)?.delete(lane);
    return await work();
  } finally {
    await lock.release();
  }
}

const nothing = async () => undefined;

/** Ends what processes left open that died; false where somebody is at the lane, whose run it is. */
export async function endCutOff(store: Store, lane: Lane, time: Time): Promise<boolean> {
  if ((await openIn(store, lane)).length === 0) return true;
  return (await inLane(store, lane, { waitMs: 0 }, async () => true, time)) ?? false;
}

/** Ends what stopped runs of this process left open, so that it is due at the next start. */
export async function endStopped(store: Store, lane: Lane, time: Time = REAL_TIME): Promise<void> {
  if ((await openIn(store, lane)).length === 0) return;
  await inLane(store, lane, { waitMs: ENDED_WAIT_MS, openEndedBy: STOPPED }, nothing, time);
}

/** Puts on record that a run for the tasks `names`, started at `since`, ended before them: they are due after a while. */
export async function recordFault(
  store: Store,
  lane: Lane,
  { names, since, error }: { names: readonly string[]; since: string; error: unknown },
  time: Time = REAL_TIME,
): Promise<void> {
  const reason = reasonOf(error);
  try {
    await inLane(
      store,
      lane,
      { waitMs: ENDED_WAIT_MS, openEndedBy: reason },
      () => store.write((writes) => abandonTasks(writes, names, { since, now: time.now().toISOString(), reason })),
      time,
    );
  } catch (fault) {
    untold.set(store, (untold.get(store) ?? new Map()).set(lane, reason));
    throw fault;
  }
}
