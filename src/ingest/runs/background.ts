/** Starts ingest in a thread of its own and follows it. */
import { Worker } from 'node:worker_threads';
import type { Progress } from '../source.ts';
import type { IngestJob, ThreadMessage } from './ingest-thread.ts';
import type { RunReport } from './runner.ts';

/** V8 lets a heap grow to what it may have before it cleans up; the whole English catalog needs about 150 MB. */
const HEAP = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };

export interface BackgroundIngest {
  /**
   * The reports; undefined when another process was at it.
   * @throws whatever ended the thread
   */
  done: Promise<RunReport[] | undefined>;
  /** Ends the thread where it stands: an open transaction is undone by the store. */
  stop(): Promise<void>;
}

/** Runs `job` in a thread. */
export function ingestInBackground(job: IngestJob, onProgress: (progress: Progress) => void): BackgroundIngest {
  const worker = new Worker(new URL('./ingest-thread.ts', import.meta.url), { workerData: job, resourceLimits: HEAP });
  const done = new Promise<RunReport[] | undefined>((resolve, reject) => {
    let reports: RunReport[] | undefined;
    worker.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else reports = message.reports;
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve(reports));
  });
  return {
    done,
    stop: async () => {
      await worker.terminate();
    },
  };
}
