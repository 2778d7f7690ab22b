/** Rows of tables by what stands in their columns: found, put, changed, deleted and counted, however many there are. */
import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { remembered } from '../packed/remembered.ts';
import { filledUp, inBatches, inInserts, inPortions, oneOf } from './batches.ts';
import type { Tables } from './schema/tables.ts';
import { statement } from './statement.ts';
import type { Reads, Writes } from './store.ts';

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
type Column<Table extends keyof Tables> = keyof Row<Table> & string;

/** What stands in the place of a value where more than one would do. */
export class Compared<Value> {
  readonly condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>;

  constructor(condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>, ..._values: Value[]) {
    this.condition = condition;
  }
}

export const above = <Value>(value: Value) => new Compared((column) => sql`${column} > ${value}`, value);
export const below = <Value>(value: Value) => new Compared((column) => sql`${column} < ${value}`, value);
export const upTo = <Value>(value: Value) => new Compared((column) => sql`${column} <= ${value}`, value);
export const atLeast = <Value>(value: Value) => new Compared((column) => sql`${column} >= ${value}`, value);
export const other = <Value>(value: Value) => new Compared((column) => sql`${column} <> ${value}`, value);
/** The first is among them, the last is not. */
export const within = <Value>(first: Value, end: Value) =>
  new Compared((column) => sql`${column} >= ${first} and ${column} < ${end}`, first);
export const orNull = <Value>({ condition }: Compared<Value>) =>
  new Compared<Value>((column) => sql`(${column} is null or ${condition(column)})`);
/** Some of what is listed in the order in which it was made: those behind one. */
export interface MadePage {
  after?: readonly [created_at: string, id: string] | undefined;
  limit?: number | undefined;
}
export const madeBehind = (after: MadePage['after']) =>
  after && new Compared(() => behind(['created_at', 'id'], after), after[0]);

