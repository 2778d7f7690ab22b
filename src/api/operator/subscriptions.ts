/** Subscriptions for operators: the functions of the command line, over HTTP. */
import Type, { type Static } from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import {
  createSubscription,
  replay,
  requireSubscription,
  rotateSecret,
  type SampleResult,
  sendSample,
  setPaused,
  shown,
} from '../../events/manage-subscriptions.ts';
import { Failure } from '../../failure.ts';
import {
  attemptsOf,
  deliveryCounts,
  deliveryLog,
  type LoggedDelivery,
  loggedDelivery,
  readDeliveryId,
} from '../../store/events/delivery-log.ts';
import { allSubscriptions, deleteSubscription } from '../../store/events/subscriptions.ts';
import { listPage, type Page, pageParameters } from '../catalog/list.ts';
import type { ApiContext, RouteRequest } from '../context.ts';
import type { NewSubscription, Recovery, TestRequest } from './records.ts';

const ATTEMPTS_SHOWN = 50;
const BODY_SHOWN = 65_536;

export const deliveryParameters = {
  ...pageParameters,
  failed: Type.Optional(Type.String(doc('`true`: only those not delivered of which an attempt failed.', 'true'))),
};

const idOf = ({ params }: RouteRequest): string => params.id ?? '';

export async function listSubscriptions(_: RouteRequest, { store }: ApiContext) {
  return { items: (await allSubscriptions(store.reads)).map(shown), next_cursor: null };
}

/** @throws Failure bad_request, url_not_allowed */
export async function addSubscription({ body }: RouteRequest, { operator, now }: ApiContext) {
  const { url, events, allow_private = false } = body as Static<typeof NewSubscription>;
  return createSubscription(operator.desk, { url, events, allowPrivate: allow_private }, now());
}

/** @throws Failure not_found */
export async function getSubscription(request: RouteRequest, { store }: ApiContext) {
  const subscription = shown(await requireSubscription({ store }, idOf(request)));
  return {
    ...subscription,
    deliveries: await deliveryCounts(store.reads, subscription.id),
    attempts: await attemptsOf(store.reads, subscription.id, ATTEMPTS_SHOWN),
  };
}

/** @throws Failure not_found */
export async function removeSubscription(request: RouteRequest, { store }: ApiContext): Promise<void> {
  const id = idOf(request);
  const isDeleted = await store.write((writes) => deleteSubscription(writes, id));
  if (!isDeleted) throw new Failure('not_found', `There is no subscription ${id}.`);
}

/** @throws Failure not_found, bad_request for an event that does not exist */
export async function testSubscription(request: RouteRequest, { operator, now }: ApiContext): Promise<SampleResult> {
  const { event } = request.body as Static<typeof TestRequest>;
  return sendSample(operator.desk, idOf(request), event, now());
}

const paused =
  (isPaused: boolean) =>
  async (request: RouteRequest, { operator, now }: ApiContext) => {
    await setPaused(operator.desk, idOf(request), isPaused, now());
    return shown(await requireSubscription(operator.desk, idOf(request)));
  };
export const pauseSubscription = paused(true);
export const resumeSubscription = paused(false);

/** @throws Failure not_found */
export const rotateSubscriptionSecret = async (request: RouteRequest, { operator, now }: ApiContext) =>
  rotateSecret(operator.desk, idOf(request), now());

/** @throws Failure not_found, bad_request for what is no time */
export async function recoverSubscription(request: RouteRequest, { operator, now }: ApiContext) {
  const { since } = request.body as Static<typeof Recovery>;
  const time = Date.parse(since);
  if (Number.isNaN(time)) throw new Failure('bad_request', 'since must be a time such as 2026-05-01T00:00:00Z.');
  const wanted = { since: new Date(time).toISOString() };
  return { replayed: await replay(operator.desk, idOf(request), wanted, now()) };
}

/** @throws Failure not_found */
export async function listDeliveries(request: RouteRequest, context: ApiContext): Promise<Page<LoggedDelivery>> {
  const { store } = context;
  const { id } = await requireSubscription({ store }, idOf(request));
  const isFailed = request.query.failed === 'true';
  const scope = ['admin/deliveries', id, String(isFailed)];
  return listPage(context, request.query, scope, async ({ after, limit }: DeliveryPage) => {
    const deliveries = await deliveryLog(store.reads, id, { isFailed, before: after?.[0], limit });
    return deliveries.map((row) => ({ row, position: [row.position] as [number] }));
  });
}

interface DeliveryPage {
  after: [position: number] | undefined;
  limit: number;
}

/** @throws Failure not_found */
export async function getDelivery(request: RouteRequest, context: ApiContext) {
  const { subscription_id, delivery } = await requireDelivery(request, context);
  const { body } = delivery;
  return { ...delivery, subscription_id, body: body.slice(0, BODY_SHOWN), body_bytes: Buffer.byteLength(body) };
}

/** @throws Failure not_found */
export async function resendDelivery(request: RouteRequest, context: ApiContext) {
  const { subscription_id, delivery } = await requireDelivery(request, context);
  await replay(context.operator.desk, subscription_id, { id: delivery.event_id }, context.now());
  const { body: _, ...resent } = (await requireDelivery(request, context)).delivery;
  return resent;
}

async function requireDelivery(request: RouteRequest, { store }: ApiContext) {
  const id = idOf(request);
  const place = readDeliveryId(id);
  const delivery = place && (await loggedDelivery(store.reads, place.subscription_id, place.position));
  if (!place || !delivery) throw new Failure('not_found', `There is no delivery ${id}.`);
  return { ...place, delivery };
}
