/** What amounts were on the last day that had them: looks back through the months of history. */
import type { CardPriceRow, EurAmounts, ProductPriceRow, UsdAmounts } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { cardKeys } from '../catalog/cards.ts';
import type { Reads, Writes } from '../store.ts';
import { type Amounts, decodeMonth, type Observation } from './observation-codec.ts';
import { cardObservation, productObservation } from './price-days.ts';
import {
  cardOwner,
  daysOfMonth,
  monthKey,
  monthOfMonthKey,
  ownerOfMonthKey,
  productOwner,
  toEur,
  toUsd,
} from './price-series.ts';
import { subTypes } from './sub-types.ts';

/** A price row, and whose it is. Those of its amounts that are not null are looked for. */
export type SoughtRow = { card_id: string; price: CardPriceRow } | { product_id: number; price: ProductPriceRow };

/** A series on the way back through the months. */
interface Search {
  name: string;
  market: CardPriceRow['market'];
  owner: number;
  key: number;
  /** Columns that no day had so far. */
  open: Set<number>;
  found: (number | null)[];
}

/**
 * The last known amounts of each row, by the name that it has in `rows`; null where no day of the history has one. Rows
 * of cards and sub-types that are not there are left out.
 */
export async function lastKnownAmounts(
  reads: Reads | Writes,
  rows: ReadonlyMap<string, SoughtRow>,
): Promise<Map<string, UsdAmounts | EurAmounts>> {
  const searches = await searchesFor(reads, rows);
  const newest = await monthAtEnd(reads, 'desc');
  const oldest = await monthAtEnd(reads, 'asc');
  let open = searches;
  for (let month = newest; month >= oldest && open.length > 0; month -= 1) {
    const owners = [...new Set(open.map(({ owner }) => owner))];
    for (const batch of inBatches(owners)) {
      const series = await seriesIn(reads, month, batch);
      for (const search of open) lookThrough(search, series.get(search.owner)?.get(search.key) ?? []);
    }
    open = open.filter((search) => search.open.size > 0);
  }
  return new Map(searches.map(({ name, market, found }) => [name, market === 'usd' ? toUsd(found) : toEur(found)]));
}

async function searchesFor(reads: Reads | Writes, rows: ReadonlyMap<string, SoughtRow>): Promise<Search[]> {
  const cards = await cardKeys(reads, [
    ...new Set([...rows.values()].flatMap((row) => ('card_id' in row ? row.card_id : []))),
  ]);
  const numbers = new Map([...(await subTypes(reads))].map(([number, slug]) => [slug, number]));
  return [...rows].flatMap(([name, row]): Search[] => {
    const { market } = row.price;
    if ('card_id' in row) {
      const card = cards.get(row.card_id);
      if (card === undefined) return [];
      return [{ name, market, owner: cardOwner(card), ...emptySearch(cardObservation(row.price, '')) }];
    }
    if (row.price.market === 'usd' && !numbers.has(row.price.variant)) return [];
    const series = productObservation(row.price, '', numbers);
    return [{ name, market, owner: productOwner(row.product_id), ...emptySearch(series) }];
  });
}

const emptySearch = ({ key, amounts }: { key: number; amounts: Amounts }): Pick<Search, 'key' | 'open' | 'found'> => ({
  key,
  open: new Set(amounts.flatMap((amount, column) => (amount === null ? [] : column))),
  found: amounts.map(() => null),
});

/** The first or the last month that the history has of anything; of an empty history, one in which there is nothing. */
async function monthAtEnd(reads: Reads | Writes, direction: 'asc' | 'desc'): Promise<number> {
  const row = await reads
    .selectFrom('price_months')
    .select('key')
    .orderBy('key', direction)
    .limit(1)
    .executeTakeFirst();
  return monthOfMonthKey(row?.key ?? 0);
}

/** The month of each owner, by series. */
async function seriesIn(
  reads: Reads | Writes,
  month: number,
  owners: readonly number[],
): Promise<Map<number, Map<number, Observation<string>[]>>> {
  const keys = owners.map((owner) => monthKey(month, owner));
  const rows = await reads.selectFrom('price_months').selectAll().where('key', 'in', keys).execute();
  const days = daysOfMonth(month);
  return new Map(rows.map(({ key, body }) => [ownerOfMonthKey(key), decodeMonth(body, days)]));
}

/** @param days of one month, ascending */
function lookThrough({ open, found }: Search, days: readonly Observation<string>[]): void {
  for (const { amounts } of days.toReversed()) {
    for (const column of [...open]) {
      const amount = amounts[column] ?? null;
      if (amount === null) continue;
      found[column] = amount;
      open.delete(column);
    }
  }
}
