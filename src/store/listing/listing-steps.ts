/** Makes the tables that lists are filtered and sorted by, and fills them from a store that was written without them. */
import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../schema/column-types.ts';
import type { Tables } from '../tables.ts';
import { fillFacts } from './card-facts.ts';
import { fillLowest } from './lowest-prices.ts';
import { refreshColumns } from './refresh-columns.ts';

export async function listingTables(db: Transaction<Tables>, { text, long, bytes }: ColumnTypes): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('card_facts')
    .addColumn('key', long, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('facts', text, (column) => column.notNull())
    .addColumn('changed_at', long, (column) => column.notNull())
    .execute();
  await schema
    .createTable('lowest_prices')
    .addColumn('owner', long, (column) => column.primaryKey())
    .addColumn('usd', 'integer')
    .addColumn('eur', 'integer')
    .execute();
  await schema
    .createTable('product_types')
    .addColumn('product_id', 'integer', (column) => column.primaryKey())
    .addColumn('type', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('list_columns')
    .addColumn('game', text, (column) => column.notNull())
    .addColumn('list', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('body', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('list_columns_key', ['game', 'list'])
    .execute();
  await fillFacts(db);
  await fillLowest(db);
  await refreshColumns(db, undefined);
}

/** Columns that were stored before they were packed cannot be read. */
export const packedColumns = (db: Transaction<Tables>): Promise<void> => refreshColumns(db, undefined);
