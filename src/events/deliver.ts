/** Delivers events: numbers what was committed, and keeps up to a bounded number of attempts under way for each subscription. */
import { OperatorFailure } from '../failure.ts';
import type { Network } from '../network/guarded-connector.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  dueSubscriptions,
  recallDeliveries,
  renewLeases,
} from '../store/events/deliveries.ts';
import { eventsAt, type FeedEvent, firstMoment, forgetEvents, numberEvents } from '../store/events/events.ts';
import { type Subscription, subscriptionsById } from '../store/events/subscriptions.ts';
import { recordTask, registerTasks } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { nextTurn, REAL_TIME, type Time } from '../time.ts';
import { isWanted } from './event-names.ts';
import { type Answer, KeptConnections, type Post, postDelivery } from './post-delivery.ts';
import { CONCURRENCY, widthAfter } from './retry-rules.ts';
import type { Seal } from './sealed-secrets.ts';
import { openSettling } from './settle-attempts.ts';
import { signedHeaders } from './signature.ts';
import { type Format, postAddress } from './watches/chat-bodies.ts';

/** The task that `/health` reports; subscribers that are dead do not make it late. */
export const DELIVERIES_TASK = { name: 'deliveries', windowMs: 15 * 60_000 };

const LOOK_EVERY_MS = 200;
/** The same where nothing was to be done for some time: a service that has no news rests. */
const REST_MS = 1000;
const REST_AFTER_LOOKS = 25;
/** Longer than an attempt can take; it is renewed as long as one is under way: a lease that runs out belonged to a process that died. */
const LEASE_MS = 30_000;
const RENEW_AFTER_MS = 10_000;
const TASK_EVERY_MS = 30_000;
const UPKEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Longer than any wait for a retry: what waits until then was put off by a clock that was ahead. */
const LONGEST_WAIT_MS = 2 * DAY_MS;
/** How long attempts under way may go on when the process ends. */
const STOP_GRACE_MS = 3000;
/**
 * Attempts under way at once to all subscribers together, and of them to those whose last attempt failed: they may hang for
 * 20 s each, and must leave room for the others. One takes some 40 kB beside the body, which all have in common.
 */
const UNDER_WAY_MAX = 128;
const FAILING_MAX = 64;
/** Subscriptions that are claimed for in one transaction, and attempts that are begun in one turn of the thread that answers requests. */
const CLAIMED_AT_ONCE = 32;
const BEGUN_AT_ONCE = 8;
/** With so many under way the next are claimed, and what came of them is written, after a while: a commit for each costs more than they do. */
const BUSY_FROM = 16;
const GATHERED_MS = 50;

/** What deliveries need of the world outside: the time, chance, and the way to a subscriber. A simulation has its own. */
export interface Surroundings extends Time {
  /** 0 up to 1. */
  random(): number;
  /** Lets everything else have its turn. */
  turn(): Promise<void>;
  post: Post;
}

const REAL: Omit<Surroundings, 'post'> = { ...REAL_TIME, random: Math.random, turn: nextTurn };

export interface DeliveryParts {
  store: Store;
  seal: Seal;
  network: Network;
  userAgent: string;
  keptDays: number;
  onFault(error: unknown): void;
  surroundings?: Surroundings;
}

/** An event as it is sent: its bytes are in memory once, to however many it goes. */
interface SentEvent extends Omit<FeedEvent, 'body'> {
  body: Buffer;
}

export const targetOf = ({ format, url, allow_private }: Subscription) => ({
  url: postAddress(format as Format, url),
  allowPrivate: allow_private,
});

