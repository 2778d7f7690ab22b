/** Cards with their printings, expansions, series and sealed products; the ids they are found by, what lists sort and filter them by, and what the scan knows of their pictures. */
import type { Generated } from 'kysely';

/** The column of what stands at a path in each card's record, in the order of the cards' list. */
export type FieldList = `field ${string}`;

export interface CatalogTables {
  /** A game whose records this store holds, configured still or not. */
  games: {
    /** As its records, events and tasks name it. */
    name: string;
    /** What its ids begin with: they are kept, so it never changes. */
    id_prefix: string;
    /** The catalog version of its last change, and of the last that what is searched of it has seen. */
    version: Generated<number>;
    names_version: Generated<number>;
  };
  series: {
    id: string;
    game: Generated<string>;
    /** Release date and id of the first expansion: the order of the list. Without one: LAST. */
    sort_date: string;
    sort_id: string;
    name: string;
    body: string;
  };
  expansions: {
    id: string;
    game: Generated<string>;
    series_id: string;
    sort_date: string;
    name: string;
    card_count_official: number;
    /** Codes that stand for it on cards and in deck lists, beside its id, as a JSON array. */
    codes: Generated<string>;
    body: string;
  };
  cards: {
    /** Short integer that stands for the card in history rows. */
    key: Generated<number>;
    id: string;
    game: Generated<string>;
    expansion_id: string;
    sort_date: string;
    number_sort: string;
    name: string;
    number: string | null;
    /** The list row as JSON, without prices and score. */
    summary: string;
    /** The record as JSON, its variants without prices. */
    body: string;
    /** Digest of what upstream gave: an equal one needs no comparison. */
    digest: string;
  };
  variants: {
    id: Generated<number>;
    card_id: string;
    /** Type, subtype, size, sorted stamps and foil as one JSON array; the key of a printing within its card … */
    identity: string;
    /** … together with a count for exact duplicates. */
    ordinal: number;
    /** In how many successive runs the card came complete without this printing. */
    missing_runs: Generated<number>;
  };
  products: {
    id: number;
    game: Generated<string>;
    name: string;
    body: string;
  };
  product_expansions: {
    product_id: number;
    expansion_id: string;
  };
  /** Ids that upstream gave up: they keep answering as `target_id`. */
  aliases: {
    kind: 'card' | 'expansion' | 'series';
    id: string;
    target_id: string;
    /** When the rename was found; null where it is not known, and where the id is a further one of a record that was not renamed. */
    since: string | null;
  };
  /** Marketplace ids written on a card as a whole that none of its printings has: claims that the audit counts. */
  card_claims: {
    card_id: string;
    tcgplayer: number | null;
    cardmarket: number | null;
  };
  /** Marketplace ids on the printings of a card, to find the card by. */
  external_ids: {
    /** The marketplace, or what the number is called on the card. */
    market: 'tcgplayer' | 'cardmarket' | 'passcode';
    external_id: number;
    card_id: string;
  };
  /** A sealed product of TCGplayer's found at Cardmarket. */
  sealed_links: {
    product_id: number;
    cardmarket_id: number;
    /** 0 to 1 */
    confidence: number;
  };
  /** The texts of one record in one language, whether or not the record is here. */
  translations: {
    kind: 'card' | 'expansion' | 'series';
    /** The record's id, as ours begin. */
    id: string;
    language: string;
    game: string;
    name: string;
    /** What the language's source says, as JSON; what it does not say is left out. */
    body: string;
    /** What the language's source says of the card beside its texts, as JSON; empty for other records. */
    facts: string;
    digest: string;
    /** Why it is not shown; null where it is. */
    withheld: string | null;
  };
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
  /** What the scan knows of a card's picture: one row for each card whose picture was ever tried. */
  scan_pictures: {
    /** The card's `key`. */
    card_key: number;
    picture: string;
    model: string;
    /** Of the picture's bytes: the same bytes are not described again. */
    digest: string | null;
    etag: string | null;
    /** Null where there is none: the picture could not be had or read. */
    vector: Uint8Array | null;
    /** Order of writing, and of committing too: one process writes at a time. */
    seq: number;
    /** Tries in a row that failed. */
    failures: number;
    /** Why the last one did. */
    reason: string | null;
    tried_at: string;
  };
  /** What the scan knows of a card's picture in a further language, where that is another picture than its own. */
  scan_language_pictures: CatalogTables['scan_pictures'] & {
    /** Counts from 1; whoever writes holds the lock of the scan. */
    id: number;
    language: string;
    /** The picture in small; behind the vectors, so that a sweep of those does not read it. */
    thumbnail: Uint8Array | null;
  };
  /** A card's picture in small, apart from the vectors: those are read in one sweep, these a few at a time. */
  scan_thumbnails: {
    card_key: number;
    body: Uint8Array;
    /** The picture in full, packed; null where an older release described it. */
    detail: Uint8Array | null;
    /** Digest of the picture that it is of: an older release changes `body` alone. */
    detail_of: string | null;
  };
  /** Two cards that show one artwork; each pair stands here both ways. */
  same_artworks: {
    card_key: number;
    other_key: number;
  };
  /** Where the source of a card has its pictures, where they are kept here: its record may name our address instead. */
  card_pictures: {
    card_id: string;
    /** Empty for the catalog's own. */
    language: string;
    low: string;
    high: string;
  };
  /** The model that an operator had fitted; without a row the default one serves. */
  scan_models: {
    id: number;
    version: string;
    body: Uint8Array;
  };
}
