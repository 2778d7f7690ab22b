/** The tables, made step by step: each step brings the schema of the one before up to its own. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { indexStoredCards } from '../catalog/external-ids.ts';
import type { Tables } from '../tables.ts';

/** Column types that differ between the engines. */
export interface ColumnTypes {
  /** Text compared by code point: PostgreSQL would otherwise sort by the server's locale. */
  text: RawBuilder<unknown>;
  /** Integer primary key that counts up by itself. */
  counter: RawBuilder<unknown>;
  /** Integers up to 2^53; as a primary key it is SQLite's own row number and needs no index beside the table. */
  long: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
}

type Step = (db: Transaction<Tables>, types: ColumnTypes) => Promise<void>;

/** Step n brings the schema from version n to n + 1. A released step is never edited. */
export const steps: Step[] = [
  catalogTables,
  priceTables,
  marketTables,
  eventTables,
  consoleTables,
  scanTables,
  externalIdTable,
  articleMonthTable,
];

async function catalogTables(db: Transaction<Tables>, { text, counter }: ColumnTypes): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('meta')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('series')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('sort_date', text, (column) => column.notNull())
    .addColumn('sort_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('series_order').on('series').columns(['sort_date', 'sort_id', 'id']).execute();
  await schema
    .createTable('expansions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('series_id', text, (column) => column.notNull())
    .addColumn('sort_date', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('card_count_official', 'integer', (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('expansions_order').on('expansions').columns(['sort_date', 'id']).execute();
  await cardTables(db, text, counter);
  await productTables(db, text);
  await operationTables(db, text);
}

async function cardTables({ schema }: Transaction<Tables>, text: RawBuilder<unknown>, counter: RawBuilder<unknown>) {
  await schema
    .createTable('cards')
    .addColumn('key', counter)
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('expansion_id', text, (column) => column.notNull())
    .addColumn('sort_date', text, (column) => column.notNull())
    .addColumn('number_sort', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('number', text)
    .addColumn('summary', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('cards_order')
    .on('cards')
    .columns(['sort_date', 'expansion_id', 'number_sort', 'id'])
    .execute();
  await schema.createIndex('cards_expansion').on('cards').columns(['expansion_id', 'number_sort', 'id']).execute();
  await schema
    .createTable('variants')
    .addColumn('id', counter)
    .addColumn('card_id', text, (column) => column.notNull())
    .addColumn('identity', text, (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('missing_runs', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('variants_card')
    .on('variants')
    .columns(['card_id', 'identity', 'ordinal'])
    .unique()
    .execute();
  await schema
    .createTable('aliases')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('target_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('aliases_key', ['kind', 'id'])
    .execute();
}

async function productTables({ schema }: Transaction<Tables>, text: RawBuilder<unknown>) {
  await schema
    .createTable('products')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('product_expansions')
    .addColumn('product_id', 'integer', (column) => column.notNull())
    .addColumn('expansion_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('product_expansions_key', ['product_id', 'expansion_id'])
    .execute();
  await schema
    .createIndex('product_expansions_expansion')
    .on('product_expansions')
    .columns(['expansion_id', 'product_id'])
    .execute();
}

async function operationTables({ schema }: Transaction<Tables>, text: RawBuilder<unknown>) {
  await schema
    .createTable('runs')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('task', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('finished_at', text)
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('counts', text, (column) => column.notNull())
    .addColumn('reason', text)
    .execute();
  await schema
    .createTable('tasks')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('since', text, (column) => column.notNull())
    .addColumn('last_run_at', text)
    .addColumn('last_success_at', text)
    .addColumn('last_error', text)
    .addColumn('last_rows', 'integer')
    .addColumn('last_counts', text)
    .addColumn('configured', text)
    .execute();
  await schema
    .createTable('documents')
    .addColumn('task', text, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('etag', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('documents_key', ['task', 'url'])
    .execute();
  await schema
    .createTable('keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('rate', 'integer')
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text)
    .addColumn('revoked_at', text)
    .addColumn('last_used_at', text)
    .execute();
}

async function priceTables({ schema }: Transaction<Tables>, { text, counter, long, bytes }: ColumnTypes) {
  await schema
    .createTable('price_months')
    .addColumn('key', long, (column) => column.primaryKey())
    .addColumn('body', bytes, (column) => column.notNull())
    .execute();
  await schema
    .createTable('current_prices')
    .addColumn('owner', long, (column) => column.primaryKey())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('sub_types')
    .addColumn('id', counter)
    .addColumn('slug', text, (column) => column.notNull().unique())
    .execute();
}

async function marketTables({ schema }: Transaction<Tables>, { text }: ColumnTypes) {
  await schema
    .createTable('card_claims')
    .addColumn('card_id', text, (column) => column.primaryKey())
    .addColumn('tcgplayer', 'integer')
    .addColumn('cardmarket', 'integer')
    .execute();
  await schema
    .createTable('price_links')
    .addColumn('variant_id', 'integer', (column) => column.notNull())
    .addColumn('market', text, (column) => column.notNull())
    .addColumn('card_id', text, (column) => column.notNull())
    .addColumn('product_id', 'integer', (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('rule', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('price_links_key', ['variant_id', 'market'])
    .execute();
  await schema
    .createTable('article_sub_types')
    .addColumn('product_id', 'integer', (column) => column.notNull())
    .addColumn('sub_type', text, (column) => column.notNull())
    .addColumn('first_on', text, (column) => column.notNull())
    .addColumn('confirmed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('article_sub_types_key', ['product_id', 'sub_type'])
    .execute();
  await schema
    .createTable('held_amounts')
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('previous', 'integer', (column) => column.notNull())
    .addColumn('held', 'integer', (column) => column.notNull())
    .addColumn('observed_on', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('held_amounts_key', ['source', 'key'])
    .execute();
  await schema
    .createTable('sealed_links')
    .addColumn('product_id', 'integer', (column) => column.primaryKey())
    .addColumn('cardmarket_id', 'integer', (column) => column.notNull())
    .addColumn('confidence', 'real', (column) => column.notNull())
    .execute();
  await schema
    .createTable('asked_articles')
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('product_id', 'integer', (column) => column.notNull())
    .addColumn('asked_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('asked_articles_key', ['source', 'product_id'])
    .execute();
}

async function eventTables({ schema }: Transaction<Tables>, { text, counter, long }: ColumnTypes) {
  await schema
    .createTable('events')
    .addColumn('seq', counter)
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('group_id', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('position', long, (column) => column.unique())
    .execute();
  await schema.createIndex('events_new').on('events').column('seq').where(sql<boolean>`position is null`).execute();
  await schema.createIndex('events_age').on('events').column('created_at').execute();
  await schema
    .createTable('subscriptions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('patterns', text, (column) => column.notNull())
    .addColumn('allow_private', 'integer', (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_until', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('last_success_at', text)
    .addColumn('failing_since', text)
    .addColumn('hold_until', text)
    .execute();
  await schema
    .createTable('deliveries')
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('position', long, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', text, (column) => column.notNull())
    .addColumn('lease_until', text)
    .addPrimaryKeyConstraint('deliveries_key', ['subscription_id', 'position'])
    .execute();
  await schema.createIndex('deliveries_due').on('deliveries').columns(['subscription_id', 'state', 'due_at']).execute();
  await schema
    .createTable('attempts')
    .addColumn('id', counter)
    .addColumn('subscription_id', text, (column) => column.notNull())
    .addColumn('event_id', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('error', text)
    .addColumn('answer', text)
    .execute();
  await schema.createIndex('attempts_subscription').on('attempts').columns(['subscription_id', 'id']).execute();
}

async function consoleTables({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('keys').addColumn('session_of', text).execute();
  await schema
    .createTable('console_links')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute();
  await schema.alterTable('attempts').addColumn('request_headers', text).execute();
  await schema.createIndex('attempts_event').on('attempts').columns(['event_id', 'subscription_id', 'id']).execute();
}

async function scanTables({ schema }: Transaction<Tables>, { text, long, bytes }: ColumnTypes) {
  await schema
    .createTable('scan_pictures')
    .addColumn('card_key', long, (column) => column.primaryKey())
    .addColumn('picture', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('digest', text)
    .addColumn('etag', text)
    .addColumn('vector', bytes)
    .addColumn('seq', long, (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('tried_at', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('scan_pictures_seq').on('scan_pictures').column('seq').execute();
  await schema
    .createTable('scan_thumbnails')
    .addColumn('card_key', long, (column) => column.primaryKey())
    .addColumn('body', bytes, (column) => column.notNull())
    .execute();
  await schema
    .createTable('scan_models')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .execute();
}

async function externalIdTable(db: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('external_ids')
    .addColumn('market', text, (column) => column.notNull())
    .addColumn('external_id', 'integer', (column) => column.notNull())
    .addColumn('card_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('external_ids_key', ['market', 'external_id', 'card_id'])
    .execute();
  await schema.createIndex('external_ids_card').on('external_ids').column('card_id').execute();
  for (const market of ['tcgplayer', 'cardmarket'] as const) {
    await schema.createIndex(`card_claims_${market}`).on('card_claims').column(market).execute();
  }
  await schema.createIndex('sealed_links_cardmarket').on('sealed_links').column('cardmarket_id').execute();
  await indexStoredCards(db);
}

async function articleMonthTable({ schema }: Transaction<Tables>, { text, bytes }: ColumnTypes): Promise<void> {
  await schema
    .createTable('article_months')
    .addColumn('article', text, (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('article_months_key', ['article', 'month'])
    .execute();
}
