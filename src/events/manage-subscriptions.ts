/** What operators do with subscriptions; the command line and the admin API call the same functions. */
import { randomUUIDv7 } from 'node:crypto';
import { isVisible } from '../catalog/visible.ts';
import { Failure, OperatorFailure } from '../failure.ts';
import { ForbiddenAddress, publicAddressOf, readPublicUrl } from '../network/address-guard.ts';
import type { Network } from '../network/guarded-connector.ts';
import { addAttempts, eventPositions, hurryDeliveries, putDeliveries } from '../store/events/deliveries.ts';
import { numberEvents } from '../store/events/events.ts';
import {
  addSubscription,
  allSubscriptions,
  changeSubscription,
  type Subscription,
  subscriptionById,
} from '../store/events/subscriptions.ts';
import { idsOfNothing } from '../store/events/watches.ts';
import { valuesBy } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { AskedGame } from '../store/views/listing/field-query.ts';
import { deliveryHeaders, signedAndPosted, targetOf } from './deliver.ts';
import { eventNames, isWanted, readEventName, readPatterns } from './event-names.ts';
import { type Answer, postDelivery } from './post-delivery.ts';
import { sampleEvent, sampleMoves } from './samples.ts';
import type { Seal } from './sealed-secrets.ts';
import { loggedAttempt } from './settle-attempts.ts';
import { newSecret, type Signature, shownSecret, signatureOf } from './signature.ts';
import { checkChatAddress, type Format, maskedAddress, watchedName } from './watches/chat-bodies.ts';
import { checkRules, type WatchRule } from './watches/watch-rules.ts';

export interface SubscriptionService {
  store: Store;
  games: readonly string[];
  /** Their fields, which filters of rules may name. */
  asked?: readonly AskedGame[];
  seal: Seal;
  network: Network;
}

export interface SubscriptionRequest {
  url: string;
  /** Event names, or patterns such as `game.*` and `game.cards.*`. */
  events: readonly string[];
  /** The address may lie in the operator's own network. */
  allowPrivate?: boolean;
  /** Rules of prices; `events` may be empty beside them. */
  watch?: readonly WatchRule[];
  format?: Format;
  /** How its deliveries are signed; by default v1. */
  signature?: Signature;
  /** One at a time, in the order of the feed: one that is not taken holds back what follows. */
  ordered?: boolean;
}

/** How long the secret before a rotation goes on signing. */
const OLD_SECRET_MS = 24 * 3_600_000;

export type ShownSubscription = Omit<Subscription, 'secret' | 'previous_secret' | 'patterns' | 'watch' | 'format'> & {
  events: string[];
  watch: WatchRule[];
  format: Format;
};

export const shown = ({ secret, previous_secret, patterns, watch, ...rest }: Subscription): ShownSubscription => {
  const format = rest.format as Format;
  return { ...rest, url: maskedAddress(format, rest.url), events: patterns, watch: [...watch] as WatchRule[], format };
};

/**
 * Makes a subscription, which is notified of what comes from now on; its secret is seen this once.
 * @throws Failure bad_request for events that do not exist, url_not_allowed for an address that may not be called
 */
export async function createSubscription(
  { store, games, asked = [], seal, network }: SubscriptionService,
  request: SubscriptionRequest,
  now = new Date(),
): Promise<{ id: string; secret: string; unmatched?: string[] }> {
  const { url, events, allowPrivate = false, watch = [], format = 'standard', signature, ordered = false } = request;
  const patterns = watch.length > 0 && events.length === 0 ? [] : readPatterns(games, events);
  if (format !== 'standard' && (patterns.length > 0 || watch.length === 0)) {
    throw new Failure('bad_request', 'A chat takes watch alone: no events.');
  }
  await checkRules(watch, asked);
  await checkUrl(url, allowPrivate, network);
  checkChatAddress(format, url);
  const id = randomUUIDv7();
  const secret = newSecret(signature);
  const untried = { reason: null, last_success_at: null, failing_since: null, hold_until: null };
  const subscription: Subscription = {
    ...{ id, url, patterns, allow_private: allowPrivate, state: 'active', watch: [...watch], format, ordered },
    ...{ secret: seal.seal(secret), previous_secret: null, previous_until: null },
    ...{ created_at: now.toISOString(), ...untried },
  };
  // What was committed before is no news to it. Where no process delivers yet, that has no place in the feed so far.
  while ((await numberEvents(store, now.toISOString(), isWanted)) > 0);
  await store.write((writes) => addSubscription(writes, subscription));
  const unmatched = await watchedInVain(store, watch);
  return { id, secret: shownSecret(secret), ...(unmatched.length > 0 && { unmatched }) };
}

/** What rules name that is not there, or not yet: a watch may be older than its card. */
async function watchedInVain({ reads }: Store, watch: readonly WatchRule[]): Promise<string[]> {
  const named = <Id>(idsOf: (rule: WatchRule) => readonly Id[] | undefined) => [
    ...new Set(watch.flatMap((rule) => idsOf(rule) ?? [])),
  ];
  const [cards, expansions] = [named((rule) => rule.cards), named((rule) => rule.expansions)];
  const products = named((rule) => rule.products);
  const there = await valuesBy(reads, 'products', { id: products }, 'id', 'id');
  const missing = {
    cards: await idsOfNothing(reads, 'card', cards),
    products: products.filter((id) => !there.has(id)),
    expansions: await idsOfNothing(reads, 'expansion', expansions),
  };
  return Object.entries(missing).flatMap(([of, ids]) => ids.map((id) => `${of}=${id}`));
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
    throw new Failure('url_not_allowed', `The address ${reason}${remedy}.`, { cause });
  }
}

