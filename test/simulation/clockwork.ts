/** Virtual time: nothing happens but what is taken from one queue, in an order that the seed draws, and time jumps to it. */
import { type Random, randomOf } from '../../demo/random.ts';

/** Who waits: what a dead one waits for never comes. */
export interface Waiter {
  isAlive: boolean;
}

interface Due {
  atMs: number;
  /** Settles what is due at the same moment. */
  tie: number;
  waiter: Waiter;
  wake(): void;
}

/**
 * How much of a full life happens in this one: in two of three 15 %, in one of eight more than half. So many more are lived,
 * and what takes many changes has its lives too.
 */
export const fullnessOf = (random: Random): number => Math.max(0.15, random.next() ** 5);

export class Clockwork {
  readonly random: Random;
  /** Since the beginning; never set back. */
  nowMs = 0;
  steps = 0;
  readonly #queue: Due[] = [];

  readonly #settled: () => Promise<unknown>;

  /** @param settled resolves when what was begun waits for this queue again */
  constructor(seed: number, settled: () => Promise<unknown>) {
    this.#settled = settled;
    this.random = randomOf(`simulation ${seed}`);
  }

  /** Resolves when the time has come, if `waiter` lives then; rejects when `signal` ends it. */
  pause(ms: number, waiter: Waiter, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const due = { atMs: this.nowMs + ms, tie: this.random.next(), waiter, wake: resolve };
      this.#queue.push(due);
      signal?.addEventListener('abort', () => {
        const at = this.#queue.indexOf(due);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(new Error('ended'));
      });
    });
  }

  /** Goes on until `isOver` says so, or nothing is due any more; `look` sees each step before the next begins. */
  async run(isOver: () => boolean, look?: () => Promise<void> | undefined): Promise<void> {
    while (!isOver()) {
      const next = this.#take();
      if (next === undefined) return;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      this.steps += 1;
      next.wake();
      await this.#settled();
      await look?.();
    }
  }

  #take(): Due | undefined {
    let first = -1;
    for (let at = this.#queue.length - 1; at >= 0; at -= 1) {
      const due = this.#queue[at] as Due;
      if (!due.waiter.isAlive) this.#queue.splice(at, 1);
    }
    for (const [at, due] of this.#queue.entries()) {
      const best = this.#queue[first];
      if (best === undefined || due.atMs < best.atMs || (due.atMs === best.atMs && due.tie < best.tie)) first = at;
    }
    return first < 0 ? undefined : this.#queue.splice(first, 1)[0];
  }
}
