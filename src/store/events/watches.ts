/** What watches are judged by beside prices: places and names of cards and products, and which rules have spoken. */
import type { Card, Product } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { byAskedIds } from '../catalog/aliases.ts';
import { ownerRecords } from '../prices/owner-records.ts';
import { slugOf, subTypes } from '../prices/sub-types.ts';
import { putRows, rowsWhere, valuesBy } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** What tells which rules these cards are of. */
export const placesOfCards = (reads: Reads, ids: readonly string[]) =>
  rowsWhere(reads, 'cards', { id: ids }, ['id', 'key', 'expansion_id']);

/** Those of these ids under which nothing is stored, by today's id or a former one. */
export async function idsOfNothing(reads: Reads, kind: 'card' | 'expansion', ids: readonly string[]) {
  const there = await byAskedIds(reads, kind, ids, (all) => valuesBy(reads, `${kind}s`, { id: all }, 'id', 'id'));
  return ids.filter((id) => !there.has(id));
}

/** What names a card or product, and its printings or sub-types by their ids. */
export interface OwnerNames {
  name: string;
  nameOf(variantId: number): string | undefined;
}

export async function namesOfOwners(reads: Reads, owners: readonly number[]): Promise<Map<number, OwnerNames>> {
  const slugs = await subTypes(reads);
  const ofProduct = (variant: number) => (variant === 0 ? 'normal' : slugOf(slugs, variant));
  const named = new Map<number, OwnerNames>();
  for (const [owner, { body }] of await ownerRecords(reads, owners, ['body'])) {
    const record = JSON.parse(body) as Card | Product;
    const names = 'variants' in record ? variantNames(record.variants) : undefined;
    named.set(owner, { name: record.name, nameOf: (variant) => (names ? names.get(variant) : ofProduct(variant)) });
  }
  return named;
}

/** The days on which rules of a subscription have spoken last, by rule, owner and series. */
export async function spokenDays(reads: Reads, subscriptionId: string): Promise<Map<string, string>> {
  const rows = await rowsWhere(reads, 'watches', { subscription_id: subscriptionId });
  return new Map(rows.map(({ rule, owner, series, day }) => [`${rule} ${owner} ${series}`, day]));
}

export const putSpoken = (writes: Writes, rows: readonly Tables['watches'][]): Promise<void> =>
  putRows(writes, 'watches', ['subscription_id', 'rule', 'owner', 'series'], rows);
