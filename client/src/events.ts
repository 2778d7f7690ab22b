/** Change events as they are delivered and as the feed lists them. */
import type { Card, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry } from './records.ts';

/** Of the EUR side a sealed product has one row. */
export type ProductPriceEntry = UsdPriceEntry | Omit<EurPriceEntry, 'variant' | 'price_kind'>;

/** `data` of each event, by the event's name without the game. */
export interface EventData {
  'cards.updated': { cards: Card[] };
  'cards.deleted': { card_ids: string[] };
  'card_variants.deleted': { variant_ids: number[] };
  'card_prices.updated': {
    currency: 'USD' | 'EUR';
    cards: { card_id: string; prices: (UsdPriceEntry | EurPriceEntry)[] }[];
  };
  'products.updated': { products: Product[] };
  'products.removed': { product_ids: number[] };
  'product_prices.updated': {
    currency: 'USD' | 'EUR';
    products: { product_id: number; prices: ProductPriceEntry[] }[];
  };
  'expansions.created': { expansions: Expansion[] };
  'expansions.updated': { expansions: Expansion[] };
  'series.created': { series: Series[] };
  'series.updated': { series: Series[] };
  'expansions.deleted': { expansion_ids: string[] };
  'series.deleted': { series_ids: string[] };
  'price_days.recorded': {
    entity: 'card_prices' | 'product_prices';
    currency: 'usd' | 'eur';
    day: string;
    rows: number;
    /** Null where no row of the day is left. */
    file: string | null;
    sha256: string | null;
    catalog_version: number;
  };
}

type EventOf<Kind extends keyof EventData> = {
  id: string;
  /** Begins with the game: `game.cards.updated`. Comparing it with a name tells what `data` is. */
  name: `${string}.${Kind}`;
  created_at: string;
  data: EventData[Kind];
  /** Only where a group of more than 500 records was split; `index` counts from 0. */
  chunk?: { index: number; of: number };
};

export type CardstockEvent = { [Kind in keyof EventData]: EventOf<Kind> }[keyof EventData];
