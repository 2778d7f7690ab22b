/** What lists are filtered and sorted by: facets of each card, lowest prices, the columns made of them; and what moved most. */

/** The column of what stands at a path in each card's record, in the order of the cards' list. */
export type FieldList = `field ${string}`;

export interface ListingTables {
  /** What a card can be filtered by, taken from its record whenever that is written. */
  card_facts: {
    /** The card's `key`. */
    key: number;
    /** Its name, folded. */
    name: string;
    /** The values of each field as JSON, in the order of CARD_FIELDS. */
    facts: string;
    /** When its record changed last, in seconds since 1970; prices are no part of it. */
    changed_at: number;
  };
  /** What a card or product costs at least, in cents; null without a price. */
  lowest_prices: {
    /** As of current_prices. */
    owner: number;
    usd: number | null;
    eur: number | null;
  };
  product_types: {
    product_id: number;
    type: string;
  };
  /** All rows of a game's list as columns: a filter reads these in memory instead of rows. */
  list_columns: {
    game: string;
    list: 'cards' | 'products' | FieldList;
    /** Of the body: equal ones need not be read again. */
    digest: string;
    /** Packed by column-bytes.ts. */
    body: Uint8Array;
  };
  /** The moves of one kind in a game, the greatest first. */
  movers: {
    game: string;
    currency: 'usd' | 'eur';
    /** Over how many days. */
    days: number;
    direction: 'up' | 'down';
    /** The newest day that they lead to. */
    observed_on: string;
    /** JSON, see moves.ts. */
    body: string;
  };
}
