/** Holds running programs to one core for a while. Needs taskset of util-linux. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const taskset = async (...args: string[]) => (await promisify(execFile)('taskset', args)).stdout;

/** The cores that a program may use, as `0,1` or `0-7`. */
const coresOf = async (pid: number) => (await taskset('-c', '-p', String(pid))).trim().split(': ')[1] ?? '';

/** Runs `work` with all of these programs, and what they start meanwhile, on one core. */
export async function onOneCore<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  const all = await coresOf(process.pid);
  const [first = '0'] = all.split(/[,-]/);
  const hold = async (cores: string) => {
    for (const pid of pids) await taskset('-a', '-c', '-p', cores, String(pid));
  };
  await hold(first);
  return work().finally(() => hold(all));
}
