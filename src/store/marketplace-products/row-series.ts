/** Days of marketplace rows, wherever they stand: with who reads the row, or kept by the row itself. */
import type { CardPriceRow, EurAmounts, ProductPriceRow, UsdAmounts } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { cardKeys } from '../catalog/cards.ts';
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
import { ownersMonth, storedMonths } from '../prices/stored-months.ts';
import { subTypes } from '../prices/sub-types.ts';
import { atLeast, rowsWhere } from '../rows-where.ts';
import type { PriceLinkTable } from '../schema/price-tables.ts';
import type { Reads } from '../store.ts';
import { marketplaceRow } from './priced-printing.ts';

/** A marketplace row: its name, a price of it with the key of who reads it, and that one, where anybody does. */
export interface SoughtRow {
  /** As `marketplaceRow` names it. */
  article: string;
  price: CardPriceRow | ProductPriceRow;
  card_id?: string | undefined;
  product_id?: number | undefined;
}

/** Amounts by day. */
export type RowDays = Map<string, UsdAmounts | EurAmounts>;

/** Series of rows, each with the name that its days are wanted under, by what they stand with. */
class SoughtSeries {
  readonly #ofArticle = new Map<string, { name: string; key: number }[]>();
  readonly #ofOwner = new Map<number, { name: string; key: number }[]>();

  addKept(article: string, name: string, key: number): void {
    this.#ofArticle.set(article, [...(this.#ofArticle.get(article) ?? []), { name, key }]);
  }

  addRead(owner: number, name: string, key: number): void {
    this.#ofOwner.set(owner, [...(this.#ofOwner.get(owner) ?? []), { name, key }]);
  }

  /** Tells of each day that is kept since a month, then of those of `months`: who reads a row has what is newer of it. */
  async read(
    reads: Reads,
    { since, months }: { since: number; months: readonly number[] },
    found: (name: string, day: string, amounts: Amounts) => void,
  ): Promise<void> {
    const add = (sought: readonly { name: string; key: number }[], body: Uint8Array, month: number) => {
      const series = decodeMonth(body, daysOfMonth(month));
      for (const { name, key } of sought) {
        for (const { day, amounts } of series.get(key) ?? []) found(name, day, amounts);
      }
    };
    for (const articles of inBatches([...this.#ofArticle.keys()])) {
      const rows = await rowsWhere(reads, 'article_months', { article: articles, month: atLeast(since) });
      for (const { article, month, body } of rows) add(this.#ofArticle.get(article) ?? [], body, month);
    }
    for (const month of this.#ofOwner.size === 0 ? [] : months) {
      const rows = await ownersMonth(reads, month, [...this.#ofOwner.keys()]);
      for (const { owner, body } of rows) add(this.#ofOwner.get(owner) ?? [], body, month);
    }
  }
}

/** The days of each row, by the name that it has in `rows`. */
export async function rowSeries(reads: Reads, rows: ReadonlyMap<string, SoughtRow>): Promise<Map<string, RowDays>> {
  const found = new Map([...rows.keys()].map((name): [string, RowDays] => [name, new Map()]));
  const cardIds = [...rows.values()].flatMap(({ card_id }) => card_id ?? []);
  const keys = await cardKeys(reads, [...new Set(cardIds)]);
  const numbers = new Map([...(await subTypes(reads))].map(([number, slug]) => [slug, number]));
  const sought = new SoughtSeries();
  for (const [name, { article, price, card_id, product_id }] of rows) {
    if ('variant' in price && !numbers.has(price.variant)) continue;
    const { key } = 'variant_id' in price ? cardObservation(price, '') : productObservation(price, '', numbers);
    sought.addKept(article, name, slotOf(key));
    const card = card_id === undefined ? undefined : keys.get(card_id);
    const owner = product_id === undefined ? card && cardOwner(card) : productOwner(product_id);
    if (owner !== undefined) sought.addRead(owner, name, key);
  }
  const months = (await storedMonths(reads)).reverse();
  await sought.read(reads, { since: 0, months }, (name, day, amounts) => {
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
export type SoughtMarketRow = Pick<PriceLinkTable, 'market' | 'product_id' | 'part'>;

/** What rows cost on the days of the last months, whoever reads them: cents by day, by the row as `marketplaceRow` names it. */
export async function rowDays(reads: Reads, rows: readonly SoughtMarketRow[]) {
  const found = new Map<string, Map<string, number>>();
  const newest = (await storedMonths(reads)).at(-1);
  if (newest === undefined || rows.length === 0) return found;
  const nameOf = ({ market, product_id, part }: SoughtMarketRow) => marketplaceRow(market, product_id, part);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const sought = new SoughtSeries();
  for (const [name, { market }] of byName) {
    sought.addKept(name, name, seriesKey({ variantId: 0, condition: SPEAKS[market].condition }));
  }
  const products = [...new Set(rows.map(({ product_id }) => product_id))];
  const links = await rowsWhere(reads, 'price_links', { product_id: products });
  const readers = links.filter((link) => byName.has(nameOf(link)));
  const keys = await cardKeys(reads, [...new Set(readers.map(({ card_id }) => card_id))]);
  for (const { card_id, variant_id: variantId, ...link } of readers) {
    const card = keys.get(card_id);
    const { condition } = SPEAKS[link.market];
    if (card !== undefined) sought.addRead(cardOwner(card), nameOf(link), seriesKey({ variantId, condition }));
  }
  const months = Array.from({ length: MONTHS }, (_, back) => newest - back);
  await sought.read(reads, { since: newest - MONTHS + 1, months }, (name, day, amounts) => {
    const amount = amounts[SPEAKS[byName.get(name)?.market ?? 'eur'].column] ?? null;
    if (amount === null || monthOf(day) > newest) return;
    const days = found.get(name) ?? new Map<string, number>();
    found.set(name, days.set(day, amount));
  });
  return found;
}
