/** The schedule: looks every few seconds which sources are due and runs them in the background. */
import { registerTasks, tasks } from '../../store/runs.ts';
import { forgetHeldBeside } from '../../store/sources/held-parts.ts';
import type { Store } from '../../store/store.ts';
import { REAL_TIME, type Time } from '../../time.ts';
import type { Source } from '../source.ts';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { IngestJob } from './ingest-thread.ts';
import { ingestInProcess } from './own-process.ts';
import { endCutOff, endStopped, recordFault } from './run-locks.ts';
import { isDue } from './runner.ts';

const LOOK_EVERY_MS = 5000;

export interface ScheduleParts extends RunFollowers {
  store: Store;
  /** As they are now: what the scan's is configured with moves with the catalog. */
  sources(): Promise<readonly Source[]>;
  job: Pick<IngestJob, 'location' | 'config' | 'runLock'>;
  /** Nothing is looked at before this is over. */
  after?: Promise<void>;
  /** Called when a run's process ended without reports, or the store could not be asked or told. */
  onFault(error: unknown): void;
  time?: Time;
  /** How a job is done: in a process of its own, unless a simulation has another way. */
  ingest?: typeof ingestInProcess;
}

export type Schedule = ReturnType<typeof startSchedule>;

/** Starts looking at once. */
export function startSchedule(parts: ScheduleParts) {
  const { store, time = REAL_TIME, ingest = ingestInProcess } = parts;
  const now = () => time.now().toISOString();
  const ending = new AbortController();
  let current: BackgroundIngest | undefined;
  let stopped = false;
  let isPrepared = false;

  const round = async () => {
    // A process that finds the run lock taken has cost half a second by then.
    if (!(await endCutOff(store, parts.job.runLock, time))) return;
    const sources = await parts.sources();
    const known = new Map((await tasks(store.reads)).map((task) => [task.name, task]));
    const due = sources.filter((source) => isDue(source, known.get(source.name), time.now().getTime()));
    if (due.length === 0 || stopped) return;
    const names = due.map((source) => source.name);
    const options = { acceptPrune: false, days: null, scheduled: true };
    const since = now();
    try {
      current = ingest({ ...parts.job, names, options }, parts);
      await current.done;
    } catch (error) {
      if (stopped) return;
      parts.onFault(error);
      await recordFault(store, parts.job.runLock, { names, since, error }, time);
    } finally {
      current = undefined;
    }
  };

  const look = async (): Promise<void> => {
    try {
      if (!isPrepared) await prepare(parts, now());
      isPrepared = true;
      await round();
    } catch (error) {
      // The store did not answer: the next look finds out whether it does again, and /health tells meanwhile.
      parts.onFault(error);
    }
  };

  return {
    firstRound: (parts.after ?? Promise.resolve()).then(async () => {
      if (!stopped) await look();
      void lookAgain(time, ending.signal, look);
    }),
    stop: async () => {
      stopped = true;
      ending.abort();
      if (current === undefined) return;
      await current.stop();
      await endStopped(store, parts.job.runLock, time).catch(parts.onFault);
    },
  };
}

/** Has the tasks known before they are due; those that are no more have nothing left out. */
async function prepare({ store, sources, job }: ScheduleParts, now: string): Promise<void> {
  const names = (await sources()).map((source) => source.name);
  await store.write(async (writes) => {
    await registerTasks(writes, names, now);
    // The scan's own schedule knows its task alone.
    if (job.runLock === 'sources') await forgetHeldBeside(writes, names);
  });
}

async function lookAgain(time: Time, ending: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!ending.aborted) {
    await time.sleep(LOOK_EVERY_MS, ending).catch(() => undefined);
    if (!ending.aborted) await look();
  }
}
