/** Delivers events: numbers what was committed, and keeps one bounded lane per subscription busy. */
import type { Network } from '../network/guarded-connector.ts';
import {
  addAttempt,
  type ClaimedDelivery,
  claimDeliveries,
  dueSubscriptions,
  releaseDeliveries,
  settleDelivery,
} from '../store/events/deliveries.ts';
import { numberEvents } from '../store/events/events.ts';
import { changeSubscription, type Subscription, subscriptionById } from '../store/events/subscriptions.ts';
import { recordTask, registerTasks } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { REAL_TIME, type Time } from '../time.ts';
import { isWanted } from './event-names.ts';
import { postDelivery } from './post-delivery.ts';
import { afterAttempt, LANE_WIDTH, widthAfter } from './retry-rules.ts';
import type { Seal } from './sealed-secrets.ts';
import { signedHeaders } from './signature.ts';
import { upkeep } from './upkeep.ts';

/** The task that `/health` reports; subscribers that are dead do not make it late. */
export const DELIVERIES_TASK = { name: 'deliveries', windowMs: 15 * 60_000 };

const LOOK_EVERY_MS = 200;
/** Longer than an attempt can take; a lease that runs out belonged to a process that died. */
const LEASE_MS = 30_000;
const TASK_EVERY_MS = 30_000;
const UPKEEP_EVERY_MS = 3_600_000;
/** How long attempts under way may go on when the process ends. */
const STOP_GRACE_MS = 3000;

/** What deliveries need of the world outside: the time, chance, and the way to a subscriber. A simulation has its own. */
export interface Surroundings extends Time {
  /** 0 up to 1. */
  random(): number;
  post: typeof postDelivery;
}

const REAL: Surroundings = { ...REAL_TIME, random: Math.random, post: postDelivery };

export interface DeliveryParts {
  store: Store;
  seal: Seal;
  network: Network;
  userAgent: string;
  /** How long events stay in the feed. */
  keptDays: number;
  onFault(error: unknown): void;
  surroundings?: Surroundings;
}

export interface Deliveries {
  /** Takes no more, gives those under way a moment, and gives the rest back. */
  stop(): Promise<void>;
}

/** What goes to one subscriber at once; lanes of their own keep those who are dead from holding up the others. */
interface Lane {
  width: number;
  attempts: Set<Promise<void>>;
}

/** The headers of an attempt at `event`. */
export function deliveryHeaders(
  event: Pick<ClaimedDelivery, 'id' | 'body' | 'group_id' | 'position'>,
  subscription: Subscription,
  seal: Seal,
  now: Date,
): Record<string, string> {
  const { secret, previous_secret, previous_until } = subscription;
  const isPreviousValid = previous_secret !== null && (previous_until ?? '') > now.toISOString();
  const secrets = isPreviousValid ? [secret, previous_secret] : [secret];
  return {
    'content-type': 'application/json',
    ...signedHeaders(event.id, event.body, secrets.map(seal.open), now),
    'webhook-group': event.group_id,
    'webhook-position': String(event.position),
  };
}

