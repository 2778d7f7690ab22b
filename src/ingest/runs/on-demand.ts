/** Runs that operators ask a running service for, beside its schedule; they wait for their turn. */
import { abandonRuns } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import type { Progress } from '../source.ts';
import { type BackgroundIngest, ingestInBackground } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { reasonOf } from './reasons.ts';
import { type Lane, LOCK_OF, type RunReport } from './runner.ts';

export interface OnDemandParts {
  store: Store;
  /** Asked for at each run: the service's own address is known only once it listens. */
  job: () => Pick<IngestJob, 'location' | 'config'>;
  onProgress(progress: Progress): void;
  onReport(report: RunReport): void;
  /** Called when a thread ended without reports. */
  onFault(error: unknown): void;
}

export interface OnDemandRuns {
  /** Names of the sources that were asked for and have not ended. */
  asked: ReadonlySet<string>;
  /** Starts runs of these sources of one lane, which must not be among those asked for. */
  start(lane: Lane, names: readonly string[], options: { acceptPrune: boolean }): void;
  stop(): Promise<void>;
}

/** Ends what the thread left open, unless another process is at it: then an open run may be that one's. */
async function recordFault(store: Store, lane: Lane, names: readonly string[], error: unknown): Promise<void> {
  const lock = await store.lock(LOCK_OF[lane]);
  if (!lock) return;
  try {
    await store.write((writes) => abandonRuns(writes, names, new Date().toISOString(), reasonOf(error)));
  } finally {
    await lock.release();
  }
}

export function onDemandRuns({ store, job, onProgress, onReport, onFault }: OnDemandParts): OnDemandRuns {
  const asked = new Set<string>();
  const current = new Set<BackgroundIngest>();
  let isStopped = false;

  const follow = async (run: BackgroundIngest, lane: Lane, names: readonly string[]) => {
    try {
      for (const report of (await run.done) ?? []) onReport(report);
    } catch (error) {
      if (isStopped) return;
      onFault(error);
      await recordFault(store, lane, names, error);
    } finally {
      current.delete(run);
      for (const name of names) asked.delete(name);
    }
  };

  return {
    asked,
    start: (lane, names, { acceptPrune }) => {
      for (const name of names) asked.add(name);
      const options = { acceptPrune, days: null, scheduled: false };
      const run = ingestInBackground({ ...job(), lane, names, options }, onProgress);
      current.add(run);
      follow(run, lane, names).catch(onFault);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all([...current].map((run) => run.stop()));
    },
  };
}
