/** Tables read and written whole, row by row in the order of their keys, whatever they hold: for moving a store. */
import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { remembered } from '../../packed/remembered.ts';
import { behind, Compared, countOf, firstWhere } from '../rows.ts';
import type { Store, Writes } from '../store.ts';

export type WholeRow = Readonly<Record<string, unknown>>;

/** Rows of meta that belong to the store they stand in, not to what it holds. */
const OWN_META = ['schema_version', 'schema_least', 'moving', 'lineage'];
/** Rows at once; event bodies and columns have megabytes. */
const PAGE_ROWS: Readonly<Record<string, number>> = { events: 10, list_columns: 1 };
const PAGE_ROWS_DEFAULT = 500;
/** That which is moved, and that into which. */
const STORES_MAX = 2;

/** Each table of the store, by its name, and the columns of its primary key in the order of their index. */
export const tablesOf = remembered(async ({ engine, reads }: Store): Promise<ReadonlyMap<string, string[]>> => {
  const query =
    engine === 'sqlite'
      ? sql<{ name: string; key: string }>`
          select t.name, p.name as key from sqlite_master t, pragma_table_info(t.name) p
          where t.type = 'table' and t.name not like 'sqlite%' and p.pk > 0 order by t.name, p.pk`
      : sql<{ name: string; key: string }>`
          select c.relname as name, a.attname as key from pg_index i
          join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
          where i.indisprimary and c.relnamespace = current_schema()::regnamespace
          order by c.relname, array_position(i.indkey::int2[], a.attnum)`;
  const tables = Map.groupBy((await query.execute(reads)).rows, ({ name }) => name);
  return new Map([...tables].map(([name, columns]) => [name, columns.map(({ key }) => key)]));
}, STORES_MAX);

const keyOf = async (store: Store, table: string): Promise<string[]> => (await tablesOf(store)).get(table) ?? [];

/** The next rows after `after`, in the order of the key; the first ones without it. */
async function page(store: Store, table: string, after: WholeRow | undefined): Promise<readonly WholeRow[]> {
  const key = await keyOf(store, table);
  const place = key.map((name) => after?.[name]);
  const where = after && { [key[0] ?? '']: new Compared(() => behind(key, place)) };
  const limit = PAGE_ROWS[table] ?? PAGE_ROWS_DEFAULT;
  return firstWhere(store.reads, table as 'meta', limit, { ...where }, undefined, ...(key as ['key']));
}

/** All rows in pages, after the row `after`. */
export async function* pagesOf(store: Store, table: string, after?: WholeRow): AsyncGenerator<readonly WholeRow[]> {
  for (let last = after; ; ) {
    // The embedded store answers within the same turn: without a pause no signal would be heard before the end.
    await breathe();
    const rows = await page(store, table, last);
    const shown = table === 'meta' ? rows.filter(({ key }) => !OWN_META.includes(String(key))) : rows;
    if (shown.length > 0) yield shown;
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

/** The row with the greatest key. */
export async function lastRow(store: Store, table: string): Promise<WholeRow | undefined> {
  const newest = (await keyOf(store, table)).map((column) => `-${column}` as '-key');
  return (await firstWhere(store.reads, table as 'meta', 1, {}, undefined, ...newest))[0];
}

export const rowCount = ({ reads }: Store, table: string): Promise<number> =>
  countOf(reads.selectFrom(table as 'meta'));

/** Takes every row away that a move would bring. */
export async function clearTable(writes: Writes, table: string): Promise<void> {
  const kept = table === 'meta' ? sql`where key not in (${sql.join(OWN_META)})` : sql``;
  await sql`delete from ${sql.table(table)} ${kept}`.execute(writes);
}

export type Fingerprint = Awaited<ReturnType<typeof fingerprintOf>>;

/** How many rows a table holds, and a digest of them all. Equal fingerprints mean equal rows, on either engine. */
export async function fingerprintOf(store: Store, table: string, onRows: (count: number) => void = () => undefined) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pagesOf(store, table)) {
    count += rows.length;
    for (const row of rows) hash.update(canonical(row));
    onRows(count);
  }
  return { rows: count, digest: hash.digest('base64url').slice(0, 22) };
}

/** One text for a row, on whichever engine it was read. */
function canonical(row: WholeRow): string {
  const names = Object.keys(row).sort();
  return `${JSON.stringify(names.map((name) => plain(row[name])))}\n`;
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  // `real` has 24 bits of precision on PostgreSQL and 53 on SQLite.
  return typeof value === 'number' && !Number.isInteger(value) ? Math.fround(value) : value;
}

/** The last number that the engine gave out for the table, so that none is given out twice, whatever was deleted since. */
export async function counterOf(store: Store, table: string): Promise<number> {
  const { engine, reads } = store;
  const [counter] = await keyOf(store, table);
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(reads)
      : await sql<{ last: number | null }>`
          select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${counter})::regclass) as last
        `.execute(reads);
  return Number(rows[0]?.last ?? 0);
}

/** Makes the engine go on after `last`. */
export async function setCounter(store: Store, table: string, last: number): Promise<void> {
  const { engine, write } = store;
  const [counter] = await keyOf(store, table);
  if (last === 0) return;
  await write(async (writes) => {
    if (engine === 'sqlite') {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(writes);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(writes);
    } else {
      await sql`select setval(pg_get_serial_sequence(${table}, ${counter}), ${last})`.execute(writes);
    }
  });
}
