/** Inserts rows, replaces what stands under their keys, and counts: many rows in a statement. */
import { type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import { insertion } from './engines/statement.ts';
import type { Tables } from './schema/tables.ts';
import type { Writes } from './store.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;
type Insertion = (writes: Writes, rows: readonly object[]) => Promise<unknown[]>;

/** By what they say: each is made once. */
const insertions = new Map<string, Insertion>();

function insertionOf(table: keyof Tables, key: readonly string[], replaced: readonly string[]): Insertion {
  const name = [table, key, replaced].join(' ');
  const known = insertions.get(name);
  if (known !== undefined) return known;
  const set = Object.fromEntries(replaced.map((column) => [column, sql.ref(`excluded.${column}`)]));
  const made = insertion((writes, rows: readonly object[]) => {
    const insert = writes.insertInto(table).values(rows as never);
    if (key.length === 0) return insert;
    return insert.onConflict((conflict) => {
      const there = conflict.columns(key as never);
      return replaced.length === 0 ? there.doNothing() : there.doUpdateSet(set as never);
    });
  });
  insertions.set(name, made as Insertion);
  return made as Insertion;
}

/** Of rows whose `key` is there it replaces the columns `replaced`, by default all others, or leaves them. The rows have equal columns. */
export async function putRows<Table extends keyof Tables>(
  writes: Writes,
  table: Table,
  key: readonly Column<Table>[],
  rows: readonly Insertable<Tables[Table]>[],
  replaced: readonly string[] = Object.keys(rows[0] ?? {}).filter((name) => !key.some((column) => column === name)),
): Promise<void> {
  await insertionOf(table, key, replaced)(writes, rows);
}

/** Inserts rows that are not there. They have equal columns. */
export async function insertRows<Table extends keyof Tables>(
  writes: Writes,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  await insertionOf(table, [], [])(writes, rows);
}

export async function countOf<Table extends keyof Tables>(query: SelectQueryBuilder<Tables, Table, object>) {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
