/** What lists are filtered and sorted by: facts of each card, lowest prices, and the columns made of them. */

/** What a card can be filtered by, taken from its record whenever that is written. */
export interface CardFactTable {
  /** The card's `key`. */
  key: number;
  /** Its name, folded. */
  name: string;
  /** The values of each field as JSON, in the order of CARD_FIELDS. */
  facts: string;
  /** When its record changed last, in seconds since 1970; prices are no part of it. */
  changed_at: number;
}

/** What a card or product costs at least, in cents; null without a price. */
export interface LowestPriceTable {
  /** As of current_prices. */
  owner: number;
  usd: number | null;
  eur: number | null;
}

/** What kind of sealed product one is. */
export interface ProductTypeTable {
  product_id: number;
  type: string;
}

/** All rows of a game's list as columns: a filter reads these in memory instead of rows. */
export interface ListColumnTable {
  game: string;
  list: 'cards' | 'products';
  /** Of the body: equal ones need not be read again. */
  digest: string;
  /** Packed by column-bytes.ts. */
  body: Uint8Array;
}

/** By the name of the table. */
export interface ListingTables {
  card_facts: CardFactTable;
  lowest_prices: LowestPriceTable;
  product_types: ProductTypeTable;
  list_columns: ListColumnTable;
}
