/** Runs a service's ingest in a process of its own: what a run took, threads leave behind in pieces that nobody gives back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { ProcessMessage } from './ingest-process.ts';
import type { IngestJob } from './ingest-thread.ts';
import type { RunReport } from './runner.ts';
import { heardError, type ToldError } from './told-error.ts';

const PROGRAM = new URL('./ingest-process.ts', import.meta.url);
const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** Runs `job`; the process ends with it, and with this one, however that ends. */
export function ingestInProcess(job: IngestJob, { onProgress, onReport }: RunFollowers): BackgroundIngest {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const child = fork(PROGRAM, { execArgv: FLAGS, serialization: 'advanced', stdio: [...stdio] });
  let isStopped = false;
  let end: { reports: RunReport[] | undefined } | { error: ToldError } | undefined;
  child.on('message', (message: ProcessMessage) => {
    if ('progress' in message) onProgress(message.progress);
    else if ('report' in message) onReport(message.report);
    else end = message;
  });
  const done = once(child, 'close').then(([code, signal]) => {
    if (end && 'error' in end) throw heardError(end.error);
    if (end === undefined && !isStopped) throw new Error(`the process of the run ended with ${signal ?? code}`);
    return end?.reports;
  });
  child.send(job, () => undefined);
  return {
    done,
    stop: async () => {
      isStopped = true;
      child.kill('SIGKILL');
      await done.catch(() => undefined);
    },
  };
}