/** That a row stands behind a place, in the order of these columns, of each of which the place has a value. */
export const behind = (columns: readonly string[], place: readonly unknown[]) =>
  sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join(place)})`;
export const KNOWN = new Compared<never>((column) => sql`${column} is not null`);

/** What columns have: a value, null, one of those in a list, of which there may be one, or what is compared with one. */
type Named<Table extends keyof Tables> = {
  readonly [Name in Column<Table>]?:
    | Row<Table>[Name]
    | readonly Row<Table>[Name][]
    | Compared<NonNullable<Row<Table>[Name]>>;
};

/** The same for reads, where nothing is asked of undefined; what is changed or deleted is always named. */
type Where<Table extends keyof Tables> = { readonly [Name in Column<Table>]?: Named<Table>[Name] | undefined };

/** What each of the statements asks that `where` takes: a list is cut into batches, an empty one makes none. */
function* partsOf(where: object): Generator<Readonly<Record<string, unknown>>> {
  const list = Object.entries(where).find(([, value]) => Array.isArray(value));
  if (list === undefined) yield { ...where };
  else for (const some of inBatches(list[1] as unknown[])) yield { ...where, [list[0]]: filledUp(some) };
}

function conditionOf(part: Readonly<Record<string, unknown>>) {
  const asked = Object.entries(part).filter(([, value]) => value !== undefined);
  const conditions = asked.map(([name, value]) => {
    if (value === null) return sql`${sql.ref(name)} is null`;
    if (value instanceof Compared) return value.condition(sql.ref(name));
    if (Array.isArray(value)) return sql`${sql.ref(name)} in (${sql.join(oneOf(value))})`;
    return sql`${sql.ref(name)} = ${value}`;
  });
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A column to be ordered by; with a minus before it the greatest comes first. */
type Order<Table extends keyof Tables> = Column<Table> | `-${Column<Table>}`;

/** These columns of the rows, or all of them without; in the order of some, where no list is longer than a batch. */
export const rowsWhere = <Table extends keyof Tables, Name extends Column<Table> = Column<Table>>(
  reads: Reads,
  table: Table,
  where: Where<Table>,
  columns?: readonly Name[],
  ...order: Order<Table>[]
): Promise<Pick<Row<Table>, Name>[]> => firstWhere(reads, table, undefined, where, columns, ...order);

/** The first `limit` of them. */
export async function firstWhere<Table extends keyof Tables, Name extends Column<Table> = Column<Table>>(
  reads: Reads,
  table: Table,
  limit: number | undefined,
  where: Where<Table>,
  columns?: readonly Name[],
  ...order: Order<Table>[]
): Promise<Pick<Row<Table>, Name>[]> {
  const find = finder(JSON.stringify([table, limit ?? null, columns ?? null, order]));
  const found: object[] = [];
  for (const part of partsOf(where)) for (const row of await find(reads, part)) found.push(row);
  return found as Pick<Row<Table>, Name>[];
}

/** By table, limit, columns and order, as JSON: to build each anew took a twentieth of a day of prices. */
const finder = remembered((form: string) => {
  const [table, limit, columns, order] = JSON.parse(form) as ['meta', number | null, never[] | null, string[]];
  return statement((reads, part: Readonly<Record<string, unknown>>) => {
    const all = reads.selectFrom(table).where(conditionOf(part));
    const query = order.reduce(
      (ordered, column) => ordered.orderBy(column.replace('-', '') as never, column.startsWith('-') ? 'desc' : 'asc'),
      limit === null ? all : all.limit(limit),
    );
    return columns === null ? query.selectAll() : query.select(columns);
  });
});

/** The first of them, of no order; undefined where there is none. */
export async function rowWhere<Table extends keyof Tables, Name extends Column<Table> = Column<Table>>(
  reads: Reads,
  table: Table,
  where: Where<Table>,
  columns?: readonly Name[],
): Promise<Pick<Row<Table>, Name> | undefined> {
  return (await rowsWhere(reads, table, where, columns))[0];
}

/** What one column of the rows has, by what another has. */
export async function valuesBy<Table extends keyof Tables, Key extends Column<Table>, Value extends Column<Table>>(
  reads: Reads,
  table: Table,
  where: Where<Table>,
  key: Key,
  value: Value,
): Promise<Map<Row<Table>[Key], Row<Table>[Value]>> {
  const rows = await rowsWhere(reads, table, where, [key, value]);
  return new Map(rows.map((row) => [row[key], row[value]]));
}

/** Sets columns of the rows; returns how many there were. */
export async function setWhere<Table extends keyof Tables>(
  writes: Writes,
  table: Table,
  values: Updateable<Tables[Table]>,
  where: Named<Table>,
): Promise<number> {
  let count = 0;
  for (const part of partsOf(where)) {
    const update = writes.updateTable(table as 'meta').set(values as never);
    count += Number((await update.where(conditionOf(part)).executeTakeFirst()).numUpdatedRows);
  }
  return count;
}

/** Deletes the rows; returns how many there were. */
export async function deleteWhere<Table extends keyof Tables>(
  writes: Transaction<Tables>,
  table: Table,
  where: Named<Table>,
) {
  let count = 0;
  for (const part of partsOf(where)) {
    const deletion = writes.deleteFrom(table as 'meta').where(conditionOf(part));
    count += Number((await deletion.executeTakeFirst()).numDeletedRows);
  }
  return count;
}

/**
 * The rows in the order of columns that are a key, `count` at a time, behind `after` where it is given. What is asked of the
 * first of them is a value compared with.
 */
export function portionsOf<Table extends keyof Tables, Name extends Column<Table> = Column<Table>>(
  reads: Reads,
  table: Table,
  count: number,
  asked: { where?: Where<Table>; after?: Partial<Row<Table>> | undefined; columns?: readonly Name[] },
  ...key: [Column<Table>, ...Column<Table>[]]
): AsyncGenerator<Pick<Row<Table>, Name>[]> {
  const [first] = key;
  const { [first]: own } = asked.where ?? {};
  const further = (place: Partial<Row<Table>>) => {
    const values = key.map((name) => place[name]);
    const isBehind = behind(key, values);
    return new Compared((id) => (own instanceof Compared ? sql`${own.condition(id)} and ${isBehind}` : isBehind));
  };
  return inPortions((last) => {
    const place = (last ?? asked.after) as Partial<Row<Table>> | undefined;
    const where = { ...asked.where, [first]: place ? further(place) : own } as Where<Table>;
    return firstWhere(reads, table, count, where, asked.columns, ...key);
  });
}

/** Whether the query finds anything. */
export const isAny = async (query: { limit(count: number): { execute(): Promise<unknown[]> } }): Promise<boolean> =>
  (await query.limit(1).execute()).length > 0;

/** Of rows whose `key` is there it replaces the columns `replaced`, by default all others, or leaves them. The rows have equal columns. */
export async function putRows<Table extends keyof Tables>(
  writes: Transaction<Tables>,
  table: Table,
  key: readonly Column<Table>[],
  rows: readonly Insertable<Tables[Table]>[],
  replaced?: readonly string[],
): Promise<void> {
  const columns = Object.entries(rows[0] ?? {}).flatMap(([name, value]) => (value === undefined ? [] : name));
  const set = replaced ?? columns.filter((name) => !key.some((column) => column === name));
  const put = putter(JSON.stringify([table, key, columns, set]));
  for (const some of inInserts(rows)) {
    const values = some.flatMap((row) => columns.map((name) => (row as Record<string, unknown>)[name]));
    await put(writes, { values });
  }
}

/** By table, key, columns and those replaced, as JSON; the values are those of one row after the other. */
const putter = remembered((form: string) => {
  const [table, key, columns, set] = JSON.parse(form) as ['meta', 'key'[], string[], string[]];
  const there = Object.fromEntries(set.map((column) => [column, sql.ref(`excluded.${column}`)]));
  return statement((writes, { values }: { values: readonly unknown[] }) => {
    const rows = Array.from(inBatches(values, columns.length), (row) =>
      Object.fromEntries(columns.map((name, at) => [name, row[at]])),
    );
    const insert = (writes as Writes).insertInto(table).values(rows as never);
    if (key.length === 0) return insert;
    return insert.onConflict((conflict) => {
      const known = conflict.columns(key);
      return set.length === 0 ? known.doNothing() : known.doUpdateSet(there as never);
    });
  });
});

/** Inserts rows that are not there. They have equal columns. */
export const insertRows = <Table extends keyof Tables>(
  writes: Writes,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => putRows(writes, table, [], rows);

export async function countOf<Table extends keyof Tables>(query: SelectQueryBuilder<Tables, Table, object>) {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
