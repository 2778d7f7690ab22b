/** The schema, made step by step: each step brings that of the one before up to its own. */
import { FIRST_GAME, nameRecords, noteEntries, signNumbers } from './data-steps.ts';
import { additions, anew, inTurn, type Step, tables } from './declare-tables.ts';

/** Cards with their printings, expansions, series and sealed products, and what the service keeps of itself. */
const catalog = tables({
  meta: 'key text primary, value text',
  series: `id text primary, sort_date text, sort_id text, name text, body text,
    index series_order (sort_date sort_id id)`,
  expansions: `id text primary, series_id text, sort_date text, name text, card_count_official integer, body text,
    index expansions_order (sort_date id)`,
  cards: `key counter, id text unique, expansion_id text, sort_date text, number_sort text, name text, number text?,
    summary text, body text, digest text,
    index cards_order (sort_date expansion_id number_sort id), index cards_expansion (expansion_id number_sort id)`,
  variants: `id counter, card_id text, identity text, ordinal integer, missing_runs integer default 0,
    unique index variants_card (card_id identity ordinal)`,
  aliases: 'kind text, id text, target_id text, key (kind id)',
  products: 'id integer primary, name text, body text',
  product_expansions: `product_id integer, expansion_id text, key (product_id expansion_id),
    index product_expansions_expansion (expansion_id product_id)`,
  runs: 'id text primary, task text, started_at text, finished_at text?, outcome text, counts text, reason text?',
  tasks: `name text primary, since text, last_run_at text?, last_success_at text?, last_error text?,
    last_rows integer?, last_counts text?, configured text?`,
  documents: 'task text, url text, etag text, key (task url)',
  keys: `id text primary, prefix text, hash text unique, name text, scopes text, rate integer?, created_at text,
    expires_at text?, revoked_at text?, last_used_at text?`,
});

const prices = tables({
  price_months: 'key long primary, body bytes',
  current_prices: 'owner long primary, body text',
  sub_types: 'id counter, slug text unique',
});

const marketplaces = tables({
  card_claims: 'card_id text primary, tcgplayer integer?, cardmarket integer?',
  price_links: `variant_id integer, market text, card_id text, product_id integer, part text, rule text,
    key (variant_id market)`,
  article_sub_types: `product_id integer, sub_type text, first_on text, confirmed integer, key (product_id sub_type)`,
  held_amounts: 'source text, key text, previous integer, held integer, observed_on text, key (source key)',
  sealed_links: 'product_id integer primary, cardmarket_id integer, confidence real',
  asked_articles: 'source text, product_id integer, asked_at text, key (source product_id)',
});

const events = tables({
  events: `seq counter, id text unique, name text, created_at text, group_id text, body text, position long? unique,
    index events_new (seq) where position is null, index events_age (created_at)`,
  subscriptions: `id text primary, url text, patterns text, allow_private integer, state text, reason text?,
    secret text, previous_secret text?, previous_until text?, created_at text, last_success_at text?,
    failing_since text?, hold_until text?`,
  deliveries: `subscription_id text, position long, state text, attempts integer default 0, due_at text,
    lease_until text?, key (subscription_id position), index deliveries_due (subscription_id state due_at)`,
  attempts: `id counter, subscription_id text, event_id text, at text, status integer?, duration_ms integer,
    error text?, answer text?, index attempts_subscription (subscription_id id)`,
});

const consoleSessions = inTurn(
  additions({ keys: 'session_of text?' }),
  tables({ console_links: 'hash text primary, expires_at text' }),
  additions({ attempts: 'request_headers text?, index attempts_event (event_id subscription_id id)' }),
);

const scan = tables({
  scan_pictures: `card_key long primary, picture text, model text, digest text?, etag text?, vector bytes?, seq long,
    failures integer, reason text?, tried_at text, index scan_pictures_seq (seq)`,
  scan_thumbnails: 'card_key long primary, body bytes',
  scan_models: 'id integer primary, version text, body bytes',
});

const externalIds = inTurn(
  tables({
    external_ids: `market text, external_id integer, card_id text, key (market external_id card_id),
      index external_ids_card (card_id)`,
  }),
  additions({
    card_claims: 'index card_claims_tcgplayer (tcgplayer), index card_claims_cardmarket (cardmarket)',
    sealed_links: 'index sealed_links_cardmarket (cardmarket_id)',
  }),
  anew('external_ids'),
);

/** Room for several games: each record says of which one it is, and each list of a game is in its order. */
const games = inTurn(
  tables({ games: 'name text primary, id_prefix text unique' }),
  additions({
    series: `game text default "${FIRST_GAME}", index series_game (game sort_date sort_id id)`,
    expansions: `game text default "${FIRST_GAME}", index expansions_game (game sort_date id)`,
    cards: `game text default "${FIRST_GAME}", index cards_game (game sort_date expansion_id number_sort id)`,
    products: `game text default "${FIRST_GAME}", index products_game (game id)`,
  }),
  nameRecords,
);

/** What records are called in other languages. */
const translations = tables({
  translations: `kind text, id text, language text, game text, name text, body text, facts text, digest text,
    withheld text?, key (kind id language), index translations_language (game language)`,
});

