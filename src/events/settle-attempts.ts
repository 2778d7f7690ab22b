/** Writes what came of attempts, those that ended at about the same time in one transaction. */
import { addAttempts, type ClaimedDelivery, releaseDeliveries, settleDeliveries } from '../store/events/deliveries.ts';
import { changeSubscription, type SubscriptionChange, subscriptionsById } from '../store/events/subscriptions.ts';
import type { Store, Writes } from '../store/store.ts';
import type { Answer } from './post-delivery.ts';
import { afterAttempt } from './retry-rules.ts';

/** An attempt that ended; without an answer where the process ends before one came. */
export interface EndedAttempt {
  delivery: ClaimedDelivery;
  eventId: string;
  started: Date;
  ended: Date;
  headers: Record<string, string>;
  answer: Answer | undefined;
}

const AT_ONCE = 64;

/** Takes attempts as they end; each is settled when its promise resolves. */
export function openSettling(
  store: Store,
  { random, turn }: { random(): number; turn(): Promise<void> },
): (ended: EndedAttempt) => Promise<void> {
  let waiting: { ended: EndedAttempt; settled: PromiseWithResolvers<void> }[] = [];
  let isWriting = false;

  const settle = async (some: typeof waiting): Promise<void> => {
    try {
      const all = some.map(({ ended }) => ended);
      await store.write((writes) => settleAll(writes, all, random));
      for (const { settled } of some) settled.resolve();
    } catch (error) {
      // One that the store does not take, and a store that takes none, are told apart one by one.
      if (some.length > 1) for (const one of some) await settle([one]);
      else some[0]?.settled.reject(error);
    }
  };
  const write = async (): Promise<void> => {
    isWriting = true;
    // What ends in this turn goes together.
    await turn();
    while (waiting.length > 0) {
      const some = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await settle(some);
      await turn();
    }
    isWriting = false;
  };
  return (ended) => {
    const settled = Promise.withResolvers<void>();
    waiting.push({ ended, settled });
    if (!isWriting) void write();
    return settled.promise;
  };
}

async function settleAll(writes: Writes, all: readonly EndedAttempt[], random: () => number): Promise<void> {
  const bySubscription = Map.groupBy(all, ({ delivery }) => delivery.subscription_id);
  const subscriptions = await subscriptionsById(writes, [...bySubscription.keys()]);
  // In one order in every process: two transactions that take rows of the same subscriptions wait, and do not lock each other.
  for (const [id, attempts] of [...bySubscription].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const subscription = subscriptions.get(id);
    if (subscription === undefined) continue;
    await releaseDeliveries(writes, id, positionsOf(attempts.filter(({ answer }) => answer === undefined)));
    const change: SubscriptionChange = {};
    const delivered: EndedAttempt[] = [];
    for (const attempt of attempts) {
      const { answer, delivery, ended } = attempt;
      if (answer === undefined) continue;
      const result = afterAttempt({ ...subscription, ...change }, delivery.attempts, answer, ended, random());
      Object.assign(change, result.subscription);
      if (result.delivery.state === 'delivered') delivered.push(attempt);
      else await settleDeliveries(writes, id, [delivery], result.delivery);
    }
    const due_at = delivered.at(-1)?.ended.toISOString();
    const done = delivered.map(({ delivery }) => delivery);
    if (due_at !== undefined) await settleDeliveries(writes, id, done, { state: 'delivered', due_at });
    if (Object.keys(change).length > 0) await changeSubscription(writes, id, change);
  }
  const known = all.filter(({ delivery }) => subscriptions.has(delivery.subscription_id));
  const logged = known.flatMap(({ delivery: { subscription_id }, answer, ...ended }) =>
    answer === undefined ? [] : [loggedAttempt({ subscription_id, answer, ...ended })],
  );
  await addAttempts(writes, logged);
}

const positionsOf = (attempts: readonly EndedAttempt[]): number[] => attempts.map(({ delivery }) => delivery.position);

/** What is kept of an attempt. */
export const loggedAttempt = ({
  subscription_id,
  eventId,
  started,
  ended,
  headers,
  answer: { status, error, snippet },
}: Omit<EndedAttempt, 'delivery' | 'answer'> & { subscription_id: string; answer: Omit<Answer, 'retryAfterMs'> }) => ({
  ...{ subscription_id, event_id: eventId, at: started.toISOString(), status },
  ...{ duration_ms: ended.getTime() - started.getTime(), error, answer: snippet },
  request_headers: JSON.stringify(headers),
});
