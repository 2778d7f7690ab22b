/** What deliveries do once an hour: old events are let go of, and what a wrong clock has put off is due again. */
import { recallDeliveries } from '../store/events/deliveries.ts';
import { firstMoment, forgetEvents } from '../store/events/events.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
/** Longer than any wait for a retry: what waits until then was put off by a clock that was ahead. */
const LONGEST_WAIT_MS = 2 * DAY_MS;

/** @param keptDays how long events stay in the feed */
export async function upkeep(store: Store, nowMs: number, keptDays: number): Promise<void> {
  const momentOf = (ms: number) => new Date(ms).toISOString();
  await store.write((writes) => recallDeliveries(writes, momentOf(nowMs), momentOf(nowMs + LONGEST_WAIT_MS)));
  const first = await firstMoment(store.reads);
  if (first === undefined) return;
  // A clock that is set far ahead takes a day of the feed an hour, and not all of it before anybody has looked.
  const since = momentOf(Math.min(nowMs - keptDays * DAY_MS, Date.parse(first) + DAY_MS));
  while (await store.write((writes) => forgetEvents(writes, { since, now: momentOf(nowMs) })));
}