/** @throws Failure not_found */
export async function requireSubscription({ store }: Pick<SubscriptionService, 'store'>, id: string) {
  const subscription = await subscriptionById(store.reads, id);
  if (!subscription) throw new Failure('not_found', `There is no subscription ${id}.`);
  return subscription;
}

/** Undefined where it was sealed under a key that is lost: the way out of that is a new secret. */
function opened(seal: Seal, sealed: string): string | undefined {
  try {
    return seal.open(sealed);
  } catch (error) {
    if (error instanceof OperatorFailure) return undefined;
    throw error;
  }
}

/**
 * Replaces the secret; for 24 hours the old one signs too.
 * @throws Failure not_found
 */
export async function rotateSecret(service: SubscriptionService, id: string, now = new Date()) {
  const { store, seal } = service;
  const { secret: sealed } = await requireSubscription(service, id);
  const old = opened(seal, sealed);
  const secret = newSecret(old === undefined ? undefined : signatureOf(old));
  const previous_secret = old === undefined ? null : sealed;
  const previous_until = old === undefined ? null : new Date(now.getTime() + OLD_SECRET_MS).toISOString();
  await store.write((writes) =>
    changeSubscription(writes, id, { secret: seal.seal(secret), previous_secret, previous_until }),
  );
  return { id, secret: shownSecret(secret) };
}

/**
 * Holds back deliveries, or lets them go out again, what waits at once.
 * @throws Failure not_found
 */
export async function setPaused(
  service: Pick<SubscriptionService, 'store'>,
  id: string,
  isPaused: boolean,
  now = new Date(),
): Promise<void> {
  await requireSubscription(service, id);
  await service.store.write(async (writes) => {
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
  service: Pick<SubscriptionService, 'store'>,
  id: string,
  wanted: { since: string } | { id: string },
  now = new Date(),
): Promise<number> {
  const { patterns } = await requireSubscription(service, id);
  const found = await eventPositions(service.store.reads, wanted);
  if ('id' in wanted && found.length === 0) throw new Failure('not_found', `There is no event ${wanted.id}.`);
  const positions = found
    .filter(({ name, only_for: only }) => (only === null ? 'id' in wanted || isWanted(patterns, name) : only === id))
    .map((event) => event.position);
  await service.store.write((writes) => putDeliveries(writes, id, positions, now.toISOString()));
  return positions.length;
}

export interface SampleResult extends Omit<Answer, 'retryAfterMs'> {
  subscription_id: string;
  event_id: string;
  name: string;
}

/**
 * Sends a sample to one subscription at once, whatever its state; without `name` of the first event it wants, or else of
 * what its rules post.
 * @throws Failure not_found, bad_request for an event that does not exist
 */
export async function sendSample(service: SubscriptionService, id: string, name?: string, now = new Date()) {
  const subscription = await requireSubscription(service, id);
  const { store, games, seal, network } = service;
  const watched = subscription.watch.length === 0 ? [] : games.map(watchedName);
  const names = subscription.format === 'standard' ? [...eventNames(games), ...watched] : watched;
  const full = name ?? names.find((known) => isWanted(subscription.patterns, known)) ?? watched[0];
  if (full === undefined || !names.includes(full)) {
    throw new Failure('bad_request', `There is no event ${full ?? 'that it takes'}; known are ${names.join(', ')}.`);
  }
  const sampled = readEventName(full);
  const event = sampled ? sampleEvent(sampled.game, sampled.kind, now) : sampleMoves(full, subscription, now);
  const sent = { ...event, group_id: event.id, position: 0 };
  const started = Date.now();
  const { headers, answer: came } = await signedAndPosted(
    () => ({ ...deliveryHeaders(sent, subscription, seal, now), 'webhook-sample': '1' }),
    (signed) => postDelivery(targetOf(subscription), event.body, signed, network),
  );
  const { retryAfterMs: _, ...answer } = came;
  const took = { started: now, ended: new Date(now.getTime() + Date.now() - started) };
  const attempt = loggedAttempt({ subscription_id: id, eventId: event.id, ...took, headers, answer });
  await store.write((writes) => addAttempts(writes, [attempt]));
  return { subscription_id: id, event_id: event.id, name: event.name, ...answer };
}

/** Sends a sample of `name` to every active subscription that wants it; of what rules post, to every one that has some. */
export async function triggerSample(service: SubscriptionService, name: string): Promise<SampleResult[]> {
  const { store, games } = service;
  const isWatched = games.some((game) => watchedName(game) === name);
  if (!isWatched && !eventNames(games).includes(name)) {
    throw new Failure('bad_request', `There is no event ${name}; known are ${eventNames(games).join(', ')}.`);
  }
  const subscriptions = (await allSubscriptions(store.reads)).filter(
    ({ state, patterns, watch }) => state === 'active' && (isWatched ? watch.length > 0 : isWanted(patterns, name)),
  );
  return Promise.all(subscriptions.map(({ id }) => sendSample(service, id, name)));
}
