/** Where the CPU time of this machine goes: to children of this process, and to programs that have nothing to do with it. */
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Milliseconds of CPU of all children that have ended. */
export function endedChildrenMs(): number {
  // Fields 16 and 17 of proc_pid_stat(5), counted behind the program's name.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Milliseconds of CPU that all cores have been busy, or taken away by the host. */
export function machineMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .join()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}
