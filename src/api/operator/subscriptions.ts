/** Subscriptions for operators: the functions of the command line, over HTTP. */

import type { Static } from 'typebox';
import { optionalText } from '../../catalog/field-shapes.ts';
import * as manage from '../../events/manage-subscriptions.ts';
import { type Format, maskedBody } from '../../events/watches/chat-bodies.ts';
import { Failure } from '../../failure.ts';
import {
  attemptsOf,
  countDeliveries,
  deliveryCounts,
  deliveryLog,
  loggedDelivery,
  readDeliveryId,
} from '../../store/events/deliveries.ts';
import { allSubscriptions, deleteSubscription } from '../../store/events/subscriptions.ts';
import { rowCount } from '../../store/maintenance/whole-tables.ts';
import type { MadePage } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { listPage, type Paging, pageParameters } from '../catalog/list.ts';
import { readFlag } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import type { NewSubscription, Recovery, TestRequest } from './records.ts';

const ATTEMPTS_SHOWN = 50;
const BODY_SHOWN = 65_536;

export const deliveryParameters = {
  ...pageParameters,
  failed: optionalText('`true`: only those not delivered of which an attempt failed.', 'true'),
};

interface Subscribing {
  operator: { subscriptions: manage.SubscriptionService };
  now: () => Date;
}

const idOf = ({ params }: RouteRequest): string => params.id ?? '';

export function listSubscriptions({ query }: RouteRequest, context: Pick<Paging, 'cursors'> & { store: Store }) {
  const { store } = context;
  const fetch = async (page: Required<MadePage>) =>
    (await allSubscriptions(store.reads, page)).map((each) => ({
      row: manage.shown(each),
      position: [each.created_at, each.id] as [string, string],
    }));
  return listPage(context, query, ['admin/subscriptions'], fetch, () => rowCount(store, 'subscriptions'));
}

/** @throws Failure bad_request, url_not_allowed */
export async function addSubscription({ body }: RouteRequest, { operator, now }: Subscribing) {
  const { events = [], allow_private: allowPrivate = false, ...asked } = body as Static<typeof NewSubscription>;
  return manage.createSubscription(operator.subscriptions, { ...asked, events, allowPrivate }, now());
}

/** @throws Failure not_found */
export async function getSubscription(request: RouteRequest, { store }: { store: Store }) {
  const subscription = manage.shown(await manage.requireSubscription({ store }, idOf(request)));
  return {
    ...subscription,
    deliveries: await deliveryCounts(store.reads, subscription.id),
    attempts: await attemptsOf(store.reads, subscription.id, ATTEMPTS_SHOWN),
  };
}

/** @throws Failure not_found */
export async function removeSubscription(request: RouteRequest, { store }: { store: Store }): Promise<void> {
  const id = idOf(request);
  const isDeleted = await store.write((writes) => deleteSubscription(writes, id));
  if (!isDeleted) throw new Failure('not_found', `There is no subscription ${id}.`);
}

/** @throws Failure not_found, bad_request for an event that does not exist */
export async function testSubscription(
  request: RouteRequest,
  { operator, now }: Subscribing,
): Promise<manage.SampleResult> {
  const { event } = request.body as Static<typeof TestRequest>;
  return manage.sendSample(operator.subscriptions, idOf(request), event, now());
}

const paused =
  (isPaused: boolean) =>
  async (request: RouteRequest, { operator, now }: Subscribing) => {
    await manage.setPaused(operator.subscriptions, idOf(request), isPaused, now());
    return manage.shown(await manage.requireSubscription(operator.subscriptions, idOf(request)));
  };
export const pauseSubscription = paused(true);
export const resumeSubscription = paused(false);

/** @throws Failure not_found */
export const rotateSubscriptionSecret = async (request: RouteRequest, { operator, now }: Subscribing) =>
  manage.rotateSecret(operator.subscriptions, idOf(request), now());

/** @throws Failure not_found, bad_request for what is no time */
export async function recoverSubscription(request: RouteRequest, { operator, now }: Subscribing) {
  const { since } = request.body as Static<typeof Recovery>;
  const time = Date.parse(since);
  if (Number.isNaN(time)) throw new Failure('bad_request', 'since must be a time such as 2026-05-01T00:00:00Z.');
  const wanted = { since: new Date(time).toISOString() };
  return { replayed: await manage.replay(operator.subscriptions, idOf(request), wanted, now()) };
}

type Deliveries = { after: [number] | undefined; limit: number };

/** @throws Failure not_found */
export async function listDeliveries(request: RouteRequest, context: Pick<Paging, 'cursors'> & { store: Store }) {
  const { store } = context;
  const { id } = await manage.requireSubscription({ store }, idOf(request));
  const isFailed = readFlag(request.query, 'failed') === true;
  const scope = ['admin/deliveries', id, String(isFailed)];
  const fetch = async ({ after, limit }: Deliveries) => {
    const deliveries = await deliveryLog(store.reads, id, { isFailed, before: after?.[0], limit });
    return deliveries.map((row) => ({ row, position: [row.position] as [number] }));
  };
  return listPage(context, request.query, scope, fetch, () => countDeliveries(store.reads, id, isFailed));
}

/** @throws Failure not_found */
export async function getDelivery(request: RouteRequest, context: { store: Store }) {
  const { subscription_id, delivery } = await requireDelivery(request, context);
  const { format } = await manage.requireSubscription(context, subscription_id);
  const body = maskedBody(format as Format, delivery.body);
  return { ...delivery, subscription_id, body: body.slice(0, BODY_SHOWN), body_bytes: Buffer.byteLength(body) };
}

/** @throws Failure not_found */
export async function resendDelivery(request: RouteRequest, context: Subscribing & { store: Store }) {
  const { subscription_id, delivery } = await requireDelivery(request, context);
  await manage.replay(context.operator.subscriptions, subscription_id, { id: delivery.event_id }, context.now());
  const { body: _, ...resent } = (await requireDelivery(request, context)).delivery;
  return resent;
}

async function requireDelivery(request: RouteRequest, { store }: { store: Store }) {
  const id = idOf(request);
  const place = readDeliveryId(id);
  const delivery = place && (await loggedDelivery(store.reads, place.subscription_id, place.position));
  if (!place || !delivery) throw new Failure('not_found', `There is no delivery ${id}.`);
  return { ...place, delivery };
}
