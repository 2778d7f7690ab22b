/** What lists are filtered and sorted by: facets of each card, lowest prices, the columns made of them; and what moved most. */

/** What a card can be filtered by, taken from its record whenever that is written. */
export interface CardFacetTable {
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

export interface ProductTypeTable {
  product_id: number;
  type: string;
}

/** The column of what stands at a path in each card's record, in the order of the cards' list. */
export type FieldList = `field ${string}`;

/** All rows of a game's list as columns: a filter reads these in memory instead of rows. */
export interface ListColumnTable {
  game: string;
  list: 'cards' | 'products' | FieldList;
  /** Of the body: equal ones need not be read again. */
  digest: string;
  /** Packed by column-bytes.ts. */
  body: Uint8Array;
}

/** The moves of one kind in a game, the greatest first. */
export interface MoverTable {
  game: string;
  currency: 'usd' | 'eur';
  /** Over how many days. */
  days: number;
  direction: 'up' | 'down';
  /** The newest day that they lead to. */
  observed_on: string;
  /** JSON, see moves.ts. */
  body: string;
}

export interface ListingTables {
  card_facts: CardFacetTable;
  lowest_prices: LowestPriceTable;
  product_types: ProductTypeTable;
  list_columns: ListColumnTable;
  movers: MoverTable;
}
