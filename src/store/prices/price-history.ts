/** The daily prices of one card or product over a window of days. */
import { sql } from 'kysely';
import { printingTextsIn } from '../../catalog/changes.ts';
import { CONDITIONS, type Condition } from '../../catalog/price-rows.ts';
import type { DayAmounts } from '../../catalog/statistics/statistics.ts';
import { filledUp, oneOf } from '../batches.ts';
import { productById } from '../catalog/catalog-records.ts';
import type { Tables } from '../schema/tables.ts';
import { statement } from '../statement.ts';
import type { Reads } from '../store.ts';
import { cardPricesIn, cardWithPrices, currentProductPrices } from './current-prices.ts';
import { DAY_MAX, daysBetween, findSeries, forEachStretch, lowest, type PackedSeries } from './observation-codec.ts';
import {
  cardOwner,
  dayOfMonth,
  daysOfMonth,
  firstDayOf,
  monthKey,
  monthOf,
  monthOfMonthKey,
  productOwner,
  seriesKey,
} from './price-series.ts';
import { ownersMonth, storedMonths } from './stored-months.ts';
import { subTypeIds } from './sub-types.ts';

/** Days from `from` to `to`, both included. */
export interface Window {
  from: string;
  to: string;
}

/** What a series has in a month of the window; its columns are in the order of the wire. */
export interface SeriesMonth {
  /** As `monthOf` counts them. */
  month: number;
  series: PackedSeries;
  /** The days of the month that the window has, as a bitmap; at least one of the series is among them. */
  window: number;
}

/** One condition's months; never empty. */
export interface ConditionHistory {
  condition: Condition;
  months: SeriesMonth[];
}

export interface VariantHistory {
  /** Its own fields as JSON. */
  variant: string;
  /** Best condition first; those without a day in the window are left out. */
  usd: ConditionHistory[];
  /** The kind as JSON. */
  eur: { price_kind: string; months: SeriesMonth[] };
}

export interface ProductHistory {
  /** Its name as JSON. */
  variant: string;
  usd: ConditionHistory[];
  /** The product's own: in EUR there are no sub-types. */
  eur: { months: SeriesMonth[] };
}

/** The histories of a card's printings, or of a product's sub-types. */
export interface History<Part> {
  /** Its id now, which is another than was asked for where that one was given up. */
  id: string | number;
  game: string;
  variants: Part[];
}

/** Every printing of the card in the order of its record, undefined when there is no such card. */
export async function cardHistory(
  reads: Reads,
  id: string,
  window: Window,
): Promise<History<VariantHistory> | undefined> {
  // Asked at once: one round trip on PostgreSQL.
  const [found, months] = await Promise.all([
    cardWithPrices(reads, id),
    cardMonths(reads, { id, months: filledUp(monthsOf(window)) }),
  ]);
  if (found === undefined) return undefined;
  if (found.id !== id) return cardHistory(reads, found.id, window);
  const series = seriesMonths(months, window);
  const kinds = new Map<number, string>();
  for (const price of cardPricesIn(found.prices)) {
    if (price.market === 'eur') kinds.set(price.variant_id, JSON.stringify(price.price_kind));
  }
  const variants = printingTextsIn(found.text).map(({ id: variantId, text }) => ({
    variant: text,
    usd: conditionsOf(series, variantId),
    eur: {
      price_kind: kinds.get(variantId) ?? 'null',
      months: series.get(seriesKey({ variantId, condition: undefined })) ?? [],
    },
  }));
  return { id, game: found.game, variants };
}

/**
 * A card's months; `months` are what their keys begin with. The limit has SQLite find the card first and once: as a plain
 * join it takes four times as long, with the card sought for each month a third longer.
 */
const cardMonths = statement((reads, { id, months }: { id: string; months: readonly number[] }) =>
  reads
    .selectFrom(({ selectFrom }) =>
      selectFrom('cards')
        .select((eb) => eb('cards.key', '*', eb.lit(cardOwner(1))).as('owner'))
        .where('cards.id', '=', id)
        .limit(({ lit }) => lit(1))
        .as('card'),
    )
    .crossJoin('price_months')
    .select(['price_months.key', 'price_months.body'])
    .where(({ eb, ref }) =>
      eb(
        'price_months.key',
        'in',
        oneOf(months.map((month) => sql<number>`cast(${month} as bigint) + ${ref('card.owner')}`)),
      ),
    )
    .orderBy('price_months.key'),
);

