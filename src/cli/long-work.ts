/** Long work of a command: a bar while it lasts, and a quiet end on a signal. */
import { constants } from 'node:os';
import { printNote } from './output.ts';
import { progressDisplay } from './progress.ts';

/** Where nobody watches a bar, work that is over sooner says nothing. */
const UNTOLD_MS = 5000;

/** Shows how far a step of the work is; `total` is undefined where nobody knows it. */
export type ShowStep = (step: string, done: number, total: number | undefined) => void;

/** What a signal in the midst of the work leaves behind. */
export interface Ended {
  /** Takes away what is half written. */
  undo?(): void;
  /** What is left, and how to go on, as the end of a sentence. */
  left(): string;
}

/** Does `work`, which lets signals be heard between its steps. The first one ends the process with 128 and its number. */
export async function longWork<T>(task: string, { undo, left }: Ended, work: (show: ShowStep) => Promise<T>) {
  const display = progressDisplay();
  const startedAt = Date.now();
  const end = (signal: NodeJS.Signals) => {
    display.end();
    undo?.();
    printNote(`stopped: ${left()}`);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    const result = await work((step, done, total) => {
      if (process.stderr.isTTY || Date.now() - startedAt >= UNTOLD_MS) display.show({ task, step, done, total });
    });
    display.finish(task, true);
    return result;
  } finally {
    display.end();
    for (const signal of signals) process.off(signal, end);
  }
}
