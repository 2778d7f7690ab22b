/** The time, handed to everything that waits or notes a moment: a simulation has its own. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Time {
  now(): Date;
  /** Resolves after `ms`; rejects when `signal` ends it. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: Time = {
  now: () => new Date(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
};
