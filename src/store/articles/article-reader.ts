/** Who reads the prices of an article, and what the article is called. */
import type { PriceKind } from '../../catalog/records.ts';

/** Who reads the prices of an article: a printing, or a sealed product. */
export interface ArticleReader {
  /** A card's or product's number in the price tables. */
  owner: number;
  /** Id of the printing; of a product the number of its sub-type, 0 in EUR. */
  part: number;
  market: 'usd' | 'eur';
  /** The marketplace's row, as `articleName` names it. */
  article: string;
  /** Which half a printing reads in EUR. */
  price_kind?: PriceKind;
}

/** A row of a marketplace: an article in EUR, each of an article's sub-types in USD. */
export const articleName = (market: 'usd' | 'eur', articleId: number, subType: string): string =>
  market === 'usd' ? `usd/${articleId}/${subType}` : `eur/${articleId}`;
