/** Prices of marketplace products that nobody reads, or as they were when somebody last did; and their days, wherever they stand. */

import type { CardPriceRow, EurAmounts, ProductPriceRow, UsdAmounts } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { cardKeys } from '../catalog/cards.ts';
import { type CurrentCardPrice, cardPricesIn, currentText } from '../prices/current-prices.ts';
import { type Amounts, decodeMonth } from '../prices/observation-codec.ts';
import { cardObservation, productObservation } from '../prices/price-days.ts';
import {
  cardOwner,
  daysOfMonth,
  monthOf,
  productOwner,
  seriesKey,
  slotOf,
  toEur,
  toUsd,
} from '../prices/price-series.ts';
import { monthsIn, OWNED, parted, type Shelf, storedMonths } from '../prices/stored-months.ts';
import { subTypeIds } from '../prices/sub-types.ts';
import { deleteWhere, firstWhere, putRows, rowsWhere, valuesBy, within } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads } from '../store.ts';

/** Who reads the prices of a marketplace product: a printing, or a sealed product. */
export interface PricedPrinting {
  /** A card's or product's number in the price tables. */
  owner: number;
  /** Id of the printing; of a product the number of its sub-type, 0 in EUR. */
  variantId: number;
  market: 'usd' | 'eur';
  /** The marketplace's row, as `marketplaceRow` names it. */
  article: string;
  /** Which half a printing reads in EUR. */
  price_kind?: PriceKind;
}

/** A row of a marketplace: a product in EUR, each of a product's sub-types in USD. */
export const marketplaceRow = (market: 'usd' | 'eur', productId: number, subType: string): string =>
  market === 'usd' ? `usd/${productId}/${subType}` : `eur/${productId}`;

/** Histories and newest prices by the names of marketplace products. */
export const UNREAD: Shelf<string> = {
  bodiesIn: (reads, month, article) => valuesBy(reads, 'article_months', { month, article }, 'article', 'body'),
  putIn: async (writes, month, bodies) => {
    const { left, gone } = parted(bodies);
    const rows = left.map(([article, body]) => ({ article, month, body }));
    await putRows(writes, 'article_months', ['article', 'month'], rows);
    await deleteWhere(writes, 'article_months', { month, article: gone });
  },
  monthsOf: async (reads, article) => {
    const rows = await rowsWhere(reads, 'article_months', { article }, ['month']);
    return [...new Set(rows.map(({ month }) => month))].sort((a, b) => a - b);
  },
  currentBodies: (reads, article) => valuesBy(reads, 'article_prices', { article }, 'article', 'body'),
  putCurrent: async (writes, prices, before) => {
    const texts = prices.map(({ name, current }) => [name, currentText(current)] as const);
    const changed = texts.filter(([name, text]) => text !== (before.get(name) ?? NOTHING));
    const { left, gone } = parted(new Map(changed.map(([name, text]) => [name, text === NOTHING ? undefined : text])));
    const rows = left.map(([article, body]) => ({ article, body }));
    await putRows(writes, 'article_prices', ['article'], rows);
    await deleteWhere(writes, 'article_prices', { article: gone });
    return changed.length;
  },
};

const NOTHING = '[]';

/** Every marketplace product with what is kept of it, as prices of no printing. */
export async function marketplacePrices(reads: Reads, market: 'usd' | 'eur'): Promise<Map<string, CurrentCardPrice[]>> {
  const rows = await rowsWhere(reads, 'article_prices', { article: ofMarket(market) });
  return new Map(rows.map(({ article, body }) => [article, cardPricesIn(body)]));
}

/** Whether anything is kept of any marketplace product. */
export const hasMarketplacePrices = async (reads: Reads, market: 'usd' | 'eur'): Promise<boolean> =>
  (await firstWhere(reads, 'article_prices', 1, { article: ofMarket(market) }, ['article'])).length > 0;

const ofMarket = (market: 'usd' | 'eur') => within(`${market}/`, `${market}0`);

/** A marketplace row: its name, a price of it with the key of who reads it, and that one, where anybody does. */
export interface SoughtRow {
  /** As `marketplaceRow` names it. */
  article: string;
  price: CardPriceRow | ProductPriceRow;
  card_id?: string | undefined;
  product_id?: number | undefined;
}

export type RowDays = Map<string, UsdAmounts | EurAmounts>;

/** A series of a row, by what it stands with, and the name that its days are wanted under. */
interface SoughtSeries<Of> {
  of: Of;
  name: string;
  key: number;
}

