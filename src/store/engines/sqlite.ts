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
import { migrate } from '../schema/migrations.ts';
import { type Lock, type LockKind, type Reads, type Store, StoreUnavailable } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type Reader, SqliteSnapshots } from './sqlite-snapshots.ts';

const BUSY_WAIT_MS = 20;
const BUSY_LIMIT_MS = 60_000;
const STATEMENTS_MAX = 400;

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

function openReader(path: string): Reader {
  const database = new Database(path, { readonly: true, timeout: 2000 });
  database.pragma('mmap_size = 268435456');
  return { database, reads: kyselyOn(database, new SharedReaderAdapter()) };
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
  let reads: Reads;
  try {
    mkdirSync(dataDir, { recursive: true });
    writer = new Database(path, { timeout: 0 });
    // Changing the journal mode takes the whole file for a moment: the one time when waiting is right.
    writer.pragma('busy_timeout = 10000');
    writer.pragma('journal_mode = WAL');
    writer.pragma('busy_timeout = 0');
    // FULL: a commit that was reported survives a power cut, not only a kill.
    writer.pragma('synchronous = FULL');
    reads = openReader(path).reads;
  } catch (error) {
    throw new StoreUnavailable(`the data directory ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const writes = kyselyOn(writer, new SqliteAdapter());
  await whileBusy(() => migrate(writes, 'sqlite')).catch(async (error) => {
    await reads.destroy();
    await writes.destroy();
    throw error;
  });
  const snapshots = new SqliteSnapshots(() => openReader(path));
  return {
    engine: 'sqlite',
    reads,
    snapshot: (work) => snapshots.take(work),
    write: async (work) => {
      const written = await whileBusy(() => writes.transaction().execute(work));
      // Whoever writes reads their own writes.
      snapshots.endTurn();
      return written;
    },
    longRead: async () => {
      const own = openReader(path);
      // The moment is that of the first read.
      own.database.exec('begin');
      return { reads: own.reads, close: () => own.reads.destroy() };
    },
    lock: async (name, kind = 'alone') => fileLock(join(dataDir, `${name}.lock`), kind),
    close: async () => {
      await snapshots.close();
      await reads.destroy();
      await writes.destroy();
    },
  };
}
