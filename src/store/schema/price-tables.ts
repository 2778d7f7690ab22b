/** Prices of today and of the days before, and what price runs know of the marketplace products that they are of. */
import type { Generated } from 'kysely';

export interface PriceTables {
  price_months: {
    /**
     * Month and owner in one number (`monthKey` in price-series.ts): the rows that a day rewrites lie side by side, and a
     * table whose key is an integer keeps them whole, where one WITHOUT ROWID would put each on a page of its own.
     */
    key: number;
    /** The observations, packed by observation-codec.ts. */
    body: Uint8Array;
  };
  /** One month of the history of a marketplace product while nobody reads it, or as it was when somebody last did. */
  article_months: {
    /** As `marketplaceRow` in article-reader.ts names it. */
    article: string;
    /** Counted from the year 0. */
    month: number;
    /** Packed by observation-codec.ts; its series are keyed by their slot alone. */
    body: Uint8Array;
  };
  /** The newest observations of a marketplace product that nobody reads, or as they were when somebody last did. */
  article_prices: {
    /** As `marketplaceRow` in article-reader.ts names it. */
    article: string;
    /** As of a card in current_prices; its series are keyed by their slot alone. */
    body: string;
  };
  /** The newest observation of every series of one card or product, in one row: `observed_on` of them all moves daily. */
  current_prices: {
    owner: number;
    /** JSON, see current-prices.ts. */
    body: string;
  };
  price_entries: {
    /** The card's `key`. */
    key: number;
    /** JSON, see put-entries.ts. */
    body: string;
  };
  /** Sub-types of sealed products; their numbers stand in the packed history. */
  sub_types: {
    id: Generated<number>;
    slug: string;
  };
  /** The marketplace row that speaks for a printing, as of the last price run. */
  price_links: {
    variant_id: number;
    market: 'usd' | 'eur';
    card_id: string;
    /** The marketplace product; it and those below were named before sealed products were. */
    product_id: number;
    /** The row's sub type in USD, the price side that is read (`plain`, `holo`) in EUR. */
    part: string;
    rule: string;
  };
  /** A product that several cards claim, or of such a one's name in its group, as the marketplace's own list has it. */
  listed_singles: {
    market: 'tcgplayer' | 'cardmarket';
    product_id: number;
    group_id: number;
    name: string;
    number: string | null;
    /** JSON: the expansions of which its group has products that no other card claims. */
    expansions: string;
  };
  /** What became of a printing's claim to a product that other cards of its name claim: see `SettledClaim` in claims.ts. */
  settled_claims: {
    variant_id: number;
    market: 'tcgplayer' | 'cardmarket';
    card_id: string;
    claimed: number;
    product_id: number | null;
    settled_by: string;
  };
  /** A sub type that a USD source has sold a marketplace product under, on any day. */
  article_sub_types: {
    product_id: number;
    sub_type: string;
    first_on: string;
    /** 1 when a second day has shown it too. */
    confirmed: number;
  };
  /** An amount that moved 50-fold and waits for a second day. */
  held_amounts: {
    source: string;
    /** Row and amount: `42382/Normal/NM/market`. */
    key: string;
    previous: number;
    held: number;
    observed_on: string;
  };
  /** An amount that had moved 50-fold on its day, and what became of it: what is judged later goes by it. */
  judged_amounts: {
    source: string;
    /** As of a pending price, without the amount: `42382/Normal/NM`. */
    row_name: string;
    /** Of the amount: `market`. */
    name: string;
    observed_on: string;
    cents: number;
    /** Left out, served by evidence or another day, or served as an operator let it go. */
    state: 'held' | 'served' | 'accepted';
  };
  /** How many rows a group of a source's prices has on a day, which is what its next day is measured against. */
  group_rows: {
    source: string;
    /** As the source numbers its groups. */
    group_id: number;
    /** Rows of its last good day. */
    rows: number;
    /** Of releases that counted days here: 0 and null. */
    short_days: number;
    short_on: string | null;
  };
  held_parts: {
    id: string;
    source: string;
    /** Name of the group, or the first day of those left out whole, or the name of a single amount. */
    part: string;
    guard: string;
    reason: string;
    since: string;
    /** 1 where an operator has accepted it: the next run takes it. */
    accepted: number;
  };
  held_rows: {
    id: string;
    observed_on: string;
    /** JSON, as its source's reader makes them. */
    body: string;
  };
  source_days: {
    source: string;
    observed_on: string;
    /** What was forgotten is not read again by itself. */
    state: 'read' | 'forgotten';
  };
  /** A document that prices of a day were read from. */
  source_documents: {
    source: string;
    observed_on: string;
    address: string;
    /** Of its bytes as they were read, unpacked where the transfer packed them; hex. */
    sha256: string;
    read_at: string;
    /** The marketplace products that it prices, packed by source-documents.ts; null where it is all of its source's day. */
    products: Uint8Array | null;
  };
  /** The bytes of such a document, for as long as its source's `keep_documents` says. */
  kept_documents: {
    source: string;
    sha256: string;
    kept_until: string;
    /** Packed as one stream of zstd. */
    body: Uint8Array;
  };
  /** The file that was last told of a day of a market: an equal one is not told again. */
  recorded_days: {
    game: string;
    entity: 'card_prices' | 'product_prices';
    currency: 'usd' | 'eur';
    day: string;
    sha256: string;
    told_at: string;
  };
  /** When a source with a request budget was last asked for a marketplace product. */
  asked_articles: {
    source: string;
    product_id: number;
    asked_at: string;
  };
}
