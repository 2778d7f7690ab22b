/** The tables of the store as Kysely sees them; migrations.ts is what creates them. */
import type { Generated } from 'kysely';

/** Small single values: the catalog version, the cursor secret, the public address. */
export interface MetaTable {
  key: string;
  value: string;
}

export interface SeriesTable {
  id: string;
  /** Release date and id of the first expansion: the order of the list. Without one: LAST. */
  sort_date: string;
  sort_id: string;
  name: string;
  /** The record as JSON. */
  body: string;
}

export interface ExpansionTable {
  id: string;
  series_id: string;
  sort_date: string;
  name: string;
  card_count_official: number;
  body: string;
}

export interface CardTable {
  /** Short integer that stands for the card in history rows. */
  key: Generated<number>;
  id: string;
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
}

export interface VariantTable {
  id: Generated<number>;
  card_id: string;
  /** Type, subtype, size, sorted stamps and foil as one JSON array; the key of a printing within its card … */
  identity: string;
  /** … together with a count for exact duplicates. */
  ordinal: number;
  /** In how many successive runs the card came complete without this printing. */
  missing_runs: Generated<number>;
}

export interface ProductTable {
  id: number;
  name: string;
  body: string;
}

export interface ProductExpansionTable {
  product_id: number;
  expansion_id: string;
}

/** Ids that upstream gave up: they keep answering as `target_id`. */
export interface AliasTable {
  kind: 'card' | 'expansion' | 'series';
  id: string;
  target_id: string;
}

export interface RunTable {
  id: string;
  task: string;
  started_at: string;
  finished_at: string | null;
  outcome: 'running' | 'succeeded' | 'failed';
  /** Counts of what came and what changed, as JSON. */
  counts: string;
  reason: string | null;
}

/** What `/health` reports of one configured task. */
export interface TaskTable {
  name: string;
  /** When this store first knew the task: its window starts here until it first succeeds. */
  since: string;
  last_run_at: string | null;
  last_success_at: string | null;
  last_error: string | null;
  /** Rows that came at the last success: the measure for "fewer than 90 %". */
  last_rows: number | null;
  /** Everything that run counted, as JSON. */
  last_counts: string | null;
  /** Digest of the source's configuration at the last success: a changed source is due at once. */
  configured: string | null;
}

/** Validators of documents already published, for conditional requests. */
export interface DocumentTable {
  task: string;
  url: string;
  etag: string;
}

export interface KeyTable {
  id: string;
  /** First characters of the key, to recognise it by. */
  prefix: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  name: string;
  /** Scopes as a JSON array. */
  scopes: string;
  /** Requests a minute; null is the default, 0 no budget. */
  rate: number | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Of a session of the console: the id of the key that signed in, or `link`; null for keys. */
  session_of: string | null;
}

/** Links that open a session of the console, once. */
export interface ConsoleLinkTable {
  /** SHA-256 of the link's token, hex. */
  hash: string;
  expires_at: string;
}

/** One month of the history of a marketplace's article, kept from readers who turned out to be something else. */
export interface ArticleMonthTable {
  /** As `articleName` in article-history.ts names it. */
  article: string;
  /** Counted from the year 0. */
  month: number;
  /** Packed by observation-codec.ts; its series are keyed by their slot alone. */
  body: Uint8Array;
}

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

/** The newest observation of every series of one card or product, in one row: `observed_on` of them all moves daily. */
export interface CurrentPriceTable {
  owner: number;
  /** JSON, see current-prices.ts. */
  body: string;
}

/** Sub-types of sealed products; their numbers stand in the packed history. */
export interface SubTypeTable {
  id: Generated<number>;
  slug: string;
}

/** Marketplace ids written on a card as a whole that none of its printings has: claims that the audit counts. */
export interface CardClaimTable {
  card_id: string;
  tcgplayer: number | null;
  cardmarket: number | null;
}

/** Marketplace ids on the printings of a card, to find the card by. */
export interface ExternalIdTable {
  market: 'tcgplayer' | 'cardmarket';
  external_id: number;
  card_id: string;
}

