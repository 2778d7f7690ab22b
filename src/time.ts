/** The time, handed to everything that waits or notes a moment: a simulation has its own; and waiting for what may never come. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

export interface Time {
  now(): Date;
  /** Resolves after `ms`; rejects when `signal` ends it. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: Time = {
  now: () => new Date(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
};

/** How long an answer asks to be waited for, in seconds or until a moment; undefined where it does not. */
export function retryAfterMs({ 'retry-after': header }: Record<string, unknown>, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** What `answer` comes to; rejects with what `late` makes when that takes longer. */
export function withinTime<T>(answer: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    // A busy event loop runs timers before it reads the answers that are there already: let it read first.
    const timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs);
    const settle = () => clearTimeout(timer);
    answer.then(resolve, reject).then(settle, settle);
  });
}

/** Lets everything else that is due have its turn of the thread. */
export const nextTurn = (): Promise<void> => turn();
