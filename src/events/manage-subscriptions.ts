/** What operators do with subscriptions; the command line and the admin API call the same functions. */
import { randomUUIDv7 } from 'node:crypto';
import { isVisible } from '../catalog/visible.ts';
import { Failure } from '../failure.ts';
import { ForbiddenAddress, publicAddressOf, readPublicUrl } from '../network/address-guard.ts';
import type { Network } from '../network/guarded-connector.ts';
import { addAttempt, eventPositions, hurryDeliveries, putDeliveries } from '../store/events/deliveries.ts';
import { numberEvents } from '../store/events/events.ts';
import {
  addSubscription,
  allSubscriptions,
  changeSubscription,
  type Subscription,
  subscriptionById,
} from '../store/events/subscriptions.ts';
import type { Store } from '../store/store.ts';
import { deliveryHeaders } from './deliver.ts';
import { eventNames, isWanted, readEventName, readPatterns } from './event-names.ts';
import { type Answer, postDelivery } from './post-delivery.ts';
import { sampleEvent } from './samples.ts';
import type { Seal } from './sealed-secrets.ts';
import { newSecret } from './signature.ts';

/** What the functions here stand on. */
export interface Desk {
  store: Store;
  /** The games whose events there are. */
  games: readonly string[];
  seal: Seal;
  network: Network;
}

export interface SubscriptionRequest {
  url: string;
  /** Event names, or patterns such as `game.*` and `game.cards.*`. */
  events: readonly string[];
  /** The address may lie in the operator's own network. */
  allowPrivate: boolean;
}

/** How long the secret before a rotation goes on signing. */
const OLD_SECRET_MS = 24 * 3_600_000;

/** A subscription as it is shown: without its secrets. */
export type ShownSubscription = Omit<Subscription, 'secret' | 'previous_secret' | 'patterns'> & { events: string[] };

export const shown = ({ secret, previous_secret, patterns, ...rest }: Subscription): ShownSubscription => ({
  ...rest,
  events: patterns,
});

/**
 * Makes a subscription, which is told of what comes from now on; its secret is seen this once.
 * @throws Failure bad_request for events that do not exist, url_not_allowed for an address that may not be called
 */
export async function createSubscription(
  { store, games, seal, network }: Desk,
  { url, events, allowPrivate }: SubscriptionRequest,
  now = new Date(),
): Promise<{ id: string; secret: string }> {
  const patterns = readPatterns(games, events);
  await checkUrl(url, allowPrivate, network);
  const id = randomUUIDv7();
  const secret = newSecret();
  const none = { reason: null, previous_secret: null, previous_until: null, last_success_at: null };
  const subscription: Subscription = {
    ...{ id, url, patterns, allow_private: allowPrivate, state: 'active', secret: seal.seal(secret) },
    ...{ created_at: now.toISOString(), failing_since: null, hold_until: null, ...none },
  };
  // What was committed before is no news to it. Where no process delivers yet, that has no place in the feed so far.
  while ((await numberEvents(store, now.toISOString(), isWanted)) > 0);
  await store.write((writes) => addSubscription(writes, subscription));
  return { id, secret };
}

async function checkUrl(text: string, allowPrivate: boolean, network: Network): Promise<void> {
  // Whoever parses an address drops what stands in it unseen; it is kept and shown as it was given.
  if (!isVisible(text))
    throw new Failure('url_not_allowed', 'The address must not hold control or invisible characters.');
  if (allowPrivate) {
    if (URL.canParse(text) && /^https?:/i.test(text)) return;
    throw new Failure('url_not_allowed', 'The address must be an http: or https: address.');
  }
  try {
    await publicAddressOf(readPublicUrl(text).hostname, network.resolve, network.isAllowed);
  } catch (cause) {
    const reason = (cause as Error).message;
    const remedy = cause instanceof ForbiddenAddress ? ' (--allow-private lets it lie in your own network)' : '';
    throw new Failure('url_not_allowed', `The address ${text} ${reason}${remedy}.`, { cause });
  }
}

/** @throws Failure not_found */
export async function requireSubscription({ store }: Pick<Desk, 'store'>, id: string): Promise<Subscription> {
  const subscription = await subscriptionById(store.reads, id);
  if (!subscription) throw new Failure('not_found', `There is no subscription ${id}.`);
  return subscription;
}

