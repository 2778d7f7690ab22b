/** Prices as ingest hands them over and the store gives them back: amounts of one printing or product, in cents. */
import type { EurPrice, PriceKind, UsdPrice } from './records.ts';

/** Conditions in the order they are shown: those of single cards, best first, then that of sealed products. */
export const CONDITIONS = ['NM', 'LP', 'MP', 'HP', 'DMG', 'Unopened'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Cents, null where the source has no price. */
export type UsdAmounts = Pick<UsdPrice, 'market' | 'low' | 'high'>;
export type EurAmounts = Pick<EurPrice, 'avg' | 'low' | 'trend' | 'avg_holo' | 'low_holo' | 'trend_holo'>;

/** A price of one printing of a card; `variant_id` is the id of its variant object. */
export type CardPriceRow =
  | { variant_id: number; market: 'usd'; condition: Condition; amounts: UsdAmounts }
  | { variant_id: number; market: 'eur'; price_kind: PriceKind; amounts: EurAmounts };

/** A price of a sealed product; `variant` is its sub-type as a slug (`normal`). */
export type ProductPriceRow =
  | { variant: string; market: 'usd'; condition: Condition; amounts: UsdAmounts }
  | { market: 'eur'; amounts: EurAmounts };

/** Where and when a price was observed last. */
export interface Observed {
  /** `YYYY-MM-DD` */
  observed_on: string;
  /** Name of the source in the configuration. */
  source: string;
}
