/** What runs one after the other, across all processes on a store; whoever has a run lock ends the runs that were left open under it. */
import { abandonTasks, endOpenRuns, openTasks } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import { REAL_TIME, type Time } from '../../time.ts';
import { SCAN_TASK } from '../source.ts';
import { reasonOf } from './reasons.ts';

/** Sources; beside them the index of the scan, whose pictures take hours, not minutes. */
export type RunLock = 'sources' | 'scan';

/** Held by whoever runs something under a run lock, scheduled or by hand. */
const LOCK_OF: Readonly<Record<RunLock, string>> = { sources: 'ingest', scan: 'scan' };
const LOCK_POLL_MS = 200;
/** A server drops the lock of a process that was ended as soon as it notices. */
const ENDED_WAIT_MS = 5000;
const CUT_OFF = 'the process ended during the run';
const STOPPED = 'its process was stopped';

/** Why runs of this process ended, by store and run lock, as long as that could not be put on record. */
const unrecorded = new WeakMap<Store, Map<RunLock, string>>();

/** How long a run lock is waited for, and who hears of it where it is. */
interface Turn {
  waitMs: number;
  onWait?: () => void;
}

async function takeRunLock(store: Store, runLock: RunLock, { waitMs, onWait }: Turn, time: Time) {
  const until = time.now().getTime() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const lock = await store.lock(LOCK_OF[runLock]);
    if (lock || time.now().getTime() >= until) return lock;
    if (isFirst) onWait?.();
    await time.sleep(LOCK_POLL_MS);
  }
}

/** Tasks of the run lock with a run that has not ended; while somebody else has the run lock, it may be theirs. */
const openIn = async (store: Store, runLock: RunLock): Promise<string[]> =>
  (await openTasks(store.reads)).filter((task) => (task === SCAN_TASK.name) === (runLock === 'scan'));

/**
 * Does `work` alone under the run lock, for which it waits; undefined when its turn did not come. Runs that are open before
 * have nobody at them: they end as failed, by `openEndedBy`, and are due at once.
 */
export async function underRunLock<T>(
  store: Store,
  runLock: RunLock,
  { openEndedBy = unrecorded.get(store)?.get(runLock) ?? CUT_OFF, ...turn }: Turn & { openEndedBy?: string },
  work: () => Promise<T>,
  time: Time = REAL_TIME,
): Promise<T | undefined> {
  const lock = await takeRunLock(store, runLock, turn, time);
  if (lock === undefined) return undefined;
  try {
    const open = await openIn(store, runLock);
    const now = time.now().toISOString();
    if (open.length > 0) await store.write((writes) => endOpenRuns(writes, open, now, openEndedBy));
    unrecorded.get(store)?.delete(runLock);
    return await work();
  } finally {
    await lock.release();
  }
}

/** Ends what processes left open that died; false where somebody is at the run lock, whose run it is. */
export async function endCutOff(store: Store, runLock: RunLock, time: Time): Promise<boolean> {
  if ((await openIn(store, runLock)).length === 0) return true;
  return (await underRunLock(store, runLock, { waitMs: 0 }, async () => true, time)) ?? false;
}

/** Ends what stopped runs of this process left open, so that it is due at the next start. */
export async function endStopped(store: Store, runLock: RunLock, time: Time = REAL_TIME): Promise<void> {
  if ((await openIn(store, runLock)).length === 0) return;
  await underRunLock(store, runLock, { waitMs: ENDED_WAIT_MS, openEndedBy: STOPPED }, async () => undefined, time);
}

/** Puts on record that a run for the tasks `names`, started at `since`, ended before them: they are due after a while. */
export async function recordFault(
  store: Store,
  runLock: RunLock,
  { names, since, error }: { names: readonly string[]; since: string; error: unknown },
  time: Time = REAL_TIME,
): Promise<void> {
  const reason = reasonOf(error);
  try {
    const abandoned = () => ({ since, now: time.now().toISOString(), reason });
    const abandon = () => store.write((writes) => abandonTasks(writes, names, abandoned()));
    await underRunLock(store, runLock, { waitMs: ENDED_WAIT_MS, openEndedBy: reason }, abandon, time);
  } catch (fault) {
    unrecorded.set(store, (unrecorded.get(store) ?? new Map()).set(runLock, reason));
    throw fault;
  }
}