/**
 * Replaces the secret; for 24 hours the old one signs too.
 * @throws Failure not_found
 */
export async function rotateSecret(desk: Desk, id: string, now = new Date()): Promise<{ id: string; secret: string }> {
  const { store, seal } = desk;
  const { secret: previous_secret } = await requireSubscription(desk, id);
  const secret = newSecret();
  const previous_until = new Date(now.getTime() + OLD_SECRET_MS).toISOString();
  await store.write((writes) =>
    changeSubscription(writes, id, { secret: seal.seal(secret), previous_secret, previous_until }),
  );
  return { id, secret };
}

/**
 * Holds back deliveries, or lets them go out again, what waits at once.
 * @throws Failure not_found
 */
export async function setPaused(
  desk: Pick<Desk, 'store'>,
  id: string,
  isPaused: boolean,
  now = new Date(),
): Promise<void> {
  await requireSubscription(desk, id);
  await desk.store.write(async (writes) => {
    if (isPaused) await changeSubscription(writes, id, { state: 'paused' });
    else {
      await changeSubscription(writes, id, { state: 'active', reason: null, failing_since: null, hold_until: null });
      await hurryDeliveries(writes, id, now.toISOString());
    }
  });
}

/**
 * Sends one event again, or all those since a time that the subscription wants. Returns how many.
 * @throws Failure not_found when there is no such subscription or event
 */
export async function replay(
  desk: Pick<Desk, 'store'>,
  id: string,
  wanted: { since: string } | { id: string },
  now = new Date(),
): Promise<number> {
  const { patterns } = await requireSubscription(desk, id);
  const found = await eventPositions(desk.store.reads, wanted);
  if ('id' in wanted && found.length === 0) throw new Failure('not_found', `There is no event ${wanted.id}.`);
  const positions = found
    .filter(({ name }) => 'id' in wanted || isWanted(patterns, name))
    .map((event) => event.position);
  await desk.store.write((writes) => putDeliveries(writes, id, positions, now.toISOString()));
  return positions.length;
}

/** What came of a sample. */
export interface SampleResult extends Omit<Answer, 'retryAfterMs'> {
  subscription_id: string;
  event_id: string;
  name: string;
}

/**
 * Sends a sample to one subscription at once, whatever its state; without `name` of the first event it wants.
 * @throws Failure not_found, bad_request for an event that does not exist
 */
export async function sendSample(desk: Desk, id: string, name?: string, now = new Date()): Promise<SampleResult> {
  const subscription = await requireSubscription(desk, id);
  const { store, games, seal, network } = desk;
  const names = eventNames(games);
  const full = names.find((known) => (name === undefined ? isWanted(subscription.patterns, known) : known === name));
  const sampled = full === undefined ? undefined : readEventName(full);
  if (!sampled) throw new Failure('bad_request', `There is no event ${name}; known are ${names.join(', ')}.`);
  const event = sampleEvent(sampled.game, sampled.kind, now);
  const signed = deliveryHeaders({ ...event, group_id: event.id, position: 0 }, subscription, seal, now);
  const headers = { ...signed, 'webhook-sample': '1' };
  const target = { url: subscription.url, allowPrivate: subscription.allow_private };
  const started = Date.now();
  const { retryAfterMs: _, ...answer } = await postDelivery(target, event.body, headers, network);
  await store.write((writes) =>
    addAttempt(writes, {
      subscription_id: id,
      event_id: event.id,
      at: now.toISOString(),
      duration_ms: Date.now() - started,
      status: answer.status,
      error: answer.error,
      answer: answer.snippet,
      request_headers: JSON.stringify(headers),
    }),
  );
  return { subscription_id: id, event_id: event.id, name: event.name, ...answer };
}

/** Sends a sample of `name` to every active subscription that wants it. */
export async function triggerSample(desk: Desk, name: string): Promise<SampleResult[]> {
  const { store, games } = desk;
  if (!eventNames(games).includes(name)) {
    throw new Failure('bad_request', `There is no event ${name}; known are ${eventNames(games).join(', ')}.`);
  }
  const subscriptions = (await allSubscriptions(store.reads)).filter(
    ({ state, patterns }) => state === 'active' && isWanted(patterns, name),
  );
  return Promise.all(subscriptions.map(({ id }) => sendSample(desk, id, name)));
}