/** Tells of each day since a month that is kept, then of those that are read: who reads a row has what is newer of it. */
async function readSeries(
  reads: Reads,
  { kept, read }: { kept: readonly SoughtSeries<string>[]; read: readonly SoughtSeries<number>[] },
  since: number,
  found: Found,
): Promise<void> {
  await readFrom(reads, UNREAD, kept, { since, found });
  await readFrom(reads, OWNED, read, { since, found });
}

type Found = (name: string, day: string, amounts: Amounts) => void;

async function readFrom<Name>(
  reads: Reads,
  shelf: Shelf<Name>,
  sought: readonly SoughtSeries<Name>[],
  { since, found }: { since: number; found: Found },
): Promise<void> {
  const byName = Map.groupBy(sought, ({ of }) => of);
  for await (const { month, bodies } of monthsIn(reads, shelf, [...byName.keys()], since)) {
    for (const [of, body] of bodies) {
      const series = decodeMonth(body, daysOfMonth(month));
      for (const { name, key } of byName.get(of) ?? []) {
        for (const { day, amounts } of series.get(key) ?? []) found(name, day, amounts);
      }
    }
  }
}

/** The days of each row, by the name that it has in `rows`. */
export async function rowSeries(reads: Reads, rows: ReadonlyMap<string, SoughtRow>): Promise<Map<string, RowDays>> {
  const found = new Map([...rows.keys()].map((name): [string, RowDays] => [name, new Map()]));
  const cardIds = [...rows.values()].flatMap(({ card_id }) => card_id ?? []);
  const keys = await cardKeys(reads, [...new Set(cardIds)]);
  const numbers = await subTypeIds(reads);
  const [kept, read]: [SoughtSeries<string>[], SoughtSeries<number>[]] = [[], []];
  for (const [name, { article, price, card_id, product_id }] of rows) {
    if ('variant' in price && !numbers.has(price.variant)) continue;
    const { key } = 'variant_id' in price ? cardObservation(price, '') : productObservation(price, '', numbers);
    kept.push({ of: article, name, key: slotOf(key) });
    const card = card_id === undefined ? undefined : keys.get(card_id);
    const owner = product_id === undefined ? card && cardOwner(card) : productOwner(product_id);
    if (owner !== undefined) read.push({ of: owner, name, key });
  }
  await readSeries(reads, { kept, read }, 0, (name, day, amounts) => {
    const toAmounts = rows.get(name)?.price.market === 'usd' ? toUsd : toEur;
    found.get(name)?.set(day, toAmounts(amounts));
  });
  return found;
}

/** Of these many months, the newest that any history is of among them. */
const MONTHS = 3;
/** Where the amount that speaks stands: `market` of Near Mint in USD, `trend` in EUR. */
const SPEAKS = { usd: { condition: 'NM', column: 0 }, eur: { condition: undefined, column: 2 } } as const;

/** A row of a marketplace; the sub type is empty in EUR. */
export type SoughtMarketRow = Pick<Tables['price_links'], 'market' | 'product_id' | 'part'>;

/** What rows cost on the days of the last months, whoever reads them: cents by day, by the row as `marketplaceRow` names it. */
export async function rowDays(reads: Reads, rows: readonly SoughtMarketRow[]) {
  const found = new Map<string, Map<string, number>>();
  const newest = (await storedMonths(reads)).at(-1);
  if (newest === undefined || rows.length === 0) return found;
  const nameOf = ({ market, product_id, part }: SoughtMarketRow) => marketplaceRow(market, product_id, part);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const kept = Array.from(byName, ([name, { market }]) => {
    return { of: name, name, key: seriesKey({ variantId: 0, condition: SPEAKS[market].condition }) };
  });
  const products = [...new Set(rows.map(({ product_id }) => product_id))];
  const links = await rowsWhere(reads, 'price_links', { product_id: products });
  const readers = links.filter((link) => byName.has(nameOf(link)));
  const keys = await cardKeys(reads, [...new Set(readers.map(({ card_id }) => card_id))]);
  const read = readers.flatMap(({ card_id, variant_id: variantId, ...link }) => {
    const card = keys.get(card_id);
    const { condition } = SPEAKS[link.market];
    const series = { name: nameOf(link), key: seriesKey({ variantId, condition }) };
    return card === undefined ? [] : [{ of: cardOwner(card), ...series }];
  });
  await readSeries(reads, { kept, read }, newest - MONTHS + 1, (name, day, amounts) => {
    const amount = amounts[SPEAKS[byName.get(name)?.market ?? 'eur'].column] ?? null;
    if (amount === null || monthOf(day) > newest) return;
    const days = found.get(name) ?? new Map<string, number>();
    found.set(name, days.set(day, amount));
  });
  return found;
}