/** Starts delivering. Any number of processes may do so on one store. */
export function startDeliveries(parts: DeliveryParts): Deliveries {
  const { store, onFault, surroundings = REAL } = parts;
  const lanes = new Map<string, Lane>();
  const ending = new AbortController();
  let isStopped = false;
  let wake: () => void = () => undefined;
  let lastTask = 0;
  let lastUpkeep = 0;

  const attend = (id: string, delivery: ClaimedDelivery) => {
    const lane: Lane = lanes.get(id) ?? { width: LANE_WIDTH, attempts: new Set() };
    lanes.set(id, lane);
    const attempt = attemptDelivery({ ...parts, surroundings }, id, delivery, ending.signal)
      .then((status) => {
        lane.width = widthAfter(lane.width, status);
      }, onFault)
      .finally(() => {
        lane.attempts.delete(attempt);
        if (lane.attempts.size === 0 && lane.width === LANE_WIDTH) lanes.delete(id);
        wake();
      });
    lane.attempts.add(attempt);
  };

  const round = async () => {
    const now = surroundings.now();
    while ((await numberEvents(store, now.toISOString(), isWanted)) > 0);
    for (const id of await dueSubscriptions(store.reads, surroundings.now().toISOString())) {
      const { width, attempts } = lanes.get(id) ?? { width: LANE_WIDTH, attempts: new Set() };
      const limit = width - attempts.size;
      if (limit <= 0 || isStopped) continue;
      const claimed = await claimDeliveries(store, id, { ...leaseFrom(surroundings.now()), limit });
      for (const delivery of claimed) attend(id, delivery);
    }
    // A clock that was ahead and is set right is no reason to wait.
    if (Math.abs(now.getTime() - lastUpkeep) > UPKEEP_EVERY_MS) {
      lastUpkeep = now.getTime();
      await upkeep(store, lastUpkeep, parts.keptDays);
    }
    if (Math.abs(now.getTime() - lastTask) > TASK_EVERY_MS) {
      lastTask = now.getTime();
      await store.write((writes) => recordTask(writes, DELIVERIES_TASK.name, now.toISOString()));
    }
  };

  const looking = (async () => {
    let isRegistered = false;
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        if (!isRegistered) {
          await store.write((writes) =>
            registerTasks(writes, [DELIVERIES_TASK.name], surroundings.now().toISOString()),
          );
          isRegistered = true;
        }
        await round();
      } catch (error) {
        // The store did not answer: the next look finds out whether it does again, and /health tells meanwhile.
        onFault(error);
      }
      const waited = new AbortController();
      await Promise.race([woken, surroundings.sleep(LOOK_EVERY_MS, waited.signal).catch(() => undefined)]);
      waited.abort();
    }
  })();

  return {
    stop: async () => {
      isStopped = true;
      wake();
      await looking;
      const underWay = [...lanes.values()].flatMap(({ attempts }) => [...attempts]);
      const over = new AbortController();
      surroundings.sleep(STOP_GRACE_MS, over.signal).then(
        () => ending.abort(),
        () => undefined,
      );
      await Promise.all(underWay);
      over.abort();
    },
  };
}

const leaseFrom = (now: Date) => ({
  now: now.toISOString(),
  leaseUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
});

/** Makes an attempt and records it; returns the status of the answer, null where none came. */
async function attemptDelivery(
  {
    store,
    seal,
    network,
    userAgent,
    surroundings: { now, random, post },
  }: DeliveryParts & { surroundings: Surroundings },
  subscriptionId: string,
  delivery: ClaimedDelivery,
  ending: AbortSignal,
): Promise<number | null> {
  const subscription = await subscriptionById(store.reads, subscriptionId);
  if (!subscription) return null;
  const started = now();
  const headers = { ...deliveryHeaders(delivery, subscription, seal, started), 'user-agent': userAgent };
  const target = { url: subscription.url, allowPrivate: subscription.allow_private };
  const answer = await post(target, delivery.body, headers, network, ending);
  const answeredAt = now();
  await store.write(async (writes) => {
    if (ending.aborted && answer.status === null) {
      return releaseDeliveries(writes, subscriptionId, [delivery.position]);
    }
    const current = await subscriptionById(writes, subscriptionId);
    if (!current) return;
    const result = afterAttempt(current, delivery.attempts, answer, answeredAt, random());
    await settleDelivery(writes, subscriptionId, delivery, result.delivery);
    await changeSubscription(writes, subscriptionId, result.subscription);
    await addAttempt(writes, {
      subscription_id: subscriptionId,
      event_id: delivery.id,
      at: started.toISOString(),
      status: answer.status,
      duration_ms: answeredAt.getTime() - started.getTime(),
      error: answer.error,
      answer: answer.snippet,
      request_headers: JSON.stringify(headers),
    });
  });
  return answer.status;
}
