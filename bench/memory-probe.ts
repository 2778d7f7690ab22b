/** Preloaded into a service by the memory bench: tells on SIGUSR2 what the heaps of its threads are. */
import { writeFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** Megabytes of a thread's own heap, used and taken; those outside of it, and which of these are buffers. */
export interface ThreadMemory {
  used: number;
  taken: number;
  external: number;
  buffers: number;
}

const ANSWERS_MS = 200;
const FILE = process.env.MEMORY_BENCH_FILE;

const ownMemory = (): ThreadMemory => {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const [used = 0, taken = 0, outside = 0, buffers = 0] = [heapUsed, heapTotal, external, arrayBuffers].map(
    (bytes) => bytes / 2 ** 20,
  );
  return { used, taken, external: outside, buffers };
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
