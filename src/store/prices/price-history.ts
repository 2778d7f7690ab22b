/** The daily prices of one card or product over a window of days. */
import { sql } from 'kysely';
import { printingOf, printingsIn } from '../../catalog/changes.ts';
import { CONDITIONS, type Condition } from '../../catalog/price-rows.ts';
import type { PriceKind, Printing } from '../../catalog/records.ts';
import { filledUp } from '../batches.ts';
import { productById } from '../catalog/catalog-records.ts';
import { statement } from '../engines/statement.ts';
import type { PriceMonthTable } from '../schema/price-tables.ts';
import type { Reads } from '../store.ts';
import { cardWithPrices } from './card-with-prices.ts';
import { currentProductPrices } from './current-prices.ts';
import { DAY_MAX, daysBetween, decodeMonth, type Observation } from './observation-codec.ts';
import {
  cardOwner,
  dayOfMonth,
  daysOfMonth,
  monthKey,
  monthOf,
  monthOfMonthKey,
  productOwner,
  seriesKey,
} from './price-series.ts';
import { storedPrices } from './stored-prices.ts';
import { subTypes } from './sub-types.ts';

/** Days from `from` to `to`, both included. */
export interface Window {
  from: string;
  to: string;
}

/** One observed day; its amounts are in the order of the wire. Successive days with equal amounts share one array. */
export type ObservedDay = Observation<string>;

/** One condition's days; never empty. */
export interface ConditionHistory {
  condition: Condition;
  days: ObservedDay[];
}

/** The history of one printing. */
export interface VariantHistory {
  variant: Printing;
  /** Best condition first; those without a day in the window are left out. */
  usd: ConditionHistory[];
  eur: { price_kind: PriceKind; days: ObservedDay[] };
}

/** The history of one sub-type of a sealed product. */
export interface ProductHistory {
  variant: string;
  usd: ConditionHistory[];
  /** The product's own: in EUR there are no sub-types. */
  eur: { days: ObservedDay[] };
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
  const series = seriesDays(months, window);
  const current = storedPrices(found.prices).filter(({ condition }) => condition === undefined);
  const kinds = new Map(current.map(({ variant_id, price_kind }) => [variant_id, JSON.parse(price_kind) as PriceKind]));
  const variants = printingsIn(found.text).map((variant) => ({
    variant: printingOf(variant),
    usd: conditionsOf(series, variant.id),
    eur: {
      price_kind: kinds.get(variant.id) ?? null,
      days: series.get(seriesKey({ part: variant.id, condition: undefined })) ?? [],
    },
  }));
  return { id, game: found.game, variants };
}

/** A card's months; `months` are what their keys begin with. As a join SQLite takes three times as long. */
const cardMonths = statement((reads, { id, months }: { id: string; months: readonly number[] }) =>
  reads
    .selectFrom('price_months')
    .selectAll()
    .where(({ eb, selectFrom }) =>
      eb(
        'key',
        'in',
        months.map((month) =>
          selectFrom('cards')
            .select(sql<number>`cast(${month} as bigint) + cards.key * ${eb.lit(cardOwner(1))}`.as('key'))
            .where('cards.id', '=', id),
        ),
      ),
    )
    .orderBy('key'),
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
  const months = reads.selectFrom('price_months').selectAll().where('key', 'in', keys).orderBy('key');
  const series = seriesDays(await months.execute(), window);
  const current = (await currentProductPrices(reads, [id])).get(id) ?? [];
  const priced = new Set(current.flatMap((price) => (price.market === 'usd' ? price.variant : [])));
  const numbers = new Map([...(await subTypes(reads))].map(([number, slug]) => [slug, number]));
  const variants = (priced.size === 0 ? ['normal'] : [...priced]).map((variant) => ({
    variant,
    usd: conditionsOf(series, numbers.get(variant)),
    eur: { days: series.get(seriesKey({ part: 0, condition: undefined })) ?? [] },
  }));
  return { id, game: product.game, variants };
}

function conditionsOf(series: ReadonlyMap<number, ObservedDay[]>, part: number | undefined): ConditionHistory[] {
  if (part === undefined) return [];
  return CONDITIONS.flatMap((condition) => {
    const days = series.get(seriesKey({ part, condition }));
    return days && days.length > 0 ? { condition, days } : [];
  });
}

/** What the keys of the window's months begin with. */
function monthsOf({ from, to }: Window): number[] {
  const months: number[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month += 1) months.push(monthKey(month, 0));
  return months;
}

/** Days of each of an owner's series in the window, by series key. */
function seriesDays(months: readonly PriceMonthTable[], { from, to }: Window): Map<number, ObservedDay[]> {
  const series = new Map<number, ObservedDay[]>();
  for (const { key, body } of months) {
    const month = monthOfMonthKey(key);
    const first = month === monthOf(from) ? dayOfMonth(from) : 1;
    const last = month === monthOf(to) ? dayOfMonth(to) : DAY_MAX;
    decodeMonth(body, daysOfMonth(month), daysBetween(first, last), series);
  }
  return series;
}