export function deliveryHeaders(
  event: Pick<FeedEvent, 'id' | 'group_id' | 'position'> & { body: Buffer | string },
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

/**
 * Signs, and posts what is signed. Where no secret can be opened, as after `secrets-key` is lost, that is an attempt which
 * failed: it is seen where all are, made again in time, and ends with a secret that is new.
 */
export async function signedAndPosted(
  sign: () => Record<string, string>,
  send: (headers: Record<string, string>) => Promise<Answer>,
) {
  let headers: Record<string, string> = {};
  try {
    headers = sign();
  } catch (error) {
    if (!(error instanceof OperatorFailure)) throw error;
    const answer = { status: null, error: error.message, snippet: null, retryAfterMs: undefined };
    return { headers, answer };
  }
  return { headers, answer: await send(headers) };
}

/** Starts delivering. Any number of processes may do so on one store. */
export function startDeliveries(parts: DeliveryParts) {
  const { store, onFault } = parts;
  const kept = new KeptConnections();
  const post: Post = (target, body, headers, by, signal) => postDelivery(target, body, headers, by, signal, kept);
  const surroundings = parts.surroundings ?? { ...REAL, post };
  const ending = new AbortController();
  let isStopped = false;
  let wake: () => void = () => undefined;
  let lastTask = 0;
  let lastUpkeep = 0;
  let looksInVain = 0;
  const attempts = openAttempts({ ...parts, surroundings }, ending.signal, () => wake());
  /** Subscriptions for which something is due and nothing is claimed yet, by whether they fail. */
  const due = { well: new Set<string>(), failing: new Set<string>() };

  const number = async (): Promise<boolean> => {
    const count = await numberEvents(store, surroundings.now().toISOString(), isWanted);
    if (count > 0) await surroundings.turn();
    return count > 0;
  };

  const look = async () => {
    looksInVain += 1;
    // Those that fail may wait for room for minutes: what is due for others meanwhile waits for none of it.
    const findDue = async () =>
      due.well.size > 0 ? [] : dueSubscriptions(store.reads, surroundings.now().toISOString());
    // Asked at once: one way to a server and back where there is nothing to do.
    let [isNumbered, found] = await Promise.all([number(), findDue()]);
    if (isNumbered) {
      looksInVain = 0;
      while (isNumbered) isNumbered = await number();
      found = await findDue();
    }
    for (const { id, isFailing } of found) (isFailing ? due.failing : due.well).add(id);
  };

  /** The next subscriptions to claim for, taken out of those that are due, each with how much it may have. */
  const nextClaims = (ids: Set<string>, max: number): Claim[] => {
    const claims: Claim[] = [];
    let room = max;
    for (const id of ids) {
      if (room <= 0 || claims.length === CLAIMED_AT_ONCE) break;
      ids.delete(id);
      const limit = Math.min(room, attempts.roomOf(id));
      if (limit > 0) claims.push({ id, limit });
      room -= limit;
    }
    return claims;
  };

  const deliverDue = async (ids: Set<string>, isFailing: boolean) => {
    while (!isStopped) {
      const free = UNDER_WAY_MAX - attempts.underWay();
      const claims = nextClaims(ids, isFailing ? Math.min(free, FAILING_MAX - attempts.underWay(isFailing)) : free);
      if (claims.length === 0) return;
      looksInVain = 0;
      const claimed = await claimDeliveries(store, claims, leaseFrom(surroundings.now()));
      await attempts.begin(claimed, isFailing);
    }
  };

  const round = async () => {
    const now = surroundings.now();
    await attempts.renew();
    await look();
    await deliverDue(due.well, false);
    await deliverDue(due.failing, true);
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

  let isRegistered = false;
  const register = async () => {
    if (isRegistered) return;
    await store.write((writes) => registerTasks(writes, [DELIVERIES_TASK.name], surroundings.now().toISOString()));
    isRegistered = true;
  };

  const looking = (async () => {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await register();
        await round();
      } catch (error) {
        // The store did not answer: the next look finds out whether it does again, and /health tells meanwhile.
        onFault(error);
      }
      if (attempts.isBusy() && !isStopped) await surroundings.sleep(GATHERED_MS).catch(() => undefined);
      const restMs = looksInVain < REST_AFTER_LOOKS ? LOOK_EVERY_MS : REST_MS;
      const waited = new AbortController();
      await Promise.race([woken, surroundings.sleep(restMs, waited.signal).catch(() => undefined)]);
      waited.abort();
    }
  })();

  return {
    /** Has it look now: something may have been committed. */
    look: () => wake(),
    /** Takes no more, and gives those under way a moment. */
    stop: async () => {
      isStopped = true;
      wake();
      await looking;
      const over = new AbortController();
      surroundings.sleep(STOP_GRACE_MS, over.signal).then(
        () => ending.abort(),
        () => undefined,
      );
      await attempts.allEnded();
      over.abort();
      kept.close();
    },
  };
}

const nameOf = ({ subscription_id, position }: ClaimedDelivery) => `${subscription_id} ${position}`;

const leaseFrom = (now: Date) => ({
  now: now.toISOString(),
  leaseUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
});

