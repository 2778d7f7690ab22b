/** What is to be delivered: claimed by one process at a time under a lease, and every attempt on record. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { compareText } from '../../packed/list-builder.ts';
import {
  above,
  atLeast,
  countOf,
  firstWhere,
  insertRows,
  KNOWN,
  other,
  putRows,
  rowsWhere,
  setWhere,
} from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Store, Writes } from '../store.ts';

/** Active subscriptions for which something is due: their ids, and whether the last attempt at each failed. */
export async function dueSubscriptions(reads: Reads, now: string): Promise<{ id: string; isFailing: boolean }[]> {
  const { rows } = await sql<{ id: string; failing_since: string | null }>`select id, failing_since from subscriptions
    where state = 'active' and (hold_until is null or hold_until <= ${now}) and exists (
      select 1 from deliveries where subscription_id = subscriptions.id and deliveries.state = 'pending'
        and due_at <= ${now} and (lease_until is null or lease_until <= ${now}))
    order by id`.execute(reads);
  return rows.map(({ id, failing_since }) => ({ id, isFailing: failing_since !== null }));
}

/** A delivery that this process may now try, and the attempts made before. */
export type ClaimedDelivery = Pick<Selectable<Tables['deliveries']>, 'subscription_id' | 'position' | 'attempts'>;

/** How many deliveries of a subscription may be claimed. */
export interface Claim {
  id: string;
  limit: number;
}

/**
 * Claims due deliveries of subscriptions, of each the oldest first, of an ordered one only the first that is not settled; no other process has them until `leaseUntil`. One
 * transaction for all of them: a commit takes longer than a claim.
 */
export async function claimDeliveries(
  store: Store,
  claims: readonly Claim[],
  { now, leaseUntil }: { now: string; leaseUntil: string },
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  // SQLite has one writer, which holds the whole store by now.
  const held = store.engine === 'postgres' ? sql`for update skip locked` : sql``;
  await store.write(async (writes) => {
    for (const { id, limit } of claims) {
      // As a query beside the update: inside it PostgreSQL may ask anew for each row, and get others than those it just claimed.
      const { rows } = await sql<ClaimedDelivery & { due_at: string }>`with due as (
          select position from deliveries where subscription_id = ${id} and state = 'pending' and due_at <= ${now}
            and (lease_until is null or lease_until <= ${now})
            and (not exists (select 1 from subscriptions where id = ${id} and ordered = 1) or position = (
              select min(position) from deliveries where subscription_id = ${id} and state = 'pending'))
          order by due_at, position limit ${limit} ${held})
        update deliveries set lease_until = ${leaseUntil}
        where subscription_id = ${id} and position in (select position from due)
        returning subscription_id, position, attempts, due_at`.execute(writes);
      const due = rows.toSorted((a, b) => compareText(a.due_at, b.due_at) || a.position - b.position);
      claimed.push(...due.map(({ subscription_id, position, attempts }) => ({ subscription_id, position, attempts })));
    }
  });
  return claimed;
}

export type DeliveryOutcome = Pick<Tables['deliveries'], 'state' | 'due_at'>;

/** Names deliveries for few statements: by subscription or by place, of whichever there are fewer. */
function* named(deliveries: readonly Pick<ClaimedDelivery, 'subscription_id' | 'position'>[]) {
  const bySubscription = Map.groupBy(deliveries, (each) => each.subscription_id);
  const byPosition = Map.groupBy(deliveries, (each) => each.position);
  if (byPosition.size < bySubscription.size) {
    for (const [position, of] of byPosition)
      yield { position, subscription_id: of.map((each) => each.subscription_id) };
  } else {
    for (const [subscription_id, of] of bySubscription)
      yield { subscription_id, position: of.map((each) => each.position) };
  }
}

/**
 * Ends claimed attempts that came out alike: the next one is due at `due_at` while the state is pending. Done twice, where
 * nobody could tell whether it had been committed, it counts an attempt once.
 */
export async function settleDeliveries(writes: Writes, claimed: readonly ClaimedDelivery[], outcome: DeliveryOutcome) {
  for (const [attempts, alike] of Map.groupBy(claimed, (delivery) => delivery.attempts)) {
    const settled = { ...outcome, attempts: attempts + 1, lease_until: null };
    // A receiver that answered late, after another process took over and was told yes, changes nothing.
    for (const where of named(alike)) {
      await setWhere(writes, 'deliveries', settled, { ...where, state: other('delivered' as const) });
    }
  }
}

export const renewLeases = (store: Store, claimed: readonly ClaimedDelivery[], leaseUntil: string): Promise<void> =>
  store.write(async (writes) => {
    for (const where of named(claimed)) {
      await setWhere(writes, 'deliveries', { lease_until: leaseUntil }, { ...where, lease_until: KNOWN });
    }
  });

/** Gives back what a process before held, which is dead or has ended; at worst a subscriber hears something twice. */
export const releaseAllDeliveries = (writes: Writes): Promise<number> =>
  setWhere(writes, 'deliveries', { lease_until: null }, { lease_until: KNOWN });

