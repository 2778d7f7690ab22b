/** The thread that builds the search indexes, as the main thread holds it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CatalogIndexes, IndexVersions } from './catalog-indexes.ts';
import type { IndexWork } from './index-worker.ts';

/** A thread's default young heap grows by tens of MB in a build and stays so; of 8 MB a build takes a twentieth longer than of 24. */
const HEAP = { maxYoungGenerationSizeMb: 16 };

/**
 * Builds come in bursts, while a catalog is published: loading the modules takes longer (0.25 s) than a build (0.2 s).
 * Between the bursts the thread's heap and its store's page caches are 70 MB that nobody uses.
 */
const IDLE_MS = 5000;

/** Starts a thread when there is something to build, and ends it when there was nothing for a while. */
export function indexThread(work: IndexWork, idleMs = IDLE_MS) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  const start = () => {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: HEAP,
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  return {
    /** Builds from the store what is not known; one at a time. Rejects when the thread fails; the next call starts another. */
    build: async (known: IndexVersions['games']): Promise<CatalogIndexes> => {
      clearTimeout(idle);
      worker ??= start();
      const settled = new AbortController();
      const built = once(worker, 'message', settled).then(([indexes]) => indexes as CatalogIndexes);
      // `once` rejects at an error; an end without one is a stop.
      const ended = once(worker, 'exit', settled).then(([code]) => {
        throw new Error(`the search index was not built: its thread ended with ${code}`);
      });
      worker.postMessage(known);
      try {
        return await Promise.race([built, ended]);
      } finally {
        settled.abort();
        idle = setTimeout(end, idleMs).unref();
      }
    },
    stop: end,
  };
}
