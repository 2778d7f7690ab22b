/** Runs that operators ask a running service for, beside its schedule; they wait for their turn. */
import type { Store } from '../../store/store.ts';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { ingestInProcess } from './own-process.ts';
import { endStopped, type RunLock, recordFault } from './run-locks.ts';
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

/** `asked` are the sources that were asked for and whose runs have not ended; once `isStopped`, nothing is started any more. */
export function onDemandRuns(parts: OnDemandParts) {
  const { store, job, onFault, ingest = ingestInProcess } = parts;
  const asked = new Set<string>();
  const current = new Map<RunLock, BackgroundIngest>();
  let isStopped = false;
  /** One process at a time under each run lock: of those that wait for its lock each would hold 150 MB. */
  const turns = new Map<RunLock, Promise<void>>();

  const run = async (
    runLock: RunLock,
    { names, acceptPrune, ended }: { names: readonly string[]; acceptPrune: boolean; ended: (name: string) => void },
  ) => {
    if (isStopped) return;
    const since = new Date().toISOString();
    const options = { acceptPrune, days: null, scheduled: false };
    const onReport = (report: RunReport) => {
      ended(report.source);
      parts.onReport(report);
    };
    const started = ingest({ ...job(), runLock, names, options }, { onProgress: parts.onProgress, onReport });
    current.set(runLock, started);
    try {
      await started.done;
    } catch (error) {
      if (isStopped) return;
      onFault(error);
      await recordFault(store, runLock, { names, since, error });
    } finally {
      current.delete(runLock);
    }
  };

  return {
    asked: asked as ReadonlySet<string>,
    get isStopped() {
      return isStopped;
    },
    /** Starts runs of these sources of one run lock, which must not be among those asked for. */
    start: (runLock: RunLock, names: readonly string[], { acceptPrune }: { acceptPrune: boolean }) => {
      for (const name of names) asked.add(name);
      const left = new Set(names);
      // Asked for again meanwhile, it is the later run's to end.
      const ended = (name: string) => {
        if (left.delete(name)) asked.delete(name);
      };
      const turn = (turns.get(runLock) ?? Promise.resolve()).then(() => run(runLock, { names, acceptPrune, ended }));
      const over = turn.catch(onFault).finally(() => names.forEach(ended));
      turns.set(runLock, over);
    },
    stop: async () => {
      isStopped = true;
      const stopped = [...current];
      await Promise.all(stopped.map(([, started]) => started.stop()));
      for (const [runLock] of stopped) await endStopped(store, runLock).catch(onFault);
    },
  };
}
