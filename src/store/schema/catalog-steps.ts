/** Makes the tables of the catalog. */
import type { RawBuilder, Transaction } from 'kysely';
import { indexStoredCards } from '../catalog/external-ids.ts';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';
import { operationTables } from './operation-steps.ts';

export async function catalogTables(db: Transaction<Tables>, { text, counter }: ColumnTypes): Promise<void> {
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

export async function externalIdTable(db: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
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

/** What records are called in other languages. */
export async function translationTable({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema
    .createTable('translations')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('game', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('facts', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('withheld', text)
    .addPrimaryKeyConstraint('translations_key', ['kind', 'id', 'language'])
    .execute();
  await schema.createIndex('translations_language').on('translations').columns(['game', 'language']).execute();
}

/** What expansions are called on cards and in deck lists: searched, never shown. */
export async function expansionCodesColumn({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('expansions')
    .addColumn('codes', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
}
