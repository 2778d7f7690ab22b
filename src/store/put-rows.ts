/** Inserts rows, replaces what stands under their keys, and counts: many rows in a statement. */
import { type Insertable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { inInserts } from './batches.ts';
import type { Tables } from './schema/tables.ts';
import type { Writes } from './store.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;
/** Of rows whose `key` is there it replaces the columns `replaced`, by default all others, or leaves them. The rows have equal columns. */
export async function putRows<Table extends keyof Tables>(
  writes: Transaction<Tables>,
  table: Table,
  key: readonly Column<Table>[],
  rows: readonly Insertable<Tables[Table]>[],
  replaced: readonly string[] = Object.keys(rows[0] ?? {}).filter((name) => !key.some((column) => column === name)),
): Promise<void> {
  const set = Object.fromEntries(replaced.map((column) => [column, sql.ref(`excluded.${column}`)]));
  for (const some of inInserts(rows)) {
    const insert = writes.insertInto(table).values(some as never);
    const put = insert.onConflict((conflict) => {
      const there = conflict.columns(key as never);
      return replaced.length === 0 ? there.doNothing() : there.doUpdateSet(set as never);
    });
    await (key.length === 0 ? insert : put).execute();
  }
}

/** Inserts rows that are not there. They have equal columns. */
export const insertRows = <Table extends keyof Tables>(
  writes: Writes,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => putRows(writes, table, [], rows);

export async function countOf<Table extends keyof Tables>(query: SelectQueryBuilder<Tables, Table, object>) {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