/** Makes due what is put off until after `limit`, claimed until then, or held back with its subscriber. */
export async function recallDeliveries(writes: Writes, now: string, limit: string): Promise<void> {
  // By subscription, as the index has them: those that wait are few among all that were delivered.
  await sql`update deliveries set due_at = ${now}, lease_until = null
    where subscription_id in (select id from subscriptions) and state = 'pending'
      and (due_at > ${limit} or lease_until > ${limit})`.execute(writes);
  await setWhere(writes, 'subscriptions', { hold_until: null }, { hold_until: above(limit) });
}

export const addAttempts = (writes: Writes, attempts: readonly Insertable<Tables['attempts']>[]): Promise<void> =>
  insertRows(writes, 'attempts', attempts);

/** The newest deliveries of a subscription first. */
export async function recentDeliveries(
  reads: Reads,
  subscriptionId: string,
  { state, limit }: { state: Tables['deliveries']['state'] | undefined; limit: number },
) {
  const query = loggedDeliveries(reads, subscriptionId).orderBy('deliveries.position', 'desc').limit(limit);
  return (state === undefined ? query : query.where('state', '=', state)).execute();
}

/** How many deliveries to active subscriptions wait, and how many of them were due before `since`. */
export async function overdueDeliveries(reads: Reads, since: string): Promise<{ pending: number; overdue: number }> {
  const { rows } = await sql<{ pending: number; overdue: number }>`
    select count(*) as pending, coalesce(sum(case when due_at < ${since} then 1 else 0 end), 0) as overdue
    from deliveries join subscriptions on subscriptions.id = subscription_id
    where deliveries.state = 'pending' and subscriptions.state = 'active'
      and (hold_until is null or hold_until <= ${since})`.execute(reads);
  return { pending: Number(rows[0]?.pending), overdue: Number(rows[0]?.overdue) };
}

/** Makes these events due again, or for the first time, for one subscription. */
export async function putDeliveries(writes: Writes, subscriptionId: string, positions: readonly number[], now: string) {
  const pending = { state: 'pending' as const, attempts: 0, due_at: now, lease_until: null };
  const rows = positions.map((position) => ({ subscription_id: subscriptionId, position, ...pending }));
  await putRows(writes, 'deliveries', ['subscription_id', 'position'], rows);
}

/** Makes everything that waits for a subscription due, but for what a process is at. */
export async function hurryDeliveries(writes: Writes, subscriptionId: string, now: string): Promise<void> {
  const waiting = { subscription_id: subscriptionId, state: 'pending', due_at: above(now) } as const;
  await setWhere(writes, 'deliveries', { due_at: now }, waiting);
}

/** Names and positions of the events kept since `since`, or of one event. */
export async function eventPositions(reads: Reads, wanted: { since: string } | { id: string }) {
  const which = 'id' in wanted ? { id: wanted.id } : { created_at: atLeast(wanted.since) };
  const rows = await rowsWhere(reads, 'events', { ...which, position: KNOWN }, ['name', 'position', 'only_for']);
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

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
  let query = listedDeliveries(reads, subscriptionId, isFailed).orderBy('deliveries.position', 'desc').limit(limit);
  if (before !== undefined) query = query.where('deliveries.position', '<', before);
  return withAttempts(reads, subscriptionId, await query.execute());
}

/** How many of them there are. */
export const countDeliveries = (reads: Reads, subscriptionId: string, isFailed: boolean): Promise<number> =>
  countOf(listedDeliveries(reads, subscriptionId, isFailed).clearSelect());

function listedDeliveries(reads: Reads, subscriptionId: string, isFailed: boolean) {
  const query = loggedDeliveries(reads, subscriptionId);
  return isFailed ? query.where('state', '!=', 'delivered').where('attempts', '>', 0) : query;
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
  const count = (state: Tables['deliveries']['state']) => rows.find((row) => row.state === state)?.count ?? 0;
  return { pending: count('pending'), delivered: count('delivered'), failed: count('failed') };
}

const loggedDeliveries = (reads: Reads, subscriptionId: string) =>
  reads
    .selectFrom('deliveries')
    .innerJoin('events', 'events.position', 'deliveries.position')
    .select(['subscription_id', 'deliveries.position', 'events.id as event_id', 'name', 'state', 'attempts', 'due_at'])
    .where('subscription_id', '=', subscriptionId);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof loggedDeliveries>['execute']>>[number];

async function withAttempts(reads: Reads, subscriptionId: string, rows: readonly DeliveryRow[]) {
  const ofEvents = { subscription_id: subscriptionId, event_id: rows.map(({ event_id }) => event_id) };
  const attempts = await rowsWhere(reads, 'attempts', ofEvents, undefined, '-id');
  const byEvent = Map.groupBy(attempts, ({ event_id }) => event_id);
  return rows.map(({ event_id, name, position, state, attempts: tries, due_at }) => ({
    ...{ id: deliveryId(subscriptionId, Number(position)), event_id, name, position: Number(position), state, tries },
    due_at,
    attempts: (byEvent.get(event_id) ?? []).slice(0, ATTEMPTS_SHOWN).map(asAttempt),
  }));
}
