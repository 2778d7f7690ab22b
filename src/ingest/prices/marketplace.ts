/** What the price matcher knows of a marketplace: how its rows are named, matched and priced. */
import type { CardPriceRow, Condition, ProductPriceRow } from '../../catalog/price-rows.ts';
import type { PriceLink } from '../../store/prices/market-knowledge.ts';
import type { Amounts } from './judge-days.ts';

/** A row of a marketplace's prices; `product_id` is the product's number there. */
export interface MarketplaceRow {
  product_id: number;
}

/** What is known of a marketplace without a row of it. */
export interface MarketplaceNames {
  /** What its prices are in: the word for them on the wire and in the store. */
  currency: PriceLink['market'];
  /** Names a row: its marketplace product, and where that has several, the sub type that is this one. */
  rowName(marketplace_id: number, subType: string): string;
}

export interface Marketplace<Row extends MarketplaceRow, Priced extends Amounts> extends MarketplaceNames {
  /** The sub type of its product that the row is of, empty where a marketplace product is one row. */
  subTypeOf(row: Row): string;
  /** Undefined where the prices are of no condition. */
  conditionOf(row: Row): Condition | undefined;
  /** A row without amounts of the name that it is judged by; undefined where that is of another marketplace. */
  rowNamed(judgedName: string): Row | undefined;
  amountsOf(row: Row): Priced;
  /** The price of the printing that reads the row by `link`. */
  cardPrice(row: Row, link: PriceLink, amounts: Priced): CardPriceRow;
  /** The price of the sealed product that the row's marketplace product is. */
  productPrice(row: Row, amounts: Priced): ProductPriceRow;
}
