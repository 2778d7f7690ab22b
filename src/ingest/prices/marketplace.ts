/** What the price desk is told of a marketplace: how its rows are named, matched and priced, and what they teach. */
import type { CardPriceRow, Condition, ProductPriceRow } from '../../catalog/price-rows.ts';
import type { ArticleSubType, PriceLink } from '../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../store/store.ts';
import type { Matches } from '../matching/match-printings.ts';
import type { KnownSubTypes } from '../matching/sub-types.ts';
import type { Amounts } from './price-ledger.ts';

/** A row of a marketplace's prices; `product_id` is the article's number there. */
export interface ArticleRow {
  product_id: number;
}

/** What is known of a marketplace without a row of it. */
export interface MarketplaceNames {
  /** What its prices are in: the word for them on the wire and in the store. */
  currency: PriceLink['market'];
  /** Names a row: its article, and where that has several, the part that is this one. */
  rowName(article_id: number, part: string): string;
}

/** The rules of one marketplace. */
export interface Marketplace<Row extends ArticleRow, Priced extends Amounts> extends MarketplaceNames {
  /** The row's part of its article, empty where an article is one row. */
  partOf(row: Row): string;
  /** Undefined where the prices are of no condition. */
  conditionOf(row: Row): Condition | undefined;
  amountsOf(row: Row): Priced;
  /** The price of the printing that reads the row by `link`. */
  cardPrice(row: Row, link: PriceLink, amounts: Priced): CardPriceRow;
  /** The price of the sealed product that the row's article is. */
  productPrice(row: Row, amounts: Priced): ProductPriceRow;
  /** Which printing reads which row. */
  linksOf(matches: Matches): PriceLink[];
  /** What the rows of all days so far have taught; the matching goes by it. */
  known(reads: Reads | Writes): Promise<KnownSubTypes>;
  /** Adds what the rows of one day teach; returns what is new of it. */
  learn(known: KnownSubTypes, rows: readonly Row[], observedOn: string): readonly ArticleSubType[];
}
