/** Lets any number of callers wait for the feed's next event while one question asks the store for all of them. */
import { lastPosition } from '../store/events/events.ts';
import type { Store } from '../store/store.ts';

/** A thousand that wait cost what one does: a row read four times a second. */
const LOOK_EVERY_MS = 250;

interface Waiter {
  position: number;
  untilMs: number;
  wake: () => void;
}

/** Resolves when the feed has an event behind `position`, after `ms`, or when the process is on its way out. */
type Past = (position: number, ms: number, isStopping: () => boolean) => Promise<void>;

const signals = new WeakMap<Store, Past>();

export function feedSignalOf(store: Store): Past {
  const known = signals.get(store) ?? feedSignal(store);
  signals.set(store, known);
  return known;
}

function feedSignal(store: Store): Past {
  const waiters = new Set<Waiter>();
  let isLooking = false;
  const look = (isStopping: () => boolean) => {
    isLooking = waiters.size > 0;
    if (!isLooking) return;
    setTimeout(async () => {
      // A store that does not answer says nothing of the feed.
      const newest = await lastPosition(store.reads).catch(() => 0);
      const nowMs = isStopping() ? Infinity : performance.now();
      for (const waiter of waiters) {
        if (waiter.position >= newest && nowMs < waiter.untilMs) continue;
        waiters.delete(waiter);
        waiter.wake();
      }
      look(isStopping);
    }, LOOK_EVERY_MS);
  };
  return (position, ms, isStopping) =>
    new Promise((resolve) => {
      waiters.add({ position, untilMs: performance.now() + ms, wake: resolve });
      if (!isLooking) look(isStopping);
    });
}
