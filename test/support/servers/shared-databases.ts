/** Databases that the suites of one run take in turn: to empty one costs the server a tenth of making it. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { SCHEMA_LEAST } from '../../../src/store/engines/migrations.ts';

/** A migrated, empty database; disposed, it is free for the next. */
export interface TakenDatabase extends AsyncDisposable {
  url: string;
}

async function connected(url = process.env.DATABASE_URL ?? ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Runs one statement on the server that DATABASE_URL names, or in the database of `url`. */
export async function onServer(statement: string, url?: string): Promise<void> {
  const client = await connected(url);
  await client.query(statement).finally(() => client.end());
}

/** The address of the database `name` on that server. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Every table, index and sequence with its columns, and what else was brought into the database. */
const SHAPE = `select md5(concat(
  (select string_agg(concat_ws(' ', relname, relkind, attname, atttypid, attnotnull), ',' order by relname, attnum)
   from pg_class join pg_attribute on attrelid = pg_class.oid where relnamespace = 'public'::regnamespace),
  (select string_agg(extname, ',' order by extname) from pg_extension))) as shape`;

// To truncate a table makes new files of it and of its indexes: three times as long as to delete the few rows of a test. What
// deleted rows leave is read again by the next tests, so that a table of many is truncated.
const EMPTY = `do $$ declare written record; begin
  perform pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid();
  set local session_replication_role = replica;
  for written in select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'meta' and pg_relation_size(oid) > 0 loop
    if written.bytes < 500000 then execute 'delete from ' || written.name;
    else execute 'truncate ' || written.name; end if;
  end loop;
  perform setval(oid, 1, false) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S';
  delete from meta where key not like 'schema_%';
  update meta set value = '${SCHEMA_LEAST}' where key = 'schema_least';
end $$`;

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}

/** Empties the database; false where a suite left another schema in it than it found. */
async function isEmptied(name: string, shape: string): Promise<boolean> {
  const client = await connected(databaseUrl(name));
  try {
    if ((await shapeOf(client)) !== shape) return false;
    await client.query(EMPTY);
    return true;
  } finally {
    await client.end();
  }
}

/** Its comment tells the shape that a database had when it was made: none, and it was not made to the end. */
async function make(server: pg.Client, name: string, migrate: (url: string) => Promise<void>): Promise<void> {
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`create database ${name}`);
  await migrate(databaseUrl(name));
  const client = await connected(databaseUrl(name));
  await client.query(`comment on database ${name} is '${await shapeOf(client)}'`).finally(() => client.end());
}

/** Takes a free database of the run, made with `migrate` where there is none; undefined where no run shares any. */
export async function takeDatabase(migrate: (url: string) => Promise<void>): Promise<TakenDatabase | undefined> {
  const run = process.env.SHARED_DATABASES;
  if (!run) return undefined;
  // Who holds the lock has the database: whatever becomes of its process, the server sees that it let go.
  const server = await connected();
  for (let number = 1; ; number += 1) {
    const name = `${run}_${number}`;
    const lock = await server.query<{ is_free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as is_free', [
      name,
    ]);
    if (!lock.rows[0]?.is_free) continue;
    const known = await server.query<{ shape: string | null }>(
      "select shobj_description(oid, 'pg_database') as shape from pg_database where datname = $1",
      [name],
    );
    const shape = known.rows[0]?.shape;
    if (!shape || !(await isEmptied(name, shape))) await make(server, name, migrate);
    return { url: databaseUrl(name), [Symbol.asyncDispose]: () => server.end() };
  }
}

/** From here on this process, and those it starts, share databases; disposed, they are dropped. */
export function shareDatabases(): AsyncDisposable {
  const run = `cardstock_test_${randomBytes(6).toString('hex')}`;
  process.env.SHARED_DATABASES = run;
  return {
    [Symbol.asyncDispose]: async () => {
      if (!process.env.DATABASE_URL) return;
      const server = await connected();
      const names = `select datname from pg_database where datname like '${run}%'`;
      const { rows } = await server.query<{ datname: string }>(names);
      for (const { datname } of rows) await server.query(`drop database ${datname} with (force)`);
      await server.end();
    },
  };
}
