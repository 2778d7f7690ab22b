/** Numbers that stand for cards, products, printings, conditions and months in the price tables. */
import { CONDITIONS, type Condition, type EurAmounts, type UsdAmounts } from '../../catalog/price-rows.ts';
import type { PriceKind } from '../../catalog/records.ts';
import { remembered } from '../../packed/remembered.ts';
import type { Amounts } from './observation-codec.ts';

/** A card's or product's number in the price tables: cards are even, products odd. */
export const cardOwner = (key: number): number => key * 2;
export const productOwner = (id: number): number => id * 2 + 1;

export const ownerOf = (owner: number): { card_key: number } | { product_id: number } =>
  owner % 2 === 0 ? { card_key: owner / 2 } : { product_id: (owner - 1) / 2 };

/** What a month's key holds the owner below. */
export const OWNERS = 2 ** 32;

/** Key of an owner's month in price_months: one month's rows follow one another. */
export const monthKey = (month: number, owner: number): number => month * OWNERS + owner;
export const ownerOfMonthKey = (key: number): number => key % OWNERS;
export const monthOfMonthKey = (key: number): number => Math.floor(key / OWNERS);

/** Months counted from the year 0. */
export const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
export const dayOfMonth = (day: string): number => Number(day.slice(8));
/** Days from 1970 to the first of a month. */
export const firstDayOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / 86_400_000;

const monthPrefix = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-`;

/** A history has a dozen months, and all ask for the same ones: spelling their days took a tenth of it. */
const SPELLED_MAX = 64;

/** The days of a month as `YYYY-MM-DD`, by number; index 0 is none. */
export const daysOfMonth = remembered((month: number): readonly string[] => {
  const prefix = monthPrefix(month);
  return Array.from({ length: 32 }, (_, day) => `${prefix}${String(day).padStart(2, '0')}`);
}, SPELLED_MAX);

// A series is a printing (or a product's sub-type) and one of its conditions, or its one EUR series. Slot 0 is EUR and
// the conditions follow in the order of CONDITIONS; stored blobs hold these numbers, so that order only ever grows.
const SLOTS = 16;
const EUR_SLOT = 0;

/** What a series key stands for; `condition` is undefined for EUR. */
export interface Series {
  /** Id of the printing; of a product: id of its sub-type, 0 for EUR. */
  variantId: number;
  condition: Condition | undefined;
}

export function seriesKey({ variantId, condition }: Series): number {
  if (condition === undefined) return seriesKeyAt(variantId, EUR_SLOT);
  const index = CONDITIONS.indexOf(condition);
  if (index < 0) throw new RangeError(`no condition: ${condition}`);
  return seriesKeyAt(variantId, index + 1);
}

export const seriesOfKey = (key: number): Series => ({
  variantId: Math.floor(key / SLOTS),
  condition: CONDITIONS[(key % SLOTS) - 1],
});

/** Which of its printing's series a key is: 0 for EUR, conditions from 1 on. */
export const slotOf = (key: number): number => key % SLOTS;
export const seriesKeyAt = (variantId: number, slot: number): number => variantId * SLOTS + slot;

export const isOfCurrency = (key: number, currency: 'usd' | 'eur'): boolean =>
  (slotOf(key) === EUR_SLOT) === (currency === 'eur');

/** Whether the key is of a series of this printing (or sub-type) in this market. */
export const isOfMarket = (key: number, variantId: number, market: 'usd' | 'eur'): boolean =>
  Math.floor(key / SLOTS) === variantId && isOfCurrency(key, market);

export interface SeriesObservation {
  key: number;
  observed_on: string;
  amounts: Amounts;
  /** Of a card's EUR series: which price side of the six columns speaks for the printing. */
  price_kind?: PriceKind;
}

/** The amounts of a price, in the order in which they are kept. */
export const AMOUNTS = {
  usd: ['market', 'low', 'high'],
  eur: ['avg', 'low', 'trend', 'avg_holo', 'low_holo', 'trend_holo'],
} as const;

export const fromUsd = (amounts: UsdAmounts): Amounts => AMOUNTS.usd.map((name) => amounts[name]);
export const fromEur = (amounts: EurAmounts): Amounts => AMOUNTS.eur.map((name) => amounts[name]);

export const toUsd = ([market = null, low = null, high = null]: Amounts): UsdAmounts => ({ market, low, high });
export const toEur = ([avg, low, trend, avg_holo, low_holo, trend_holo]: Amounts): EurAmounts => ({
  avg: avg ?? null,
  low: low ?? null,
  trend: trend ?? null,
  avg_holo: avg_holo ?? null,
  low_holo: low_holo ?? null,
  trend_holo: trend_holo ?? null,
});
