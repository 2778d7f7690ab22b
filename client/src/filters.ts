/** What lists are filtered and sorted by. Of several values in a text, divided by commas, a row needs one. */

export interface ReleaseFilter {
  /** Released on this day or later, `YYYY-MM-DD`. */
  released_from?: string | undefined;
  /** Released on this day or before. */
  released_to?: string | undefined;
}

/** In cents of the cheapest printing: its market price in USD, its trend in EUR. */
export interface PriceFilter {
  /** Only what has a price in this currency, or in one of these. */
  priced?: 'usd' | 'eur' | 'usd,eur' | undefined;
  usd_min?: number | undefined;
  usd_max?: number | undefined;
  eur_min?: number | undefined;
  eur_max?: number | undefined;
}

/** Descending with a minus; what has no value stands last in both directions. */
export type Sort = 'catalog' | 'name' | 'released' | 'usd' | 'eur' | '-name' | '-released' | '-usd' | '-eur';

/** Only these, up to 200, in the order given; without q, filters and sort. */
export interface SeveralIds<Id> {
  ids?: readonly Id[] | undefined;
}

export interface CardFilter extends SeveralIds<string>, ReleaseFilter, PriceFilter {
  series_id?: string | undefined;
  rarity?: string | undefined;
  category?: string | undefined;
  type?: string | undefined;
  illustrator?: string | undefined;
  /** Collector number, in any printed form. */
  number?: string | undefined;
  /** Finish of a printing. */
  variant?: string | undefined;
  /** Stamp on a printing. */
  stamp?: string | undefined;
  /** A format that it may be played in. */
  legality?: string | undefined;
  /** The record, prices aside, changed on this day or at this moment, or later. */
  changed_since?: string | undefined;
  /** Field terms, as `hp>=150 -type:fire`; `fields()` lists the fields. */
  filter?: string | undefined;
  /** One of these, or a field of numbers, descending with a minus. */
  sort?: Sort | (string & {}) | undefined;
}

export interface ProductFilter extends SeveralIds<number>, ReleaseFilter, PriceFilter {
  /** Kind of product, as `booster box`. */
  type?: string | undefined;
  sort?: Sort | undefined;
}

export interface ExpansionFilter extends SeveralIds<string>, ReleaseFilter {
  sort?: Exclude<Sort, `${string}usd` | `${string}eur`> | undefined;
}
