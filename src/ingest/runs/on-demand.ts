/** Runs that operators ask a running service for, beside its schedule; they wait for their turn. */
import type { Store } from '../../store/store.ts';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { endStopped, type Lane, recordFault } from './lanes.ts';
import { ingestInProcess } from './own-process.ts';
import type { RunReport } from './runner.ts';

export interface OnDemandParts extends RunFollowers {
  store: Store;
  /** Asked for at each run: the service's own address is known only once it listens. */
  job: () => Pick<IngestJob, 'location' | 'config'>;
  /** Called when a run's process ended without reports. */
  onFault(error: unknown): void;
  /** How a job is done: in a process of its own, unless a test has another way. */
  ingest?: typeof ingestInProcess;
}

export interface OnDemandRuns {
  /** Names of the sources that were asked for and whose runs have not ended. */
  asked: ReadonlySet<string>;
  /** Whether nothing is started any more. */
  readonly isStopped: boolean;
  /** Starts runs of these sources of one lane, which must not be among those asked for. */
  start(lane: Lane, names: readonly string[], options: { acceptPrune: boolean }): void;
  stop(): Promise<void>;
}

export function onDemandRuns(parts: OnDemandParts): OnDemandRuns {
  const { store, job, onFault, ingest = ingestInProcess } = parts;
  const asked = new Set<string>();
  const current = new Map<Lane, BackgroundIngest>();
  let isStopped = false;
  /** One process at a time in each lane: of those that wait for its lock each would hold 150 MB. */
  const turns = new Map<Lane, Promise<void>>();

  const run = async (
    lane: Lane,
    { names, acceptPrune, ended }: { names: readonly string[]; acceptPrune: boolean; ended: (name: string) => void },
  ) => {
    if (isStopped) return;
    const since = new Date().toISOString();
    const options = { acceptPrune, days: null, scheduled: false };
    const onReport = (report: RunReport) => {
      ended(report.source);
      parts.onReport(report);
    };
    const started = ingest({ ...job(), lane, names, options }, { onProgress: parts.onProgress, onReport });
    current.set(lane, started);
    try {
      await started.done;
    } catch (error) {
      if (isStopped) return;
      onFault(error);
      await recordFault(store, lane, { names, since, error });
    } finally {
      current.delete(lane);
    }
  };

  return {
    asked,
    get isStopped() {
      return isStopped;
    },
    start: (lane, names, { acceptPrune }) => {
      for (const name of names) asked.add(name);
      const left = new Set(names);
      // Asked for again meanwhile, it is the later run's to end.
      const ended = (name: string) => {
        if (left.delete(name)) asked.delete(name);
      };
      const turn = (turns.get(lane) ?? Promise.resolve()).then(() => run(lane, { names, acceptPrune, ended }));
      turns.set(
        lane,
        turn.catch(onFault).finally(() => names.forEach(ended)),
      );
    },
    stop: async () => {
      isStopped = true;
      const stopped = [...current];
      await Promise.all(stopped.map(([, started]) => started.stop()));
      for (const [lane] of stopped) await endStopped(store, lane).catch(onFault);
    },
  };
}
