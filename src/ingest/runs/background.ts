/** Starts ingest in a thread of its own and follows it. */
import { Worker } from 'node:worker_threads';
import { MEMORY_MB } from '../../upstream/size-limit.ts';
import type { Progress } from '../source.ts';
import type { IngestJob, ThreadMessage } from './ingest-thread.ts';
import type { RunReport } from './runner.ts';

/**
 * V8 lets a heap grow to what it may have before it cleans up. With 48 a run had 40 MB more at most, and took the same
 * processor time; with 12 it took a fifth more.
 */
const YOUNG_MB = 24;

export type BackgroundIngest = ReturnType<typeof ingestInBackground>;

/** What hears of runs while they are under way, and of each at its end. */
export interface RunFollowers {
  onProgress(progress: Progress): void;
  onReport(report: RunReport): void;
}

export function ingestInBackground(job: IngestJob, { onProgress, onReport }: RunFollowers) {
  const { memoryMb = MEMORY_MB } = job.config;
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
  const worker = new Worker(new URL('./ingest-thread.ts', import.meta.url), { workerData: job, resourceLimits });
  const done = new Promise<RunReport[] | undefined>((resolve, reject) => {
    let reports: RunReport[] | undefined;
    worker.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('report' in message) onReport(message.report);
      else reports = message.reports;
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve(reports));
  });
  return {
    /** The reports; undefined when another process was at it. @throws whatever ended the thread */
    done,
    /** Ends the thread where it stands: an open transaction is undone by the store. */
    stop: async (): Promise<void> => {
      await worker.terminate();
    },
  };
}
