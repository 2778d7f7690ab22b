/** Deliveries and their attempts as operators look back on them. */
import type { Selectable } from 'kysely';
import { firstWhere, rowsWhere } from '../rows-where.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads } from '../store.ts';

/** An attempt as it is shown. */
export type Attempt = ReturnType<typeof asAttempt>;

const ATTEMPTS_SHOWN = 20;

/** A delivery's id: the subscription's and the event's place in the feed. */
const deliveryId = (subscriptionId: string, position: number): string => `${subscriptionId}.${position}`;

/** What a delivery's id stands for; undefined for text that is none. */
export function readDeliveryId(id: string): { subscription_id: string; position: number } | undefined {
  const [, subscription_id, position] = /^([^.]{1,100})\.(\d{1,15})$/.exec(id) ?? [];
  return subscription_id === undefined ? undefined : { subscription_id, position: Number(position) };
}

const asAttempt = ({ subscription_id: _, request_headers, ...attempt }: Selectable<Tables['attempts']>) => ({
  ...attempt,
  request_headers: request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>),
});

/** The newest attempts for a subscription first, those of samples too. */
export const attemptsOf = async (reads: Reads, subscription_id: string, limit: number): Promise<Attempt[]> =>
  (await firstWhere(reads, 'attempts', limit, { subscription_id }, undefined, '-id')).map(asAttempt);

interface LogPage {
  /** Only deliveries not made yet of which an attempt failed. */
  isFailed: boolean;
  /** Those at places below this one. */
  before: number | undefined;
  limit: number;
}

/** A subscription's deliveries, newest first. */
export async function deliveryLog(reads: Reads, subscriptionId: string, { isFailed, before, limit }: LogPage) {
  let query = loggedDeliveries(reads, subscriptionId).orderBy('deliveries.position', 'desc').limit(limit);
  if (isFailed) query = query.where('state', '!=', 'delivered').where('attempts', '>', 0);
  if (before !== undefined) query = query.where('deliveries.position', '<', before);
  return withAttempts(reads, subscriptionId, await query.execute());
}

/** One delivery with its body; undefined when there is none, or its event is no longer kept. */
export async function loggedDelivery(reads: Reads, subscriptionId: string, position: number) {
  const query = loggedDeliveries(reads, subscriptionId).where('deliveries.position', '=', position);
  const [row] = await query.select('body').execute();
  if (row === undefined) return undefined;
  const [delivery] = await withAttempts(reads, subscriptionId, [row]);
  return delivery && { ...delivery, body: row.body };
}

export async function deliveryCounts(reads: Reads, subscriptionId: string) {
  const rows = await reads
    .selectFrom('deliveries')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('subscription_id', '=', subscriptionId)
    .groupBy('state')
    .execute();
  const count = (state: Tables['deliveries']['state']) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { pending: count('pending'), delivered: count('delivered'), failed: count('failed') };
}

const loggedDeliveries = (reads: Reads, subscriptionId: string) =>
  reads
    .selectFrom('deliveries')
    .innerJoin('events', 'events.position', 'deliveries.position')
    .select(['deliveries.position', 'events.id as event_id', 'name', 'state', 'attempts as tries', 'due_at'])
    .where('subscription_id', '=', subscriptionId);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof loggedDeliveries>['execute']>>[number];

async function withAttempts(reads: Reads, subscriptionId: string, rows: readonly DeliveryRow[]) {
  const ofEvents = { subscription_id: subscriptionId, event_id: rows.map(({ event_id }) => event_id) };
  const attempts = await rowsWhere(reads, 'attempts', ofEvents, undefined, '-id');
  const byEvent = Map.groupBy(attempts, ({ event_id }) => event_id);
  return rows.map(({ event_id, name, position, state, tries, due_at }) => ({
    ...{ id: deliveryId(subscriptionId, Number(position)), event_id, name, position: Number(position), state, tries },
    due_at,
    attempts: (byEvent.get(event_id) ?? []).slice(0, ATTEMPTS_SHOWN).map(asAttempt),
  }));
}
