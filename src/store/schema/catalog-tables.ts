/** Cards with their printings, expansions, series and sealed products, and the ids they are found by. */
import type { Generated } from 'kysely';

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
}
