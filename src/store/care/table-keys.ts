/** What identifies a row of each table, and which column counts up by itself: what a copy of a whole store goes by. */
import type { Tables } from '../tables.ts';

/** Primary key columns in the order of their index; `counter` is the one that the engine numbers. */
export interface TableKey {
  key: readonly string[];
  counter?: string;
}

/** Every table, in the order in which a move copies them: small ones first, so that what cannot work fails soon. */
export const TABLE_KEYS: Readonly<Record<keyof Tables, TableKey>> = {
  meta: { key: ['key'] },
  keys: { key: ['id'] },
  console_links: { key: ['hash'] },
  subscriptions: { key: ['id'] },
  tasks: { key: ['name'] },
  runs: { key: ['id'] },
  documents: { key: ['task', 'url'] },
  games: { key: ['name'] },
  series: { key: ['id'] },
  expansions: { key: ['id'] },
  aliases: { key: ['kind', 'id'] },
  sub_types: { key: ['id'], counter: 'id' },
  products: { key: ['id'] },
  product_expansions: { key: ['product_id', 'expansion_id'] },
  cards: { key: ['key'], counter: 'key' },
  translations: { key: ['kind', 'id', 'language'] },
  variants: { key: ['id'], counter: 'id' },
  card_claims: { key: ['card_id'] },
  price_links: { key: ['variant_id', 'market'] },
  article_sub_types: { key: ['product_id', 'sub_type'] },
  held_amounts: { key: ['source', 'key'] },
  group_rows: { key: ['source', 'group_id'] },
  sealed_links: { key: ['product_id'] },
  external_ids: { key: ['market', 'external_id', 'card_id'] },
  asked_articles: { key: ['source', 'product_id'] },
  current_prices: { key: ['owner'] },
  card_facts: { key: ['key'] },
  price_entries: { key: ['key'] },
  lowest_prices: { key: ['owner'] },
  product_types: { key: ['product_id'] },
  movers: { key: ['game', 'currency', 'days', 'direction'] },
  list_columns: { key: ['game', 'list'] },
  price_months: { key: ['key'] },
  article_months: { key: ['article', 'month'] },
  article_prices: { key: ['article'] },
  events: { key: ['seq'], counter: 'seq' },
  deliveries: { key: ['subscription_id', 'position'] },
  attempts: { key: ['id'], counter: 'id' },
  same_artworks: { key: ['card_key', 'other_key'] },
  scan_language_pictures: { key: ['id'] },
  scan_models: { key: ['id'] },
  scan_pictures: { key: ['card_key'] },
  scan_thumbnails: { key: ['card_key'] },
};
