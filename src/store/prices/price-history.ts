/** The daily prices of one card or product over a window of days. */
import { printingOf } from '../../catalog/changes.ts';
import { CONDITIONS, type Condition } from '../../catalog/price-rows.ts';
import type { Card, PriceKind, Printing } from '../../catalog/records.ts';
import { productById } from '../catalog/catalog-records.ts';
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
  const found = await cardWithPrices(reads, id);
  if (found === undefined) return undefined;
  const series = await seriesDays(reads, cardOwner(found.key), window);
  const kinds = new Map(
    found.prices.flatMap((price) => (price.market === 'eur' ? [[price.variant_id, price.price_kind]] : [])),
  );
  const { game, variants } = JSON.parse(found.text) as Card;
  const histories = variants.map((variant) => ({
    variant: printingOf(variant),
    usd: conditionsOf(series, variant.id),
    eur: {
      price_kind: kinds.get(variant.id) ?? null,
      days: series.get(seriesKey({ part: variant.id, condition: undefined })) ?? [],
    },
  }));
  return { id: found.id, game, variants: histories };
}

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
  const series = await seriesDays(reads, productOwner(id), window);
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

/** Days of each of the owner's series in the window, by series key. */
async function seriesDays(reads: Reads, owner: number, { from, to }: Window): Promise<Map<number, ObservedDay[]>> {
  const keys: number[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month += 1) keys.push(monthKey(month, owner));
  const rows = await reads.selectFrom('price_months').selectAll().where('key', 'in', keys).orderBy('key').execute();
  const series = new Map<number, ObservedDay[]>();
  for (const { key, body } of rows) {
    const month = monthOfMonthKey(key);
    const first = month === monthOf(from) ? dayOfMonth(from) : 1;
    const last = month === monthOf(to) ? dayOfMonth(to) : DAY_MAX;
    decodeMonth(body, daysOfMonth(month), daysBetween(first, last), series);
  }
  return series;
}
