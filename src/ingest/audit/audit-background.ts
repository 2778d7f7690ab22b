/** Makes the mapping audit in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { auditReport } from './audit-report.ts';
import type { AuditJob } from './audit-thread.ts';

/** A whole English catalog takes about 300 MB of it. */
const HEAP = { maxOldGenerationSizeMb: 1024 };

/** @throws whatever ended the thread */
export function auditInBackground(job: AuditJob): ReturnType<typeof auditReport> {
  const worker = new Worker(new URL('./audit-thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: HEAP,
  });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the thread of the audit ended without a report')));
  });
}
