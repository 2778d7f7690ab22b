/** The schedule: looks every few seconds which sources are due and runs them in the background. */
import { abandonRuns, registerTasks, reopenCutOff, tasks } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import type { Progress, Source } from '../source.ts';
import { type BackgroundIngest, ingestInBackground } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { reasonOf } from './reasons.ts';
import { isDue, LOCK_OF, type RunReport } from './runner.ts';

const LOOK_EVERY_MS = 5000;

export interface ScheduleParts {
  store: Store;
  /** As they are now: what the scan's is configured with moves with the catalog. */
  sources(): Promise<readonly Source[]>;
  job: Pick<IngestJob, 'location' | 'config' | 'lane'>;
  /** Nothing is looked at before this is over. */
  after?: Promise<void>;
  onProgress(progress: Progress): void;
  onReport(report: RunReport): void;
  /** Called when a thread ended without reports; the outcome is on record by then. */
  onFault(error: unknown): void;
}

export interface Schedule {
  /** Resolves when everything that was due at the start has run. */
  firstRound: Promise<void>;
  stop(): Promise<void>;
}

/** Starts looking at once. */
export function startSchedule(parts: ScheduleParts): Schedule {
  const { store } = parts;
  let current: BackgroundIngest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isPrepared = false;

  /** Makes the tasks known, and what a process left half done when it died due. */
  const prepare = async () => {
    const names = (await parts.sources()).map((source) => source.name);
    await store.write((writes) => registerTasks(writes, names, new Date().toISOString()));
    const lock = await store.lock(LOCK_OF[parts.job.lane]);
    if (!lock) return;
    try {
      await store.write((writes) => reopenCutOff(writes, names, new Date().toISOString()));
    } finally {
      await lock.release();
    }
  };

  const round = async () => {
    const sources = await parts.sources();
    const known = new Map((await tasks(store.reads)).map((task) => [task.name, task]));
    const due = sources.filter((source) => isDue(source, known.get(source.name), Date.now()));
    if (due.length === 0 || stopped) return;
    const names = due.map((source) => source.name);
    const options = { acceptPrune: false, days: null, scheduled: true };
    current = ingestInBackground({ ...parts.job, names, options }, parts.onProgress);
    try {
      for (const report of (await current.done) ?? []) parts.onReport(report);
    } catch (error) {
      if (stopped) return;
      await store.write((writes) => abandonRuns(writes, names, new Date().toISOString(), reasonOf(error)));
      parts.onFault(error);
    }
  };

  const looking = async (): Promise<void> => {
    try {
      if (!isPrepared) await prepare();
      isPrepared = true;
      await round();
    } catch (error) {
      // The store did not answer: the next look finds out whether it does again, and /health tells meanwhile.
      parts.onFault(error);
    }
    if (!stopped) timer = setTimeout(looking, LOOK_EVERY_MS);
  };

  return {
    firstRound: (parts.after ?? Promise.resolve()).then(() => (stopped ? undefined : looking())),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await current?.stop();
    },
  };
}
