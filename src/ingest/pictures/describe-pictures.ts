/** Has pictures described, or scaled, in a process of their own, which is started when needed and replaced when it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Description } from '../../scan/describe/describe.ts';

/** Decoding stops by itself after 5 s; at the lowest priority a busy machine may take its time. */
const PICTURE_LIMIT_MS = 60_000;

/** A picture that cannot be taken; the message says why. */
export class UnusablePicture extends Error {
  /** Whether it is the very picture that its card is found by, as an earlier release described it. */
  isHeld = false;
}

/**
 * @param kind `demo` draws the demo's own pictures and takes no bytes; `bytes` takes nothing else
 * @param model what to describe by, where anything is to be described
 */
export function openPictureWork(kind: 'demo' | 'bytes', model?: Uint8Array) {
  const waiting = new Map<number, PromiseWithResolvers<FromPictureProcess> & { by: ChildProcess }>();
  let child: ChildProcess | undefined;
  let lastId = 0;

  const start = (): ChildProcess => {
    const started = fork(new URL('./picture-process.ts', import.meta.url), [kind], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    started.on('message', (message: FromPictureProcess) => {
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    });
    started.on('error', () => started.kill('SIGKILL'));
    started.once('exit', () => {
      if (child === started) child = undefined;
      for (const [id, { by, reject }] of waiting) {
        if (by === started && waiting.delete(id)) reject(new UnusablePicture('the process that decoded it ended'));
      }
    });
    if (model !== undefined) started.send({ model } satisfies ToPictureProcess);
    return started;
  };

  async function ask(asked: Asked): Promise<FromPictureProcess> {
    child ??= start();
    const by = child;
    const timer = setTimeout(() => by.kill('SIGKILL'), PICTURE_LIMIT_MS);
    const id = ++lastId;
    const answer = Promise.withResolvers<FromPictureProcess>();
    waiting.set(id, { ...answer, by });
    by.send({ id, ...asked } satisfies ToPictureProcess);
    const said = await answer.promise.finally(() => clearTimeout(timer));
    if ('refused' in said) throw new UnusablePicture(said.refused);
    return said;
  }

  return {
    /** @throws UnusablePicture */
    describe: async (picture: { picture: Uint8Array } | { demo: string }) =>
      ((await ask(picture)) as { described: Described }).described,
    /** Both renditions that are kept. @throws UnusablePicture */
    scale: async (scale: Uint8Array) => ((await ask({ scale })) as { scaled: Scaled }).scaled,
    close: () => {
      if (child?.connected) child.disconnect();
      child = undefined;
    },
  };
}

type Asked = { picture: Uint8Array } | { demo: string } | { scale: Uint8Array };

/** The model to describe with, first; then pictures, or paths of the demo's own. */
export type ToPictureProcess = { model: Uint8Array } | ({ id: number } & Asked);

/** `digest` is of the picture's bytes. */
export type Described = Description & { digest: string; detail: Uint8Array };

/** A picture in two widths, as WebP. */
export interface Scaled {
  low: Uint8Array;
  high: Uint8Array;
}

/** What came of one picture, or why nothing did. */
export type FromPictureProcess = { id: number } & ({ described: Described } | { scaled: Scaled } | { refused: string });
