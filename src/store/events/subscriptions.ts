/** Subscriptions at rest: who is told of events, where, and in what state they are. */

import type { SubscriptionTable } from '../schema/event-tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A subscription; its secrets are sealed. */
export interface Subscription extends Omit<SubscriptionTable, 'patterns' | 'allow_private'> {
  patterns: string[];
  allow_private: boolean;
}

const asSubscription = (row: SubscriptionTable): Subscription => ({
  ...row,
  patterns: JSON.parse(row.patterns) as string[],
  allow_private: row.allow_private === 1,
});

export async function addSubscription(writes: Writes, subscription: Subscription): Promise<void> {
  await writes
    .insertInto('subscriptions')
    .values({
      ...subscription,
      patterns: JSON.stringify(subscription.patterns),
      allow_private: subscription.allow_private ? 1 : 0,
    })
    .execute();
}

/** Every subscription, oldest first. */
export async function allSubscriptions(reads: Reads): Promise<Subscription[]> {
  const rows = await reads.selectFrom('subscriptions').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(asSubscription);
}

export async function subscriptionById(reads: Reads | Writes, id: string): Promise<Subscription | undefined> {
  const row = await reads.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asSubscription(row);
}

/** What may change of a subscription. */
export type SubscriptionChange = Partial<
  Pick<
    SubscriptionTable,
    | 'state'
    | 'reason'
    | 'secret'
    | 'previous_secret'
    | 'previous_until'
    | 'last_success_at'
    | 'failing_since'
    | 'hold_until'
  >
>;

/** Changes a subscription; false when there is none. */
export async function changeSubscription(writes: Writes, id: string, change: SubscriptionChange): Promise<boolean> {
  const result = await writes.updateTable('subscriptions').set(change).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a subscription with everything that waits for it; false when there is none. */
export async function deleteSubscription(writes: Writes, id: string): Promise<boolean> {
  await writes.deleteFrom('deliveries').where('subscription_id', '=', id).execute();
  await writes.deleteFrom('attempts').where('subscription_id', '=', id).execute();
  const result = await writes.deleteFrom('subscriptions').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
