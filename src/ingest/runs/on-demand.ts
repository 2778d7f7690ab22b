/** Runs that operators ask a running service for, beside its schedule; they wait for their turn. */
import type { Store } from '../../store/store.ts';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { endStopped, type Lane, recordFault } from './lanes.ts';
import { ingestInProcess } from './own-process.ts';

export interface OnDemandParts extends RunFollowers {
  store: Store;
  /** Asked for at each run: the service's own address is known only once it listens. */
  job: () => Pick<IngestJob, 'location' | 'config'>;
  /** Called when a run's process ended without reports. */
  onFault(error: unknown): void;
}

export interface OnDemandRuns {
  /** Names of the sources that were asked for and have not ended. */
  asked: ReadonlySet<string>;
  /** Whether nothing is started any more. */
  readonly isStopped: boolean;
  /** Starts runs of these sources of one lane, which must not be among those asked for. */
  start(lane: Lane, names: readonly string[], options: { acceptPrune: boolean }): void;
  stop(): Promise<void>;
}

export function onDemandRuns({ store, job, onProgress, onReport, onFault }: OnDemandParts): OnDemandRuns {
  const asked = new Set<string>();
  const current = new Map<BackgroundIngest, Lane>();
  let isStopped = false;

  const follow = async (run: BackgroundIngest, lane: Lane, names: readonly string[]) => {
    const since = new Date().toISOString();
    try {
      await run.done;
    } catch (error) {
      if (isStopped) return;
      onFault(error);
      await recordFault(store, lane, { names, since, error });
    } finally {
      current.delete(run);
      for (const name of names) asked.delete(name);
    }
  };

  return {
    asked,
    get isStopped() {
      return isStopped;
    },
    start: (lane, names, { acceptPrune }) => {
      for (const name of names) asked.add(name);
      const options = { acceptPrune, days: null, scheduled: false };
      const run = ingestInProcess({ ...job(), lane, names, options }, { onProgress, onReport });
      current.set(run, lane);
      follow(run, lane, names).catch(onFault);
    },
    stop: async () => {
      isStopped = true;
      const stopped = [...current];
      await Promise.all(stopped.map(([run]) => run.stop()));
      for (const lane of new Set(stopped.map(([, lane]) => lane))) await endStopped(store, lane).catch(onFault);
    },
  };
}
