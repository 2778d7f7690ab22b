/** Who reads the prices of a marketplace product, and what the product is called. */
import type { PriceKind } from '../../catalog/records.ts';

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
