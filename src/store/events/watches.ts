/** What watches are judged by beside prices: places and names of cards and products, and which rules have spoken. */
import type { Card, Product } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { cardOwner, ownerOf, productOwner } from '../prices/price-series.ts';
import { slugOf, subTypes } from '../prices/sub-types.ts';
import { putRows } from '../put-rows.ts';
import { rowsWhere } from '../rows-where.ts';
import type { WatchTable } from '../schema/event-tables.ts';
import type { Reads, Writes } from '../store.ts';

/** What tells which rules these cards are of. */
export const placesOfCards = (reads: Reads, ids: readonly string[]) =>
  rowsWhere(reads, 'cards', { id: ids }, ['id', 'key', 'expansion_id']);

/** What names a card or product, and its printings or sub-types by their ids. */
export interface OwnerNames {
  name: string;
  nameOf(variantId: number): string | undefined;
}

export async function namesOfOwners(reads: Reads, owners: readonly number[]): Promise<Map<number, OwnerNames>> {
  const known = owners.map(ownerOf);
  const keys = known.flatMap((owner) => ('card_key' in owner ? [owner.card_key] : []));
  const ids = known.flatMap((owner) => ('product_id' in owner ? [owner.product_id] : []));
  const named = new Map<number, OwnerNames>();
  for (const { key, body } of await rowsWhere(reads, 'cards', { key: keys }, ['key', 'body'])) {
    const { name, variants } = JSON.parse(body) as Card;
    const names = variantNames(variants);
    named.set(cardOwner(key), { name, nameOf: (variant) => names.get(variant) });
  }
  const slugs = ids.length === 0 ? new Map<number, string>() : await subTypes(reads);
  for (const { id, body } of await rowsWhere(reads, 'products', { id: ids }, ['id', 'body'])) {
    const { name } = JSON.parse(body) as Product;
    named.set(productOwner(id), {
      name,
      nameOf: (variant) => (variant === 0 ? 'normal' : slugOf(slugs, variant)),
    });
  }
  return named;
}

/** The days on which rules of a subscription have spoken last, by rule, owner and series. */
export async function spokenDays(reads: Reads, subscriptionId: string): Promise<Map<string, string>> {
  const rows = await rowsWhere(reads, 'watches', { subscription_id: subscriptionId });
  return new Map(rows.map(({ rule, owner, series, day }) => [`${rule} ${owner} ${series}`, day]));
}

export const putSpoken = (writes: Writes, rows: readonly WatchTable[]): Promise<void> =>
  putRows(writes, 'watches', ['subscription_id', 'rule', 'owner', 'series'], rows);
