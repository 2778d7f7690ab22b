/** Statistics and charts of prices; amounts in cents. */
import type { Printing } from './records.ts';

/** The days up to the newest observation of a series. */
export interface WindowStatistics {
  days: number;
  /** The newest amount against the first of the window; `ratio` is a part of that first. */
  change: { cents: number; ratio: number };
  lowest: number;
  highest: number;
  mean: number;
  median: number;
  /** Standard deviation of the log ratios of successive observations; null below three. */
  volatility: number | null;
  days_observed: number;
}

/** A printing, and in USD a condition, in one currency. */
export interface SeriesStatistics {
  /** Of a product its sub type. */
  variant: Printing | string;
  condition?: string;
  currency: string;
  observed_on: string;
  now: number;
  /** Where `now` stands between lowest (0) and highest (1) of 365 days; null where these are equal. */
  place: number | null;
  last_change: { observed_on: string; from: number; to: number } | null;
  windows: WindowStatistics[];
}

export interface CardStatistics {
  id: string;
  game: string;
  series: SeriesStatistics[];
}

export interface ProductStatistics {
  id: number;
  game: string;
  series: SeriesStatistics[];
}

/** The sum of a printing of each card: NM market prices in USD, trends in EUR. */
export interface Worth {
  cents: number;
  priced: number;
  unpriced: number;
}

/** A printing of a card by its short name. */
export interface NamedPrinting {
  card_id: string;
  name: string;
  number: string | null;
  variant: string;
}

export interface ExpansionStatistics {
  id: string;
  game: string;
  markets: {
    currency: string;
    /** Of each card's ordinary printing. */
    value: Worth;
    by_finish: (Worth & { finish: string })[];
    dearest: (NamedPrinting & { amount: number })[];
    /** Over 7 days. */
    movers: (NamedPrinting & { from: number; to: number; percent: number })[];
  }[];
}

export interface ChartParams {
  /** By default usd. */
  currency?: 'usd' | 'eur' | undefined;
  /** By default 1y. */
  span?: '1y' | '3y' | 'all' | undefined;
  /** By default week. */
  step?: 'week' | 'day' | 'month' | undefined;
}

/** `day` is the first of its step. */
export interface ChartPoint {
  day: string;
  last: number;
  lowest: number;
  highest: number;
  days: number;
}

/** What a set was worth: `day` is the first of its step, `index` 100 at the first point. */
export interface ValuePoint {
  day: string;
  cents: number;
  priced: number;
  index: number;
}

export interface ExpansionChart {
  id: string;
  game: string;
  currency: string;
  span: string;
  step: string;
  points: ValuePoint[];
}

export interface Chart {
  id: string;
  game: string;
  currency: string;
  span: string;
  step: string;
  series: { variant: Printing | string; condition?: string; points: ChartPoint[] }[];
}
