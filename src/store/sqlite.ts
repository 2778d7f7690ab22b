/** The embedded engine: one SQLite file in WAL mode, readable by any number of processes while one writes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { migrate } from './migrations.ts';
import { type Lock, type LockKind, type Reads, type Snapshot, type Store, StoreUnavailable } from './store.ts';
import type { Tables } from './tables.ts';

const BUSY_WAIT_MS = 20;
const BUSY_LIMIT_MS = 60_000;
const STATEMENTS_MAX = 400;
/** Reads take a millisecond and commits come by the second: a read that meets even two in a row is rare. */
const SNAPSHOT_TRIES = 5;

/** Deferred transactions upgrade from reader to writer in the middle and then fail; ours take the write lock first. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Kysely prepares each query anew; a prepared statement kept per text saves 10 to 20 µs a read. */
function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = statements.get(text);
      if (known) return known;
      const statement = database.prepare(text) as unknown as SqliteStatement;
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

/**
 * Kysely lets one query at a time onto a single connection, by a lock that wakes every waiter at every release: under
 * 128 readers some waited 3 s. Reads need none: each is one call of SQLite, and no transaction is open between them.
 */
class SharedReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function kyselyOn(database: Database.Database, adapter: SqliteAdapter): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => new ImmediateDriver({ database: withStatementCache(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Repeats `attempt` while another connection holds the write lock. The connection itself never waits: SQLite's own
 * busy handler would stop the whole event loop for as long as an ingest publishes.
 */
async function whileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + BUSY_LIMIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      await sleep(BUSY_WAIT_MS);
    }
  }
}

/**
 * Reads until no commit came in between: each statement sees its own moment, and two equal versions around them say that
 * it was the same one. A transaction would need a connection for each request.
 */
async function snapshotOn<T>(
  reads: Reads,
  version: () => number,
  work: (reads: Reads) => Promise<T>,
): Promise<Snapshot<T> | undefined> {
  for (let tries = 0; tries < SNAPSHOT_TRIES; tries += 1) {
    const before = version();
    try {
      const value = await work(reads);
      if (version() === before) return { version: before, value };
    } catch (error) {
      // What cannot be read because it changed meanwhile is read again.
      if (version() === before) throw error;
    }
  }
  return undefined;
}

/** Reads the catalog version, in 2 µs. */
function versionOn(database: Database.Database): () => number {
  const statement = database.prepare("select value from meta where key = 'catalog_version'").pluck();
  return () => Number(statement.get() ?? 0);
}

/** Reads in a transaction on a connection of its own. */
async function ownSnapshot<T>(path: string, work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> {
  const database = new Database(path, { readonly: true, timeout: 2000 });
  try {
    database.exec('begin');
    const version = versionOn(database)();
    return { version, value: await work(kyselyOn(database, new SharedReaderAdapter())) };
  } finally {
    database.close();
  }
}

/** The operating system drops this lock when the process dies, however it dies. */
function fileLock(path: string, kind: LockKind): Lock | undefined {
  const database = new Database(path, { timeout: 0 });
  try {
    // A transaction that has read keeps others from having the file alone.
    database.exec(kind === 'alone' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { lost: new Promise(() => undefined), release: async () => void database.close() };
}

/**
 * Opens the store in `dataDir`, creating it when absent, and brings its schema up to date.
 * @throws StoreUnavailable when the directory cannot be used, NewerStore when a newer release wrote it
 */
export async function openSqlite(dataDir: string): Promise<Store> {
  const path = join(dataDir, 'cardstock.db');
  let writer: Database.Database;
  let reader: Database.Database;
  try {
    mkdirSync(dataDir, { recursive: true });
    writer = new Database(path, { timeout: 0 });
    // Changing the journal mode takes the whole file for a moment: the one time when waiting is right.
    writer.pragma('busy_timeout = 10000');
    writer.pragma('journal_mode = WAL');
    writer.pragma('busy_timeout = 0');
    // FULL: a commit that was reported survives a power cut, not only a kill.
    writer.pragma('synchronous = FULL');
    reader = new Database(path, { readonly: true, timeout: 2000 });
    reader.pragma('mmap_size = 268435456');
  } catch (error) {
    throw new StoreUnavailable(`the data directory ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const reads = kyselyOn(reader, new SharedReaderAdapter());
  const writes = kyselyOn(writer, new SqliteAdapter());
  await whileBusy(() => migrate(writes, 'sqlite')).catch(async (error) => {
    await reads.destroy();
    await writes.destroy();
    throw error;
  });
  const version = versionOn(reader);
  return {
    engine: 'sqlite',
    reads,
    snapshot: async (work) => (await snapshotOn(reads, version, work)) ?? ownSnapshot(path, work),
    write: (work) => whileBusy(() => writes.transaction().execute(work)),
    longRead: async () => {
      const database = new Database(path, { readonly: true, timeout: 2000 });
      // The moment is that of the first read.
      database.exec('begin');
      const own = kyselyOn(database, new SharedReaderAdapter());
      return { reads: own, close: () => own.destroy() };
    },
    lock: async (name, kind = 'alone') => fileLock(join(dataDir, `${name}.lock`), kind),
    close: async () => {
      await reads.destroy();
      await writes.destroy();
    },
  };
}