/** What lists are filtered and sorted by. */
const listing = inTurn(
  tables({
    card_facts: 'key long primary, name text, facts text, changed_at long',
    lowest_prices: 'owner long primary, usd integer?, eur integer?',
    product_types: 'product_id integer primary, type text',
    list_columns: 'game text, list text, digest text, body bytes, key (game list)',
  }),
  anew('card_facts', 'lowest_prices', 'list_columns'),
);

/** The prices that moved most; the next price run fills it. */
const movers = tables({
  movers: `game text, currency text, days integer, direction text, observed_on text, body text,
    key (game currency days direction)`,
});

/** Pictures of cards in further languages: a table of its own, for the release before finds one row a card in the other. */
const languagePictures = tables({
  scan_language_pictures: `id long primary, card_key long, language text, picture text, model text, digest text?,
    etag text?, vector bytes?, seq long, failures integer, reason text?, tried_at text, thumbnail bytes?,
    unique scan_language_pictures_place (card_key language), index scan_language_pictures_seq (seq)`,
});

/** Columns that were stored in an earlier form, not packed or as lines of JSON, cannot be read. */
const columnsAnew = anew('list_columns');

const heldParts = tables({
  held_parts: 'id text primary, source text, part text, guard text, reason text, since text, accepted integer',
  held_rows: 'id text, observed_on text, body text, key (id observed_on)',
});

const claims = tables({
  listed_singles: `market text, product_id integer, group_id integer, name text, number text?, expansions text,
    key (market product_id)`,
  settled_claims: `variant_id integer, market text, card_id text, claimed integer, product_id integer?,
    settled_by text, key (variant_id market), index settled_claims_card (card_id)`,
});

/** Watches of prices: rules and forms of subscriptions, events of one of them alone, and what was said. */
const watches = inTurn(
  additions({ subscriptions: `watch text default "[]", format text default "standard"`, events: 'only_for text?' }),
  tables({
    watches: `subscription_id text, rule integer, owner long, series long, day text,
      key (subscription_id rule owner series)`,
  }),
);

const keyLimits = inTurn(
  additions({ keys: `rate_day integer?, games text default "[]", addresses text default "[]"` }),
  tables({
    key_usage: `key_id text, day text, route text, status integer, count integer, key (key_id day route status),
      index key_usage_day (day)`,
  }),
);

/** Step n brings the schema from version n to n + 1. A released step is never edited. */
export const steps: Step[] = [
  catalog,
  prices,
  marketplaces,
  events,
  consoleSessions,
  scan,
  externalIds,
  tables({ article_months: 'article text, month integer, body bytes, key (article month)' }),
  additions({ tasks: 'notice text?' }),
  tables({
    group_rows: `source text, group_id integer, rows integer, short_days integer, short_on text?,
      key (source group_id)`,
  }),
  tables({ article_prices: 'article text primary, body text' }),
  games,
  // Each game's own versions; at 0 all of them count as moved with the catalog's.
  additions({ games: 'version integer default 0, names_version integer default 0' }),
  translations,
  // What expansions are called on cards and in deck lists: searched, never shown.
  additions({ expansions: 'codes text default "[]"' }),
  listing,
  movers,
  // Which cards show one artwork.
  tables({ same_artworks: 'card_key long, other_key long, key (card_key other_key)' }),
  languagePictures,
  inTurn(tables({ price_entries: 'key long primary, body text' }), anew('price_entries'), noteEntries),
  columnsAnew,
  // The pictures in full, beside those in small: after them, so that these are read as before.
  additions({ scan_thumbnails: 'detail bytes?, detail_of text?' }),
  columnsAnew,
  tables({ source_days: 'source text, observed_on text, state text, key (source observed_on)' }),
  heldParts,
  // When renames were found: those of before are not told apart from further ids of a record.
  additions({ aliases: 'since text?' }),
  tables({
    judged_amounts: `source text, row_name text, name text, observed_on text, cents integer, state text,
      key (source row_name name observed_on)`,
  }),
  claims,
  inTurn(signNumbers, anew('list_columns', 'names_stamps')),
  columnsAnew,
  tables({
    recorded_days: `game text, entity text, currency text, day text, sha256 text, told_at text,
      key (game entity currency day)`,
  }),
  watches,
  tables({
    source_documents: `source text, observed_on text, address text, sha256 text, read_at text, products bytes?,
      key (source observed_on address sha256)`,
    kept_documents: 'source text, sha256 text, kept_until text, body bytes, key (source sha256)',
  }),
  keyLimits,
  additions({ subscriptions: 'ordered integer default 0' }),
  // Where sources have the pictures that are kept here.
  tables({ card_pictures: 'card_id text, language text, low text, high text, key (card_id language)' }),
  // Cards that only a further language has were asked for as if they stood in the catalog's own.
  columnsAnew,
  // The links of a card, a game or a product were found by passing over those of all games.
  additions({ price_links: 'index price_links_card (card_id), index price_links_product (product_id)' }),
];
