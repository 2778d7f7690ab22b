/** Which faults strike in a life: draw by draw, each by its number, so that a red life can be lived again with fewer of them. */
import { hash, type Random, randomOf, unitAt } from '../../demo/random.ts';
import type { Ways } from './places/place.ts';

export const NO_FAULTS = {
  /** The store does not answer: nothing was done. */
  lost: 0,
  /** The store's answer is lost after a commit. */
  lostAfter: 0,
  /** The process dies. */
  crash: 0,
  /** The process stands still for up to a minute. */
  stall: 0,
  /** The wall clock of a process is set up to an hour back or forth. */
  clock: 0,
  /** A lock is taken from its holder, who is told a while later: so a server does that was restarted. */
  lock: 0,
  /** The disk takes nothing for up to ten minutes. */
  full: 0,
  /** The machine loses its power in the middle of a commit: every process dies, and the log is cut where the disk was. */
  power: 0,
  /** The connection is lost on which a statement was to be sent, in the middle of a transaction or outside of one. */
  cut: 0,
  /** A subscriber changes to something else than answering 200. */
  subscriber: 0,
  /** A source changes to something else than answering whole and at once. */
  source: 0,
};

/** What may happen in a life, each by its chance at every point; a seed draws some of them and leaves the others out. */
export type Faults = Record<keyof typeof NO_FAULTS, number>;

export class FaultDraws {
  readonly faults: Faults;
  readonly counts: Record<string, number> = {};
  /** The numbers of those that struck. */
  readonly numbers: number[] = [];
  /** When the faults have ended. */
  isOver = false;
  /** Until then the disk takes nothing. */
  fullUntilMs = 0;
  readonly #seed: number;
  readonly #only: ReadonlySet<number> | undefined;
  #drawn = 0;

  constructor(seed: number, faults: Faults, only?: readonly number[]) {
    this.#seed = hash(`strikes ${seed}`);
    this.faults = faults;
    this.#only = only && new Set(only);
  }

  /** What those meet on their way to the store who live by `clock`. */
  ways(clock: { nowMs: number }): Ways {
    return {
      isFull: () => !this.isOver && clock.nowMs < this.fullUntilMs,
      isCut: () => this.draw('cut') !== undefined,
    };
  }

  /** Draws for a fault: where it strikes, what is left to chance in it. No other chance of the life depends on that. */
  draw(kind: keyof Faults): Random | undefined {
    this.#drawn += 1;
    if (this.isOver || unitAt(this.#seed, this.#drawn) >= this.faults[kind]) return undefined;
    if (this.#only?.has(this.#drawn) === false) return undefined;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.numbers.push(this.#drawn);
    return randomOf(`strike ${this.#seed} ${this.#drawn}`);
  }
}
