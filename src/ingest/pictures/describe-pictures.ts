/** Has pictures described in a process of their own, which is started when needed and replaced when it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Described, FromPictureProcess, ToPictureProcess } from './picture-messages.ts';

/** Decoding stops by itself after 5 s; at the lowest priority a busy machine may take its time. */
const PICTURE_LIMIT_MS = 60_000;

/** A picture that cannot be taken; the message says why. */
export class UnusablePicture extends Error {
  /** Whether it is the very picture that its card is found by, as an earlier release described it. */
  isHeld = false;
}

interface Waiting {
  resolve(described: Described): void;
  reject(error: Error): void;
}

/** Describes pictures one after the other. */
export interface Describer {
  /** @throws UnusablePicture */
  describe(picture: { picture: Uint8Array } | { demo: string }): Promise<Described>;
  close(): void;
}

/** @param kind `demo` draws the demo's own pictures and takes no bytes; `bytes` takes nothing else */
export function openDescriber(kind: 'demo' | 'bytes', model: Uint8Array): Describer {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;

  const start = (): ChildProcess => {
    const started = fork(new URL('./picture-process.ts', import.meta.url), [kind], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    started.on('message', (message: FromPictureProcess) => {
      const entry = waiting.get(message.id);
      waiting.delete(message.id);
      if ('described' in message) entry?.resolve(message.described);
      else entry?.reject(new UnusablePicture(message.refused));
    });
    started.on('error', () => started.kill('SIGKILL'));
    started.once('exit', () => {
      child = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new UnusablePicture('the process that decoded it ended'));
    });
    started.send({ model } satisfies ToPictureProcess);
    return started;
  };

  return {
    describe: (picture) =>
      new Promise((resolve, reject) => {
        child ??= start();
        const used = child;
        const timer = setTimeout(() => used.kill('SIGKILL'), PICTURE_LIMIT_MS);
        const id = ++lastId;
        waiting.set(id, {
          resolve: (described) => {
            clearTimeout(timer);
            resolve(described);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
        used.send({ id, ...picture } satisfies ToPictureProcess);
      }),
    close: () => {
      if (child?.connected) child.disconnect();
    },
  };
}
