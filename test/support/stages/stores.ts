/** Stores for tests: a fresh one per test on SQLite, and on PostgreSQL where DATABASE_URL names a server. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import type { Engine, Store, StoreLocation } from '../../../src/store/store.ts';
import { databaseUrl, onServer, takeDatabase } from '../servers/shared-databases.ts';

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

let emptyFile: Promise<Buffer> | undefined;

/** The file of a fresh store, made once a process: the steps of its schema take twenty times as long as to write it. */
async function makeEmptyFile(): Promise<Buffer> {
  await using place = await sqlitePlace();
  const store = await openStore(place.location);
  await store.close();
  return await readFile(join(place.location.dataDir, 'cardstock.db'));
}

/** A place with the file of a fresh store. */
async function emptySqlitePlace(): Promise<TestLocation> {
  emptyFile ??= makeEmptyFile();
  const [file, place] = [await emptyFile, await sqlitePlace()];
  await writeFile(join(place.location.dataDir, 'cardstock.db'), file, { mode: 0o600 });
  return place;
}

async function postgresPlace(template?: StoreLocation): Promise<TestLocation> {
  const name = `cardstock_test_${randomBytes(6).toString('hex')}`;
  const from = template?.databaseUrl ? ` template ${new URL(template.databaseUrl).pathname.slice(1)}` : '';
  await onServer(`create database ${name}${from}`);
  return {
    location: { dataDir: join(tmpdir(), name), databaseUrl: databaseUrl(name) },
    [Symbol.asyncDispose]: () => onServer(`drop database ${name} with (force)`),
  };
}

async function migrate(url: string): Promise<void> {
  const store = await openStore({ dataDir: tmpdir(), databaseUrl: url });
  await store.close();
}

async function emptiedPlace(): Promise<TestLocation | undefined> {
  const database = await takeDatabase(migrate);
  if (!database) return undefined;
  const dataDir = join(tmpdir(), `cardstock-test-${randomBytes(6).toString('hex')}`);
  return {
    location: { dataDir, databaseUrl: database.url },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Makes a place for a fresh store on `engine`, or for a copy of the closed store at `template`. */
export const newLocation = (engine: Engine, template?: StoreLocation): Promise<TestLocation> =>
  engine === 'sqlite' ? sqlitePlace(template) : postgresPlace(template);

/** Opens a fresh store on `engine`. */
export async function newStore(engine: Engine): Promise<TestStore> {
  const place =
    engine === 'sqlite' ? await emptySqlitePlace() : ((await emptiedPlace()) ?? (await newLocation(engine)));
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