/** The attempts under way; `onEnd` is called after each. */
function openAttempts(parts: DeliveryParts & { surroundings: Surroundings }, ending: AbortSignal, onEnd: () => void) {
  const { store, seal, network, userAgent, onFault, surroundings } = parts;
  const { now, post, turn } = surroundings;
  const settle = openSettling(store, {
    random: surroundings.random,
    gathered: () =>
      isBusy() && !ending.aborted ? surroundings.sleep(GATHERED_MS, ending).catch(() => undefined) : turn(),
  });
  /** What goes to one subscriber at once; a concurrency of their own keeps those who are dead from holding up the others. */
  const bySubscription = new Map<string, { width: number; underWay: number }>();
  const underWay = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() };
  /** What is claimed, by subscription and place, and since when. */
  const held = new Map<string, { delivery: ClaimedDelivery; since: Date }>();
  const isBusy = () => held.size >= BUSY_FROM;
  /** Events that are under way, with how many attempts: they are not read anew. */
  const sent = new Map<number, { event: SentEvent; attempts: number }>();

  const eventsOf = async (positions: ReadonlySet<number>): Promise<Map<number, SentEvent>> => {
    const events = new Map<number, SentEvent>();
    for (const position of positions) {
      const known = sent.get(position);
      if (known !== undefined) events.set(position, known.event);
    }
    const missing = [...positions].filter((position) => !events.has(position));
    for (const event of missing.length === 0 ? [] : await eventsAt(store.reads, missing)) {
      events.set(event.position, { ...event, body: Buffer.from(event.body) });
    }
    return events;
  };

  const attempt = async (delivery: ClaimedDelivery, event: SentEvent, subscription: Subscription): Promise<void> => {
    const concurrency = bySubscription.get(subscription.id) ?? { width: CONCURRENCY, underWay: 0 };
    bySubscription.set(subscription.id, concurrency);
    concurrency.underWay += 1;
    held.set(nameOf(delivery), { delivery, since: now() });
    const shared = sent.get(delivery.position) ?? { event, attempts: 0 };
    sent.set(delivery.position, shared);
    shared.attempts += 1;
    try {
      const started = now();
      const { headers, answer } = await signedAndPosted(
        () => ({ ...deliveryHeaders(event, subscription, seal, started), 'user-agent': userAgent }),
        (signed) => post(targetOf(subscription), shared.event.body, signed, network, ending),
      );
      // What was cut off is claimed again by whoever works next, which frees all that is claimed.
      if (ending.aborted && answer.status === null) return;
      concurrency.width = widthAfter(concurrency.width, answer.status);
      await settle({ delivery, eventId: event.id, started, ended: now(), headers, answer });
    } finally {
      held.delete(nameOf(delivery));
      shared.attempts -= 1;
      if (shared.attempts === 0) sent.delete(delivery.position);
      concurrency.underWay -= 1;
      if (concurrency.underWay === 0 && concurrency.width === CONCURRENCY) bySubscription.delete(subscription.id);
    }
  };

  return {
    /** How many more may go to a subscriber at once. */
    roomOf: (id: string): number => {
      const { width, underWay } = bySubscription.get(id) ?? { width: CONCURRENCY, underWay: 0 };
      return width - underWay;
    },
    isBusy,
    /** Has what is under way for some time stay ours. */
    renew: async (): Promise<void> => {
      const since = now();
      const old = [...held.values()].filter((each) => since.getTime() - each.since.getTime() > RENEW_AFTER_MS);
      if (old.length === 0) return;
      const claimed = old.map(({ delivery }) => delivery);
      await renewLeases(store, claimed, leaseFrom(since).leaseUntil);
      for (const each of old) each.since = since;
    },
    underWay: (isFailing = false) => underWay.failing.size + (isFailing ? 0 : underWay.well.size),
    /** Begins the attempts, a few in a turn. */
    begin: async (claimed: readonly ClaimedDelivery[], isFailing: boolean): Promise<void> => {
      const subscriptions = await subscriptionsById(store.reads, [
        ...new Set(claimed.map((each) => each.subscription_id)),
      ]);
      const events = await eventsOf(new Set(claimed.map(({ position }) => position)));
      const kind = isFailing ? underWay.failing : underWay.well;
      for (const [at, delivery] of claimed.entries()) {
        const [event, subscription] = [events.get(delivery.position), subscriptions.get(delivery.subscription_id)];
        // Where this thread stood still for longer than the lease it may have claimed what it is at: nobody is told twice for that.
        if (event === undefined || subscription === undefined || held.has(nameOf(delivery))) continue;
        const begun = attempt(delivery, event, subscription)
          .catch(onFault)
          .finally(() => {
            kind.delete(begun);
            onEnd();
          });
        kind.add(begun);
        if (at % BEGUN_AT_ONCE === BEGUN_AT_ONCE - 1) await turn();
      }
    },
    allEnded: () => Promise.all([...underWay.well, ...underWay.failing]),
  };
}

/** Old events are let go of, and what a wrong clock has put off is due again. `keptDays` is how long events stay in the feed. */
async function upkeep(store: Store, nowMs: number, keptDays: number): Promise<void> {
  const momentOf = (ms: number) => new Date(ms).toISOString();
  await store.write((writes) => recallDeliveries(writes, momentOf(nowMs), momentOf(nowMs + LONGEST_WAIT_MS)));
  const first = await firstMoment(store.reads);
  if (first === undefined) return;
  // A clock that is set far ahead takes a day of the feed an hour, and not all of it before anybody has looked.
  const since = momentOf(Math.min(nowMs - keptDays * DAY_MS, Date.parse(first) + DAY_MS));
  while (await store.write((writes) => forgetEvents(writes, { since, now: momentOf(nowMs) })));
}
