/** Subscriptions at rest: who is notified of events, where, and in what state they are. */
import {
  deleteWhere,
  firstWhere,
  insertRows,
  type MadePage,
  madeBehind,
  rowsWhere,
  rowWhere,
  setWhere,
} from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A subscription; its secrets are sealed. */
export interface Subscription
  extends Omit<Tables['subscriptions'], 'patterns' | 'allow_private' | 'watch' | 'ordered'> {
  patterns: string[];
  /** Rules, as events/watches/watch-rules.ts has them. */
  watch: readonly object[];
  allow_private: boolean;
  ordered: boolean;
}

const asSubscription = (row: Tables['subscriptions']): Subscription => ({
  ...row,
  patterns: JSON.parse(row.patterns) as string[],
  watch: JSON.parse(row.watch) as object[],
  allow_private: row.allow_private === 1,
  ordered: row.ordered === 1,
});

export function addSubscription(writes: Writes, subscription: Subscription): Promise<void> {
  const { patterns, watch, allow_private, ordered } = subscription;
  const lists = { patterns: JSON.stringify(patterns), watch: JSON.stringify(watch) };
  const flags = { allow_private: Number(allow_private), ordered: Number(ordered) };
  return insertRows(writes, 'subscriptions', [{ ...subscription, ...lists, ...flags }]);
}

/** Subscriptions, oldest first; all of them without more said. */
export async function allSubscriptions(reads: Reads, { after, limit }: MadePage = {}): Promise<Subscription[]> {
  const asked = { created_at: madeBehind(after) };
  return (await firstWhere(reads, 'subscriptions', limit, asked, undefined, 'created_at', 'id')).map(asSubscription);
}

export async function subscriptionById(reads: Reads, id: string): Promise<Subscription | undefined> {
  const row = await rowWhere(reads, 'subscriptions', { id });
  return row && asSubscription(row);
}

export async function subscriptionsById(reads: Reads, ids: readonly string[]): Promise<Map<string, Subscription>> {
  const rows = await rowsWhere(reads, 'subscriptions', { id: ids });
  return new Map(rows.map((row) => [row.id, asSubscription(row)]));
}

export type SubscriptionChange = Partial<Omit<Tables['subscriptions'], 'id' | 'created_at'>>;

/** Changes a subscription, or some alike; false when there is none. */
export const changeSubscription = async (
  writes: Writes,
  id: string | readonly string[],
  change: SubscriptionChange,
): Promise<boolean> => (await setWhere(writes, 'subscriptions', change, { id })) > 0;

/** Removes a subscription with everything that waits for it; false when there is none. */
export async function deleteSubscription(writes: Writes, id: string): Promise<boolean> {
  for (const table of ['deliveries', 'attempts', 'watches'] as const)
    await deleteWhere(writes, table, { subscription_id: id });
  return (await deleteWhere(writes, 'subscriptions', { id })) > 0;
}
