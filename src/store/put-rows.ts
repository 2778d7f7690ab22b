/** Inserts rows, replaces what stands under their keys, and counts: many rows in a statement. */
import { CompiledQuery, type Insertable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { inInserts } from './batches.ts';
import type { Tables } from './schema/tables.ts';
import type { Writes } from './store.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** Texts by what they are of: to compile an insert of 500 rows takes as long as to run it, .6 ms. */
const texts = new WeakMap<object, Map<string, string>>();

/** Of rows whose `key` is there it replaces the columns `replaced`, by default all others, or leaves them. The rows have equal columns. */
export async function putRows<Table extends keyof Tables>(
  writes: Transaction<Tables>,
  table: Table,
  key: readonly Column<Table>[],
  rows: readonly Insertable<Tables[Table]>[],
  replaced?: readonly string[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => (rows[0] as Record<string, unknown>)[name] !== undefined);
  const set = replaced ?? columns.filter((name) => !key.some((column) => column === name));
  const { adapter } = writes.getExecutor();
  const known = texts.get(adapter) ?? new Map<string, string>();
  texts.set(adapter, known);
  for (const some of inInserts(rows)) {
    const shape = [some.length, table, key.join(' '), set.join(' '), columns].join();
    const text = known.get(shape) ?? putting(writes, table, key, some, set).compile().sql;
    known.set(shape, text);
    const values = some.flatMap((row) => columns.map((name) => (row as Record<string, unknown>)[name]));
    await writes.executeQuery(CompiledQuery.raw(text, values));
  }
}

function putting<Table extends keyof Tables>(
  writes: Transaction<Tables>,
  table: Table,
  key: readonly Column<Table>[],
  rows: readonly Insertable<Tables[Table]>[],
  replaced: readonly string[],
) {
  const insert = writes.insertInto(table).values(rows as never);
  if (key.length === 0) return insert;
  const set = Object.fromEntries(replaced.map((column) => [column, sql.ref(`excluded.${column}`)]));
  return insert.onConflict((conflict) => {
    const there = conflict.columns(key as never);
    return replaced.length === 0 ? there.doNothing() : there.doUpdateSet(set as never);
  });
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
