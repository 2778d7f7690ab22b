/** Runs a service's ingest in a process of its own: what a run took, threads leave behind in pieces that nobody gives back. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { BackgroundIngest, RunFollowers } from './background.ts';
import type { ProcessMessage } from './ingest-process.ts';
import type { IngestJob } from './ingest-thread.ts';
import { deserializedError, type SerializedError } from './reasons.ts';
import type { RunReport } from './runner.ts';

const PROGRAM = new URL('./ingest-process.ts', import.meta.url);
/** The service's flags, of its network for one, are its runs' too; but not those of its own heap. */
const ITS_OWN = /^--(max-semi-space-size|inspect)/;

/** Runs `job`; the process ends with it, and with this one, however that ends. */
export function ingestInProcess(job: IngestJob, followers: RunFollowers): BackgroundIngest {
  const running: { child?: ChildProcess; isStopped: boolean } = { isStopped: false };
  const done = reportsOf(job, followers, running);
  // Whoever asked for it hears of it a moment later.
  done.catch(() => undefined);
  return {
    done,
    stop: async () => {
      running.isStopped = true;
      running.child?.kill('SIGKILL');
      await done.catch(() => undefined);
    },
  };
}

async function reportsOf(
  job: IngestJob,
  { onProgress, onReport }: RunFollowers,
  running: { child?: ChildProcess; isStopped: boolean },
): Promise<RunReport[] | undefined> {
  const execArgv = [...process.execArgv.filter((flag) => !ITS_OWN.test(flag)), '--disable-warning=ExperimentalWarning'];
  const child = fork(PROGRAM, { execArgv, serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.child = child;
  let end: { reports: RunReport[] | undefined } | { error: SerializedError } | undefined;
  child.on('message', (message: ProcessMessage) => {
    if ('progress' in message) onProgress(message.progress);
    else if ('report' in message) onReport(message.report);
    else end = message;
  });
  // Without descriptors or memory there is no process, and no channel to it either.
  child.once('spawn', () => child.send(job, () => undefined));
  child.on('error', () => child.kill('SIGKILL'));
  const [code, signal] = await once(child, 'close');
  if (end && 'error' in end) throw deserializedError(end.error);
  if (end === undefined && !running.isStopped) throw endedWithoutWord(signal ?? code);
  return end?.reports;
}

/** Killed by nobody who says so is killed by the system, and that is how it makes room. */
function endedWithoutWord(by: unknown): Error {
  const code = by === 'SIGKILL' ? 'ENOMEM' : undefined;
  return Object.assign(new Error(`the process of the run ended with ${by}`), { code });
}
