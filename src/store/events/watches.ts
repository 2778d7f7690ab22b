/** What watches are judged by: the series of changed cards and products, and which rules have spoken. */
import { addDays } from '../../catalog/days.ts';
import type { Card, Product } from '../../catalog/records.ts';
import { variantNames } from '../../catalog/variant-names.ts';
import { parseCurrent } from '../prices/current-prices.ts';
import { monthsOf, seriesMonths, type Window } from '../prices/price-history.ts';
import { cardOwner, monthOfMonthKey, productOwner } from '../prices/price-series.ts';
import { ownersMonths } from '../prices/stored-months.ts';
import { slugOf, subTypes } from '../prices/sub-types.ts';
import { putRows } from '../put-rows.ts';
import { rowsWhere } from '../rows-where.ts';
import type { WatchTable } from '../schema/event-tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A card or product with what names it. */
export interface WatchedOwner {
  owner: number;
  id: { card_id: string } | { product_id: number };
  name: string;
  expansion_id: string | undefined;
  /** The short name of a printing, or a sub type. */
  nameOf(variantId: number): string | undefined;
}

/** What tells which rules these cards are of. */
export const placesOfCards = (reads: Reads, ids: readonly string[]) =>
  rowsWhere(reads, 'cards', { id: ids }, ['id', 'key', 'expansion_id']);

export async function watchedCards(reads: Reads, ids: readonly string[]): Promise<WatchedOwner[]> {
  const rows = await rowsWhere(reads, 'cards', { id: ids }, ['key', 'id', 'body']);
  return rows.map(({ key, id, body }) => {
    const { name, expansion_id, variants } = JSON.parse(body) as Card;
    const names = variantNames(variants);
    return { owner: cardOwner(key), id: { card_id: id }, name, expansion_id, nameOf: (variant) => names.get(variant) };
  });
}

export async function watchedProducts(reads: Reads, ids: readonly number[]): Promise<WatchedOwner[]> {
  const slugs = await subTypes(reads);
  const rows = await rowsWhere(reads, 'products', { id: ids }, ['id', 'body']);
  return rows.map(({ id, body }) => {
    const { name } = JSON.parse(body) as Product;
    const nameOf = (variant: number) => (variant === 0 ? 'normal' : slugOf(slugs, variant));
    return { owner: productOwner(id), id: { product_id: id }, name, expansion_id: undefined, nameOf };
  });
}

/** The series of these owners over so many days up to the newest that any of them has, and their current prices. */
export async function seriesOfOwners(reads: Reads, owners: readonly number[], days: number) {
  const current = await rowsWhere(reads, 'current_prices', { owner: owners });
  const known = current.map(({ owner, body }) => ({ owner, prices: parseCurrent(body) }));
  const seen = known.flatMap(({ prices }) => [...prices.values()].map(({ observed_on }) => observed_on)).sort();
  const to = seen.at(-1);
  if (to === undefined) return new Map();
  const window: Window = { from: addDays(to, -days), to };
  const months = await ownersMonths(reads, monthsOf(window).map(monthOfMonthKey), owners);
  const byOwner = Map.groupBy(months, ({ owner }) => owner);
  return new Map(
    known.map(({ owner, prices }) => {
      const series = seriesMonths(byOwner.get(owner) ?? [], window);
      return [owner, { series, current: prices }];
    }),
  );
}

/** The days on which rules of a subscription have spoken last, by rule, owner and series. */
export async function spokenDays(reads: Reads, subscriptionId: string): Promise<Map<string, string>> {
  const rows = await rowsWhere(reads, 'watches', { subscription_id: subscriptionId });
  return new Map(rows.map(({ rule, owner, series, day }) => [`${rule} ${owner} ${series}`, day]));
}

export const putSpoken = (writes: Writes, rows: readonly WatchTable[]): Promise<void> =>
  putRows(writes, 'watches', ['subscription_id', 'rule', 'owner', 'series'], rows);
