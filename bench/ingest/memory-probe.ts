/** Preloaded into a service by the benches of memory: tells on SIGUSR2 what the heaps of its threads are. */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** Megabytes of a thread's own heap, used and taken; those outside of it, and which of these are buffers. */
export interface ThreadMemory {
  used: number;
  /** Of what is used: compiled functions, which a process goes on making as long as some are called for the first or thousandth time. */
  code: number;
  taken: number;
  external: number;
  buffers: number;
}

const ANSWERS_MS = 200;
const FILE = process.env.MEMORY_BENCH_FILE;

/** Set where only what lives is to be told: each thread collects all its garbage first. */
const isCollecting = process.env.MEMORY_BENCH_COLLECTS !== undefined;
if (isCollecting) setFlagsFromString('--expose-gc');
const collect = isCollecting ? (runInNewContext('gc') as () => void) : () => undefined;

const CODE_SPACES = /^(code|trusted)_/;
const codeBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => CODE_SPACES.test(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

const ownMemory = (): ThreadMemory => {
  // Twice: what the first finalizes the second frees.
  collect();
  collect();
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const sizes = [heapUsed, codeBytes(), heapTotal, external, arrayBuffers];
  const [used = 0, code = 0, taken = 0, outside = 0, buffers = 0] = sizes.map((bytes) => bytes / 2 ** 20);
  return { used, code, taken, external: outside, buffers };
};

if (FILE !== undefined) {
  const channel = new BroadcastChannel('memory-bench');
  const threads: ThreadMemory[] = [];
  channel.onmessage = (event) => {
    const { data } = event as { data: ThreadMemory | 'ask' };
    if (data !== 'ask') threads.push(data);
    else if (!isMainThread) channel.postMessage(ownMemory());
  };
  channel.unref();
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      threads.length = 0;
      channel.postMessage('ask');
      setTimeout(() => writeFileSync(FILE, JSON.stringify([ownMemory(), ...threads])), ANSWERS_MS);
    });
  }
}
