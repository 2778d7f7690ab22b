/** Stores for tests: a fresh one per test on SQLite, and on PostgreSQL where DATABASE_URL names a server. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../../src/store/engines/open-store.ts';
import type { Engine, Store, StoreLocation } from '../../src/store/store.ts';

/** A fresh store; closing it removes it. */
export interface TestStore extends AsyncDisposable {
  store: Store;
  location: StoreLocation;
}

/** A place for a store that is removed at the end of the test. */
export interface TestLocation extends AsyncDisposable {
  location: StoreLocation;
}

/** Why PostgreSQL is left out, or false where it is there. */
export const postgresMissing: string | false = process.env.DATABASE_URL
  ? false
  : 'needs a PostgreSQL server: set DATABASE_URL';

/** Both engines, each with why it is left out. */
export const ENGINES: readonly [Engine, string | false][] = [
  ['sqlite', false],
  ['postgres', postgresMissing],
];

async function sqlitePlace(template?: StoreLocation): Promise<TestLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cardstock-test-'));
  if (template) await cp(template.dataDir, dataDir, { recursive: true });
  return {
    location: { dataDir },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function postgresPlace(template?: StoreLocation): Promise<TestLocation> {
  const server = process.env.DATABASE_URL ?? '';
  const name = `cardstock_test_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const from = template?.databaseUrl ? ` template ${new URL(template.databaseUrl).pathname.slice(1)}` : '';
  await onServer(`create database ${name}${from}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    location: { dataDir: join(tmpdir(), name), databaseUrl: url.href },
    [Symbol.asyncDispose]: () => onServer(`drop database ${name} with (force)`),
  };
}

/** Makes a place for a fresh store on `engine`, or for a copy of the closed store at `template`. */
export const newLocation = (engine: Engine, template?: StoreLocation): Promise<TestLocation> =>
  engine === 'sqlite' ? sqlitePlace(template) : postgresPlace(template);

/** Opens a fresh store on `engine`. */
export async function newStore(engine: Engine): Promise<TestStore> {
  const place = await newLocation(engine);
  const store = await openStore(place.location);
  return {
    store,
    location: place.location,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
