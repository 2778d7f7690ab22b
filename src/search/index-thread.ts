/** The thread that builds the search indexes, as the main thread holds it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CatalogIndexes, IndexVersions } from './catalog-indexes.ts';
import type { IndexWork } from './index-worker.ts';

/** A thread's default young heap grows by tens of MB in a build and stays so; a small one costs a tenth of the time. */
const HEAP = { maxYoungGenerationSizeMb: 8 };

export interface IndexThread {
  /** Builds from the store what is not known; one at a time. Rejects when the thread fails; the next call starts another. */
  build(known: IndexVersions['games']): Promise<CatalogIndexes>;
  stop(): Promise<void>;
}

/** Starts with the first build and stays: loading its modules takes longer (0.25 s) than a build (0.2 s). */
export function indexThread(work: IndexWork): IndexThread {
  let worker: Worker | undefined;
  const start = () => {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: HEAP,
    });
    started.once('exit', () => {
      worker = undefined;
    });
    return started;
  };
  return {
    build: async (known) => {
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
      }
    },
    stop: async () => {
      await worker?.terminate();
    },
  };
}
