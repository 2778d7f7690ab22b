/** Tables read and written whole, row by row in the order of their keys, whatever they hold: for moving a store. */
import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reads, Store, Writes } from '../store.ts';
import type { Tables } from '../tables.ts';
import { TABLE_KEYS } from './table-keys.ts';

export type TableName = keyof Tables;
export type WholeRow = Record<string, unknown>;

/** Rows of meta that belong to the store they stand in, not to what it holds. */
const OWN_META = ['schema_version', 'schema_least', 'moving', 'lineage'];
/** Rows at once; event bodies and columns have megabytes. */
const PAGE_ROWS: Partial<Record<TableName, number>> = { events: 10, list_columns: 1 };
const PAGE_ROWS_DEFAULT = 500;

const keyColumns = (table: TableName) => sql.join(TABLE_KEYS[table].key.map((column) => sql.ref(column)));

/** The next rows after `after`, in the order of the key; the first ones without it. */
async function page(reads: Reads, table: TableName, after: WholeRow | undefined): Promise<WholeRow[]> {
  const { key } = TABLE_KEYS[table];
  const columns = keyColumns(table);
  const from = after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(key.map((name) => after[name]))})`;
  const limit = sql.lit(PAGE_ROWS[table] ?? PAGE_ROWS_DEFAULT);
  const { rows } =
    await sql<WholeRow>`select * from ${sql.table(table)} ${from} order by ${columns} limit ${limit}`.execute(reads);
  return rows;
}

/** All rows in pages, after the row `after`. */
export async function* pagesOf(reads: Reads, table: TableName, after?: WholeRow): AsyncGenerator<WholeRow[]> {
  for (let last = after; ; ) {
    // The embedded store answers within the same turn: without a pause no signal would be heard before the end.
    await breathe();
    const rows = await page(reads, table, last);
    const shown = table === 'meta' ? rows.filter(({ key }) => !OWN_META.includes(String(key))) : rows;
    if (shown.length > 0) yield shown;
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

/** The row with the greatest key. */
export async function lastRow(reads: Reads, table: TableName): Promise<WholeRow | undefined> {
  const order = sql.join(TABLE_KEYS[table].key.map((column) => sql`${sql.ref(column)} desc`));
  const { rows } = await sql<WholeRow>`select * from ${sql.table(table)} order by ${order} limit 1`.execute(reads);
  return rows[0];
}

export async function rowCount(reads: Reads, table: TableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(reads);
  return Number(rows[0]?.count);
}

export async function insertRows(writes: Writes, table: TableName, rows: readonly WholeRow[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`));
  await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(writes);
}

/** Takes every row away that a move would bring. */
export async function clearTable(writes: Writes, table: TableName): Promise<void> {
  const kept = table === 'meta' ? sql`where key not in (${sql.join(OWN_META)})` : sql``;
  await sql`delete from ${sql.table(table)} ${kept}`.execute(writes);
}

/** How many rows a table holds, and a digest of them all. Equal fingerprints mean equal rows, on either engine. */
export interface Fingerprint {
  rows: number;
  digest: string;
}

export async function fingerprintOf(
  reads: Reads,
  table: TableName,
  onRows: (count: number) => void = () => undefined,
): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pagesOf(reads, table)) {
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
export async function counterOf({ engine, reads }: Store, table: TableName): Promise<number> {
  const { counter } = TABLE_KEYS[table];
  if (counter === undefined) return 0;
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(reads)
      : await sql<{ last: number | null }>`
          select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${counter})::regclass) as last
        `.execute(reads);
  return Number(rows[0]?.last ?? 0);
}

/** Makes the engine go on after `last`. */
export async function setCounter({ engine, write }: Store, table: TableName, last: number): Promise<void> {
  const { counter } = TABLE_KEYS[table];
  if (counter === undefined || last === 0) return;
  await write(async (writes) => {
    if (engine === 'sqlite') {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(writes);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(writes);
    } else {
      await sql`select setval(pg_get_serial_sequence(${table}, ${counter}), ${last})`.execute(writes);
    }
  });
}
