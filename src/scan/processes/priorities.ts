/** How much of a full machine photo processes have: a fair part, hardly any while the service is busy with reads. */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * Steps below the service's priority. Beside two photos all the time the p99 of as many reads as two cores answer was 1.8
 * times that without at 19, 4 times at 8 and 9, 8 times at 5; beside two programs that take a core each the p50 of a photo
 * was 2 to 6 s at 19, .5 s at 9 and below (`bench/scan/beside.ts`). No fixed one does for both.
 */
const BESIDE_READS = 19;
const BESIDE_OTHERS = 5;
/** What a process begins with, and stays at where the system allows no way back up: between the two. */
export const AT_FIRST = 10;

/** Share of the service's time from which on reads need the processor, and how often it is looked at. */
const BUSY = 0.3;
const LOOK_EVERY_MS = 100;

/** Keeps the priority of photo processes where the service's own work leaves it. */
export function openPriorities() {
  const pids = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let before = performance.eventLoopUtilization();
  let now = BESIDE_OTHERS;

  function look(): void {
    const at = performance.eventLoopUtilization();
    const wanted = performance.eventLoopUtilization(at, before).utilization >= BUSY ? BESIDE_READS : BESIDE_OTHERS;
    before = at;
    if (wanted === now) return;
    now = wanted;
    for (const pid of pids) givePriority(pid, now);
  }
  return {
    /** Takes a process in, until it has ended. */
    admit: (pid: number) => {
      // Down is always allowed. Where up is not, to go down would be for good.
      if (!givePriority(pid, BESIDE_OTHERS)) return;
      if (now !== BESIDE_OTHERS) givePriority(pid, now);
      pids.add(pid);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
    forget: (pid: number) => {
      pids.delete(pid);
      if (pids.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/**
 * Gives a process its priority; false where that is not allowed, or it has ended. On Linux a priority is a thread's own,
 * and new threads have that of the one which makes them: V8's are there already.
 */
export function givePriority(pid: number, priority: number): boolean {
  try {
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`) : [pid];
    // A thread may end meanwhile: the first is the process, which says whether it is allowed.
    for (const thread of threads) if (Number(thread) !== pid) trySetPriority(Number(thread), priority);
    setPriority(pid, priority);
    return true;
  } catch {
    return false;
  }
}

function trySetPriority(thread: number, priority: number): void {
  try {
    setPriority(thread, priority);
  } catch {
    // Ended, or not allowed, which the process itself tells.
  }
}
