/** What is to be delivered: claimed by one process at a time under a lease, and every attempt on record. */
import type { Insertable } from 'kysely';
import { inBatches } from '../batches.ts';
import type { AttemptTable, DeliveryTable } from '../schema/event-tables.ts';
import type { Reads, Store, Writes } from '../store.ts';
import type { FeedEvent } from './events.ts';

/** Ids of active subscriptions for which something is due. */
export async function dueSubscriptions(reads: Reads, now: string): Promise<string[]> {
  const rows = await reads
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '=', 'active')
    .where(({ or, eb }) => or([eb('hold_until', 'is', null), eb('hold_until', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('position')
          .whereRef('subscription_id', '=', 'subscriptions.id')
          .where('deliveries.state', '=', 'pending')
          .where('due_at', '<=', now)
          .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)])),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A delivery that this process may now try. */
export interface ClaimedDelivery extends FeedEvent {
  /** Attempts made before. */
  attempts: number;
}

/** Claims up to `limit` due deliveries of one subscription, oldest first; no other process has them until `leaseUntil`. */
export async function claimDeliveries(
  store: Store,
  subscriptionId: string,
  { now, leaseUntil, limit }: { now: string; leaseUntil: string; limit: number },
): Promise<ClaimedDelivery[]> {
  return store.write(async (writes) => {
    const due = await writes
      .selectFrom('deliveries')
      .select(['position', 'attempts'])
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'pending')
      .where('due_at', '<=', now)
      .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .orderBy('due_at')
      .orderBy('position')
      .limit(limit)
      // SQLite has one writer, which holds the whole store by now.
      .$if(store.engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    if (due.length === 0) return [];
    const positions = due.map(({ position }) => position);
    await writes
      .updateTable('deliveries')
      .set({ lease_until: leaseUntil })
      .where('subscription_id', '=', subscriptionId)
      .where('position', 'in', positions)
      .execute();
    const events = await writes
      .selectFrom('events')
      .select(['id', 'name', 'created_at', 'group_id', 'body', 'position'])
      .where('position', 'in', positions)
      .execute();
    const byPosition = new Map(events.map((event) => [event.position, event as FeedEvent]));
    return due.flatMap(({ position, attempts }) => {
      const event = byPosition.get(position);
      return event ? [{ ...event, attempts }] : [];
    });
  });
}

/** What an attempt leaves behind. */
export type DeliveryOutcome = Pick<DeliveryTable, 'state' | 'due_at'>;

/** Ends a claimed attempt: the next one is due at `due_at` while the state is pending. */
export async function settleDelivery(
  writes: Writes,
  subscriptionId: string,
  { position, attempts }: Pick<ClaimedDelivery, 'position' | 'attempts'>,
  outcome: DeliveryOutcome,
): Promise<void> {
  await writes
    .updateTable('deliveries')
    .set({ ...outcome, attempts: attempts + 1, lease_until: null })
    .where('subscription_id', '=', subscriptionId)
    .where('position', '=', position)
    // A receiver that answered late, after another process took over and was told yes, changes nothing.
    .where('state', '!=', 'delivered')
    .execute();
}

/** Gives back what a process before held, which is dead or has ended; at worst a subscriber hears something twice. */
export async function releaseAllDeliveries(writes: Writes): Promise<void> {
  await writes.updateTable('deliveries').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
}

/** Makes due what is put off until after `limit`, claimed until then, or held back with its subscriber. */
export async function recallDeliveries(writes: Writes, now: string, limit: string): Promise<void> {
  await writes
    .updateTable('deliveries')
    .set({ due_at: now, lease_until: null })
    // By subscription, as the index has them: those that wait are few among all that were delivered.
    .where('subscription_id', 'in', (eb) => eb.selectFrom('subscriptions').select('id'))
    .where('state', '=', 'pending')
    .where(({ or, eb }) => or([eb('due_at', '>', limit), eb('lease_until', '>', limit)]))
    .execute();
  await writes.updateTable('subscriptions').set({ hold_until: null }).where('hold_until', '>', limit).execute();
}

/** Gives claims back unused. */
export async function releaseDeliveries(writes: Writes, subscriptionId: string, positions: number[]): Promise<void> {
  for (const batch of inBatches(positions)) {
    await writes
      .updateTable('deliveries')
      .set({ lease_until: null })
      .where('subscription_id', '=', subscriptionId)
      .where('position', 'in', batch)
      .execute();
  }
}

export async function addAttempt(writes: Writes, attempt: Insertable<AttemptTable>): Promise<void> {
  await writes.insertInto('attempts').values(attempt).execute();
}

/** A delivery as operators see it. */
export interface DeliveryView extends Omit<DeliveryTable, 'attempts' | 'lease_until'> {
  event_id: string;
  name: string;
  attempts: number;
}

/** The newest deliveries of a subscription first. */
export async function recentDeliveries(
  reads: Reads,
  subscriptionId: string,
  { state, limit }: { state: DeliveryTable['state'] | undefined; limit: number },
): Promise<DeliveryView[]> {
  let query = reads
    .selectFrom('deliveries')
    .innerJoin('events', 'events.position', 'deliveries.position')
    .select(['subscription_id', 'deliveries.position', 'events.id as event_id', 'name', 'state', 'attempts', 'due_at'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('deliveries.position', 'desc')
    .limit(limit);
  if (state !== undefined) query = query.where('state', '=', state);
  return query.execute();
}

/** How many deliveries to active subscriptions wait, and how many of them were due before `since`. */
export async function overdueDeliveries(reads: Reads, since: string): Promise<{ pending: number; overdue: number }> {
  const { pending, overdue } = await reads
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('pending'),
      fn.coalesce(fn.sum<number>(eb.case().when('due_at', '<', since).then(1).else(0).end()), eb.lit(0)).as('overdue'),
    ])
    .where('deliveries.state', '=', 'pending')
    .where('subscriptions.state', '=', 'active')
    .where(({ or, eb }) => or([eb('hold_until', 'is', null), eb('hold_until', '<=', since)]))
    .executeTakeFirstOrThrow();
  return { pending: Number(pending), overdue: Number(overdue) };
}

/** Makes these events due again, or for the first time, for one subscription. */
export async function putDeliveries(
  writes: Writes,
  subscriptionId: string,
  positions: readonly number[],
  now: string,
): Promise<void> {
  const pending = { state: 'pending' as const, attempts: 0, due_at: now, lease_until: null };
  for (const batch of inBatches(positions)) {
    await writes
      .insertInto('deliveries')
      .values(batch.map((position) => ({ subscription_id: subscriptionId, position, ...pending })))
      .onConflict((conflict) => conflict.columns(['subscription_id', 'position']).doUpdateSet(pending))
      .execute();
  }
}

/** Makes everything that waits for a subscription due, but for what a process is at. */
export async function hurryDeliveries(writes: Writes, subscriptionId: string, now: string): Promise<void> {
  await writes
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'pending')
    .where('due_at', '>', now)
    .execute();
}

/** Names and positions of the events kept since `since`, or of one event. */
export async function eventPositions(
  reads: Reads,
  wanted: { since: string } | { id: string },
): Promise<{ name: string; position: number }[]> {
  const query = reads.selectFrom('events').select(['name', 'position']).where('position', 'is not', null);
  const rows = await ('id' in wanted
    ? query.where('id', '=', wanted.id)
    : query.where('created_at', '>=', wanted.since)
  ).execute();
  return rows.map(({ name, position }) => ({ name, position: Number(position) }));
}