/**
 * Every sub-type of the product that ever had a price, `normal` alone where none had; undefined when there is no such
 * product.
 */
export async function productHistory(
  reads: Reads,
  id: number,
  window: Window,
): Promise<History<ProductHistory> | undefined> {
  const product = await productById(reads, id);
  if (product === undefined) return undefined;
  const keys = monthsOf(window).map((month) => month + productOwner(id));
  const months = reads.selectFrom('price_months').selectAll().where('key', 'in', oneOf(keys)).orderBy('key');
  const series = seriesMonths(await months.execute(), window);
  const current = (await currentProductPrices(reads, [id])).get(id) ?? [];
  const priced = new Set(current.flatMap((price) => (price.market === 'usd' ? price.variant : [])));
  const numbers = await subTypeIds(reads);
  const variants = (priced.size === 0 ? ['normal'] : [...priced]).map((variant) => ({
    variant: JSON.stringify(variant),
    usd: conditionsOf(series, numbers.get(variant)),
    eur: { months: series.get(seriesKey({ variantId: 0, condition: undefined })) ?? [] },
  }));
  return { id, game: product.game, variants };
}

function conditionsOf(series: ReadonlyMap<number, SeriesMonth[]>, variantId: number | undefined): ConditionHistory[] {
  if (variantId === undefined) return [];
  return CONDITIONS.flatMap((condition) => {
    const months = series.get(seriesKey({ variantId, condition }));
    return months === undefined ? [] : { condition, months };
  });
}

export function monthsOf({ from, to }: Window): number[] {
  const months: number[] = [];
  const last = monthOf(to);
  for (let month = monthOf(from); month <= last; month += 1) months.push(monthKey(month, 0));
  return months;
}

/** The months of each of an owner's series that has days in the window, by series key. */
export function seriesMonths(rows: readonly Tables['price_months'][], window: Window): Map<number, SeriesMonth[]> {
  const found = new Map<number, SeriesMonth[]>();
  for (const { key: rowKey, body } of rows) {
    const month = monthOfMonthKey(rowKey);
    const days = daysIn(window, month);
    findSeries(body, (key, series) => {
      if ((series.days & days) === 0) return;
      const months = found.get(key);
      if (months === undefined) found.set(key, [{ month, series, window: days }]);
      else months.push({ month, series, window: days });
    });
  }
  return found;
}

/** The days of a month that a window has, as a bitmap. */
export const daysIn = ({ from, to }: Window, month: number): number =>
  daysBetween(month === monthOf(from) ? dayOfMonth(from) : 1, month === monthOf(to) ? dayOfMonth(to) : DAY_MAX);

/** Month by month, what one column of one series of each owner has in the window: no history is in memory as a whole. */
export async function* amountsByMonth(
  reads: Reads,
  window: Window,
  wanted: ReadonlyMap<number, { key: number; column: number }>,
): AsyncGenerator<{ owner: number; amounts: DayAmounts }[]> {
  for (const month of monthsOf(window).map(monthOfMonthKey)) {
    const rows = await ownersMonth(reads, month, [...wanted.keys()]);
    yield rows.flatMap((row) => {
      const { key = -1, column = 0 } = wanted.get(row.owner) ?? {};
      const months = seriesMonths([row], window).get(key);
      return months === undefined ? [] : { owner: row.owner, amounts: amountsIn(months, column) };
    });
  }
}

/** From the first to the last month that any series has; undefined without any. */
export async function knownDays(reads: Reads): Promise<Window | undefined> {
  const months = await storedMonths(reads);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: daysOfMonth(first)[1] ?? '', to: daysOfMonth(last)[31] ?? '' };
}

/** The amounts of a column; days without one are left out. */
export function amountsIn(months: readonly SeriesMonth[], column: number): DayAmounts {
  const days = new Int32Array(months.length * DAY_MAX);
  const cents = new Int32Array(days.length);
  let count = 0;
  for (const { month, window, series } of months) {
    const start = firstDayOf(month) - 1;
    forEachStretch(series, (stretch, cells) => {
      const cell = cells[column] ?? 0;
      // A published 0 means that there is no price.
      for (let rest = cell > 1 ? stretch & window : 0; rest !== 0; rest &= rest - 1) {
        days[count] = start + lowest(rest);
        cents[count++] = cell - 1;
      }
    });
  }
  return { days: days.subarray(0, count), cents: cents.subarray(0, count) };
}