/** The marketplace row that speaks for a printing, as of the last price run. */
export interface PriceLinkTable {
  variant_id: number;
  market: 'usd' | 'eur';
  card_id: string;
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

/** A sealed product of TCGplayer's found at Cardmarket. */
export interface SealedLinkTable {
  product_id: number;
  cardmarket_id: number;
  /** 0 to 1 */
  confidence: number;
}

/** When a source with a request budget was last asked for an article. */
export interface AskedArticleTable {
  source: string;
  product_id: number;
  asked_at: string;
}

/** The outbox: one row per delivery body, written in the transaction that makes the change. */
export interface EventTable {
  /** Order of writing, which is not the order of committing. */
  seq: Generated<number>;
  id: string;
  name: string;
  created_at: string;
  /** Names the events that one publish split over several bodies. */
  group_id: string;
  /** The exact text that is signed and sent. */
  body: string;
  /** Place in the feed, given after the commit; null until then. */
  position: number | null;
}

/** Who is told of events. */
export interface SubscriptionTable {
  id: string;
  url: string;
  /** Names and patterns as a JSON array. */
  patterns: string;
  /** 1 where the address may lie in the operator's own network. */
  allow_private: number;
  state: 'active' | 'paused' | 'disabled';
  /** Why it is disabled. */
  reason: string | null;
  /** Sealed. */
  secret: string;
  /** The secret before the last rotation, valid until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  created_at: string;
  last_success_at: string | null;
  /** First failure since the last success. */
  failing_since: string | null;
  /** The subscriber asked to be left alone until then. */
  hold_until: string | null;
}

/** One event for one subscriber. */
export interface DeliveryTable {
  subscription_id: string;
  /** Of the event in the feed. */
  position: number;
  state: 'pending' | 'delivered' | 'failed';
  attempts: Generated<number>;
  due_at: string;
  /** Until then a process is at it; a lease that ran out belongs to a process that died. */
  lease_until: string | null;
}

/** One try to deliver. */
export interface AttemptTable {
  id: Generated<number>;
  subscription_id: string;
  event_id: string;
  at: string;
  /** Null where no answer came. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The beginning of what the subscriber answered. */
  answer: string | null;
  /** The headers that were sent, as JSON; null for attempts of before they were kept. */
  request_headers: string | null;
}

/** What the scan knows of a card's picture: one row for each card whose picture was ever tried. */
export interface ScanPictureTable {
  /** The card's `key`. */
  card_key: number;
  /** Address of the picture. */
  picture: string;
  /** Version of the model that described it. */
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
}

/** A card's picture in small, apart from the vectors: those are read in one sweep, these a few at a time. */
export interface ScanThumbnailTable {
  card_key: number;
  body: Uint8Array;
}

/** The model that an operator had fitted; without a row the default one serves. */
export interface ScanModelTable {
  id: number;
  version: string;
  body: Uint8Array;
}

export interface Tables {
  meta: MetaTable;
  series: SeriesTable;
  expansions: ExpansionTable;
  cards: CardTable;
  variants: VariantTable;
  products: ProductTable;
  product_expansions: ProductExpansionTable;
  aliases: AliasTable;
  runs: RunTable;
  tasks: TaskTable;
  documents: DocumentTable;
  keys: KeyTable;
  console_links: ConsoleLinkTable;
  price_months: PriceMonthTable;
  article_months: ArticleMonthTable;
  current_prices: CurrentPriceTable;
  sub_types: SubTypeTable;
  card_claims: CardClaimTable;
  external_ids: ExternalIdTable;
  price_links: PriceLinkTable;
  article_sub_types: ArticleSubTypeTable;
  held_amounts: HeldAmountTable;
  sealed_links: SealedLinkTable;
  asked_articles: AskedArticleTable;
  events: EventTable;
  subscriptions: SubscriptionTable;
  deliveries: DeliveryTable;
  attempts: AttemptTable;
  scan_pictures: ScanPictureTable;
  scan_thumbnails: ScanThumbnailTable;
  scan_models: ScanModelTable;
}

/** Sorts after every date, number and id that exists: nulls stand last on both engines. */
export const LAST = '\u{10FFFF}';
