/** Prices of today and of the days before, and what price runs know of the articles that they are of. */
import type { Generated } from 'kysely';

/** One month of all observations of one card or product. */
export interface PriceMonthTable {
  /**
   * Month and owner in one number (`monthKey` in price-series.ts): the rows that a day rewrites lie side by side, and a
   * table whose key is an integer keeps them whole, where one WITHOUT ROWID would put each on a page of its own.
   */
  key: number;
  /** The observations, packed by observation-codec.ts. */
  body: Uint8Array;
}

/** One month of the history of a marketplace's article while nobody reads it, or as it was when somebody last did. */
export interface ArticleMonthTable {
  /** As `articleName` in article-reader.ts names it. */
  article: string;
  /** Counted from the year 0. */
  month: number;
  /** Packed by observation-codec.ts; its series are keyed by their slot alone. */
  body: Uint8Array;
}

/** The newest observations of an article that nobody reads, or as they were when somebody last did. */
export interface ArticlePriceTable {
  /** As `articleName` in article-reader.ts names it. */
  article: string;
  /** As of a card in current_prices; its series are keyed by their slot alone. */
  body: string;
}

/** The newest observation of every series of one card or product, in one row: `observed_on` of them all moves daily. */
export interface CurrentPriceTable {
  owner: number;
  /** JSON, see current-prices.ts. */
  body: string;
}

/** The price entries of a card's list row, for those that have any. */
export interface PriceEntryTable {
  /** The card's `key`. */
  key: number;
  /** JSON, see put-entries.ts. */
  body: string;
}

/** Sub-types of sealed products; their numbers stand in the packed history. */
export interface SubTypeTable {
  id: Generated<number>;
  slug: string;
}

/** The marketplace row that speaks for a printing, as of the last price run. */
export interface PriceLinkTable {
  variant_id: number;
  market: 'usd' | 'eur';
  card_id: string;
  /** The article; it and those below were named before sealed products were. */
  product_id: number;
  /** The row's sub type in USD, the half that is read (`plain`, `holo`) in EUR. */
  part: string;
  /** Name of the rule that matched them. */
  rule: string;
}

/** A sub type that a USD source has sold an article under, on any day. */
export interface ArticleSubTypeTable {
  product_id: number;
  sub_type: string;
  first_on: string;
  /** 1 when a second day has shown it too. */
  confirmed: number;
}

/** An amount that moved 50-fold and waits for a second day. */
export interface HeldAmountTable {
  source: string;
  /** Row and amount: `42382/Normal/NM/market`. */
  key: string;
  previous: number;
  held: number;
  observed_on: string;
}

/** How many rows a group of a source's prices has on a day, which is what its next day is measured against. */
export interface GroupRowsTable {
  source: string;
  /** As the source numbers its groups. */
  group_id: number;
  /** Rows of its last good day. */
  rows: number;
  /** Days since then, one after the other, on which it had fewer than half of them; the last of these. */
  short_days: number;
  short_on: string | null;
}

/** When a source with a request budget was last asked for an article. */
export interface AskedArticleTable {
  source: string;
  product_id: number;
  asked_at: string;
}

/** By the name of the table. */
export interface PriceTables {
  price_months: PriceMonthTable;
  article_months: ArticleMonthTable;
  article_prices: ArticlePriceTable;
  current_prices: CurrentPriceTable;
  price_entries: PriceEntryTable;
  sub_types: SubTypeTable;
  price_links: PriceLinkTable;
  article_sub_types: ArticleSubTypeTable;
  held_amounts: HeldAmountTable;
  group_rows: GroupRowsTable;
  asked_articles: AskedArticleTable;
}
