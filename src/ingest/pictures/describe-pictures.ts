/** Has pictures described in a process of their own, which is started when needed and replaced when it dies. */
import { type ChildProcess, fork } from 'node:child_process';

/** Decoding stops by itself after 5 s; at the lowest priority a busy machine may take its time. */
const PICTURE_LIMIT_MS = 60_000;

/** A picture that cannot be taken; the message says why. */
export class UnusablePicture extends Error {
  /** Whether it is the very picture that its card is found by, as an earlier release described it. */
  isHeld = false;
}

/** Describes pictures one after the other. */
export interface Describer {
  /** @throws UnusablePicture */
  describe(picture: { picture: Uint8Array } | { demo: string }): Promise<Described>;
  close(): void;
}

/** @param kind `demo` draws the demo's own pictures and takes no bytes; `bytes` takes nothing else */
export function openDescriber(kind: 'demo' | 'bytes', model: Uint8Array): Describer {
  const waiting = new Map<number, PromiseWithResolvers<Described>>();
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
    describe: async (picture) => {
      child ??= start();
      const used = child;
      const timer = setTimeout(() => used.kill('SIGKILL'), PICTURE_LIMIT_MS);
      const id = ++lastId;
      const described = Promise.withResolvers<Described>();
      waiting.set(id, described);
      used.send({ id, ...picture } satisfies ToPictureProcess);
      return described.promise.finally(() => clearTimeout(timer));
    },
    close: () => {
      if (child?.connected) child.disconnect();
    },
  };
}

/** The model to describe with, first; then pictures, or paths of the demo's own. */
export type ToPictureProcess =
  | { model: Uint8Array }
  | { id: number; picture: Uint8Array }
  | { id: number; demo: string };

/** A described picture. */
export interface Described {
  /** Of the picture's bytes. */
  digest: string;
  vector: Uint8Array;
  thumbnail: Uint8Array;
  detail: Uint8Array;
}

/** Of one picture its description, or why there is none. */
export type FromPictureProcess = { id: number; described: Described } | { id: number; refused: string };
