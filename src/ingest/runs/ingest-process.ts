/** The process that runs of a service are in: the thread that ingests, and what it reports, sent on. */
import type { Progress } from '../source.ts';
import { ingestInBackground } from './background.ts';
import type { IngestJob, ThreadMessage } from './ingest-thread.ts';
import { type SerializedError, serializedError } from './reasons.ts';
import type { RunReport } from './runner.ts';

export type ProcessMessage = ThreadMessage | { error: SerializedError };

/** Without a callback what is said to a service that has just ended is thrown, and ends this process with a trace. */
const say = (message: ProcessMessage, onSaid: () => void = () => undefined) => process.send?.(message, onSaid);
const sayLast = (message: ProcessMessage) => say(message, () => process.exit());

// A terminal's signals are the service's to hear: it says when a run ends. Where it is gone there is nobody to run for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// Not by exit, which waits for the statement that its thread is in: meanwhile a service that starts again finds the run lock
// taken.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (job: IngestJob) => {
  const followers = {
    onProgress: (progress: Progress) => say({ progress }),
    onReport: (report: RunReport) => say({ report }),
  };
  ingestInBackground(job, followers).done.then(
    (reports) => sayLast({ reports }),
    (error) => sayLast({ error: serializedError(error) }),
  );
});
