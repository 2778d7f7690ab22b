/** Writes what came of attempts, those that ended at about the same time in one transaction. */
import { addAttempts, type ClaimedDelivery, settleDeliveries } from '../store/events/deliveries.ts';
import { changeSubscription, type SubscriptionChange, subscriptionsById } from '../store/events/subscriptions.ts';
import type { Store, Writes } from '../store/store.ts';
import type { Answer } from './post-delivery.ts';
import { afterAttempt } from './retry-rules.ts';

/** An attempt that ended. */
export interface EndedAttempt {
  delivery: ClaimedDelivery;
  eventId: string;
  started: Date;
  ended: Date;
  headers: Record<string, string>;
  answer: Answer;
}

const AT_ONCE = 64;

/** Takes attempts as they end; each is settled when its promise resolves. What ends until `gathered` resolves goes together. */
export function openSettling(
  store: Store,
  { random, gathered }: { random(): number; gathered(): Promise<void> },
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
    await gathered();
    while (waiting.length > 0) {
      const some = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await settle(some);
      await gathered();
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
  const known = all.filter(({ delivery }) => subscriptions.has(delivery.subscription_id));
  const taken = known.filter(({ answer }) => answer.error === null);
  const ended = taken.at(-1)?.ended ?? new Date(0);
  const claims = taken.map(({ delivery }) => delivery);
  await settleDeliveries(writes, claims, { state: 'delivered', due_at: ended.toISOString() });
  /** Subscriptions by what changes of them, as JSON. */
  const alike = new Map<string, string[]>();
  // In one order in every process: two transactions that take rows of the same subscriptions wait, and do not lock each other.
  for (const [id, subscription] of [...subscriptions].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const change: SubscriptionChange = {};
    for (const attempt of bySubscription.get(id) ?? []) {
      const { answer, delivery } = attempt;
      const at = answer.error === null ? ended : attempt.ended;
      const result = afterAttempt({ ...subscription, ...change }, delivery.attempts, answer, at, random());
      Object.assign(change, result.subscription);
      if (answer.error !== null) await settleDeliveries(writes, [delivery], result.delivery);
    }
    const text = JSON.stringify(change);
    if (text !== '{}') alike.set(text, [...(alike.get(text) ?? []), id]);
  }
  for (const [change, ids] of alike) await changeSubscription(writes, ids, JSON.parse(change) as SubscriptionChange);
  const logged = known.map(({ delivery: { subscription_id }, ...rest }) => loggedAttempt({ subscription_id, ...rest }));
  await addAttempts(writes, logged);
}

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
