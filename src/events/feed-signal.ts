/** Lets any number of callers wait for the feed's next event while one question asks the store for all of them. */
import { lastPosition } from '../store/events/events.ts';
import type { Store } from '../store/store.ts';

/** A thousand that wait cost what one does: a row read four times a second. */
const LOOK_EVERY_MS = 250;

interface Waiter {
  /** Where the feed stood. */
  position: number;
  untilMs: number;
  wake: () => void;
}

const signals = new WeakMap<Store, FeedSignal>();

export class FeedSignal {
  readonly #store: Store;
  readonly #waiters = new Set<Waiter>();
  #isLooking = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The one of a store. */
  static of(store: Store): FeedSignal {
    const known = signals.get(store) ?? new FeedSignal(store);
    signals.set(store, known);
    return known;
  }

  /** Resolves when the feed has an event behind `position`, after `ms`, or when the process is on its way out. */
  past(position: number, ms: number, isStopping: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add({ position, untilMs: performance.now() + ms, wake: resolve });
      if (!this.#isLooking) this.#look(isStopping);
    });
  }

  #look(isStopping: () => boolean): void {
    this.#isLooking = this.#waiters.size > 0;
    if (!this.#isLooking) return;
    setTimeout(async () => {
      // A store that does not answer says nothing of the feed.
      const newest = await lastPosition(this.#store.reads).catch(() => 0);
      const nowMs = isStopping() ? Infinity : performance.now();
      for (const waiter of this.#waiters) {
        if (waiter.position >= newest && nowMs < waiter.untilMs) continue;
        this.#waiters.delete(waiter);
        waiter.wake();
      }
      this.#look(isStopping);
    }, LOOK_EVERY_MS);
  }
}
