/** Makes the table of the prices that moved most; the next price run fills it. */
import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../schema/column-types.ts';
import type { Tables } from '../tables.ts';

export async function moverTable({ schema }: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await schema
    .createTable('movers')
    .addColumn('game', text, (column) => column.notNull())
    .addColumn('currency', text, (column) => column.notNull())
    .addColumn('days', 'integer', (column) => column.notNull())
    .addColumn('direction', text, (column) => column.notNull())
    .addColumn('observed_on', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('movers_key', ['game', 'currency', 'days', 'direction'])
    .execute();
}
