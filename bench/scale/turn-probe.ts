/** Preloaded into a service by a bench: writes on SIGUSR2 the longest turn of its request thread since the last time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Milliseconds of the longest turn: by the clock, without what the thread waited for a core, and of its own processor time; it
 * waits for the helpers that collect its garbage too, which want a core as well.
 */
export interface LongestTurn {
  ms: number;
  ownMs: number;
  cpuMs: number;
}

const EVERY_MS = 2;
const FILE = process.env.TURN_PROBE_FILE;

/** Nanoseconds that this thread has waited for a core, by proc_pid_schedstat(5). */
const waitedMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;

const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (FILE !== undefined && isMainThread) {
  const longest: LongestTurn = { ms: 0, ownMs: 0, cpuMs: 0 };
  let last = performance.now();
  let waited = waitedMs();
  let used = usedMs();
  setInterval(() => {
    const now = performance.now();
    const waitedNow = waitedMs();
    const ms = now - last - EVERY_MS;
    longest.ms = Math.max(longest.ms, ms);
    longest.ownMs = Math.max(longest.ownMs, ms - (waitedNow - waited));
    const usedNow = usedMs();
    longest.cpuMs = Math.max(longest.cpuMs, usedNow - used);
    last = now;
    waited = waitedNow;
    used = usedNow;
  }, EVERY_MS).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(FILE, JSON.stringify(longest));
    Object.assign(longest, { ms: 0, ownMs: 0, cpuMs: 0 });
  });
}
