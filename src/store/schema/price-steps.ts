/** Makes the tables of prices. */
import { sql, type Transaction } from 'kysely';
import { fillEntries } from '../shown/put-entries.ts';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';

export async function priceTables({ schema }: Transaction<Tables>, { text, counter, long, bytes }: ColumnTypes) {
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

export async function marketplaceTables({ schema }: Transaction<Tables>, { text }: ColumnTypes) {
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

export async function articleMonthTable({ schema }: Transaction<Tables>, { text, bytes }: ColumnTypes): Promise<void> {
  await schema
    .createTable('article_months')
    .addColumn('article', text, (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('article_months_key', ['article', 'month'])
    .execute();
}

export async function groupRowsTable({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema
    .createTable('group_rows')
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('group_id', 'integer', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('short_days', 'integer', (column) => column.notNull())
    .addColumn('short_on', text)
    .addPrimaryKeyConstraint('group_rows_key', ['source', 'group_id'])
    .execute();
}

export async function articlePriceTable({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema
    .createTable('article_prices')
    .addColumn('article', text, (column) => column.primaryKey())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
}

export async function priceEntryTable(db: Transaction<Tables>, { text, long }: ColumnTypes) {
  await db.schema
    .createTable('price_entries')
    .addColumn('key', long, (column) => column.primaryKey())
    .addColumn('body', text, (column) => column.notNull())
    .execute();
  await fillEntries(db);
  // As if this release had made the last move: meta.ts would make them all once more.
  await sql`insert into meta (key, value) select 'entries_of', value from meta where key = 'catalog_version'`.execute(
    db,
  );
}
