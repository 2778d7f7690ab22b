/** The embedded engine: one SQLite file in WAL mode, readable by any number of processes while one writes. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { fileTrouble } from '../../failure.ts';
import { type Diagnosis, StoreFaults } from '../faults.ts';
import type { Tables } from '../schema/tables.ts';
import {
  type Lock,
  type LockKind,
  type Reads,
  type Snapshot,
  type Store,
  StoreUnavailable,
  StoreUnwritable,
  type Upkeep,
} from '../store.ts';
import { schemaVersion } from './migrations.ts';
import { keepPrivate, makeFolder, makePrivate } from './private-file.ts';

const BUSY_WAIT_MS = 20;
const BUSY_LIMIT_MS = 60_000;
const STATEMENTS_MAX = 400;
/** With SQLite's own 2 MB a card took 33 µs instead of 25. */
const CONNECTION_CACHE_KB = 16_384;

/** Deferred transactions upgrade from reader to writer in the middle and then fail; ours take the write lock first. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Database.Database;

  constructor(database: Database.Database, faults: StoreFaults) {
    super({ database: withStatementCache(database, faults) });
    this.#database = database;
  }

  /** A full disk ends the transaction by itself: the rollback would then fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Kysely prepares each query anew; a prepared statement kept per text saves 10 to 20 µs a read. */
function withStatementCache(database: Database.Database, faults: StoreFaults): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: faults.noting((text: string) => {
      const known = statements.get(text);
      if (known) return known;
      const prepared = database.prepare(text) as unknown as SqliteStatement;
      const statement: SqliteStatement = {
        reader: prepared.reader,
        all: faults.noting((values) => prepared.all(values)),
        run: faults.noting((values) => prepared.run(values)),
        iterate: (values) => prepared.iterate(values),
      };
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(text, statement);
      return statement;
    }),
  };
}

/**
 * Kysely lets one query at a time onto a single connection, by a lock that wakes every waiter at every release: under
 * 128 readers some waited 3 s. Reads need none: each is one call of SQLite, and no transaction is open between them.
 */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function kyselyOn(database: Database.Database, adapter: SqliteAdapter, faults: StoreFaults): Kysely<Tables> {
  const dialect = new SqliteDialect({ database });
  dialect.createAdapter = () => adapter;
  dialect.createDriver = () => new ImmediateDriver(database, faults);
  return new Kysely<Tables>({ dialect });
}

const diagnose: Diagnosis = (error) => {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const { code } = error;
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_)?READ)/.test(code)) {
    return {
      fault: 'damaged',
      says: 'a page of cardstock.db is damaged: stop, and put a backup back with cardstock restore',
    };
  }
  const says = UNWRITABLE.find(([pattern]) => pattern.test(code))?.[1];
  return says === undefined ? undefined : { fault: 'unwritable', says };
};

const UNWRITABLE: readonly [pattern: RegExp, says: string][] = [
  [/^SQLITE_FULL/, 'the disk of the data directory is full: nothing can be recorded until room is made there'],
  [/^SQLITE_READONLY/, 'the data directory can only be read: nothing can be recorded until it can be written'],
  [/^SQLITE_(IOERR|CANTOPEN)/, 'the data directory cannot be written: its disk is full, failing, or can only be read'],
];

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

/** Opens a connection to a file. A simulation has its own way, since a whole store a life takes most of its time. */
export type OpenDatabase = (path: string, options: Database.Options) => Database.Database;

const openFile: OpenDatabase = (path, options) => new Database(path, options);

function openReadConnection(path: string, faults: StoreFaults, open: OpenDatabase): ReadConnection {
  const database = open(path, { readonly: true, timeout: 2000 });
  // Not by mmap, which is no faster: a page that the disk does not give would end the process by SIGBUS.
  database.pragma(`cache_size = ${-CONNECTION_CACHE_KB}`);
  const reads = kyselyOn(database, new SharedConnectionAdapter(), faults);
  const close = async () => {
    await reads.destroy();
    // Kysely closes only what it has used.
    database.close();
  };
  return { database, reads, close };
}

/** The operating system drops this lock when the process dies, however it dies. */
function fileLock(path: string, kind: LockKind, open: OpenDatabase): Lock | undefined {
  makePrivate(path);
  const database = open(path, { timeout: 0 });
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

/** @param isStore whether there is a schema, so that it can be read all the same */
function refusalOf(dataDir: string, cause: Error, isStore: boolean): StoreUnavailable {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const isUnwritable = diagnose(cause)?.fault === 'unwritable' || ['EROFS', 'ENOSPC', 'EDQUOT'].includes(code);
  const file = statSync(join(dataDir, 'cardstock.db'), { throwIfNoEntry: false });
  if (!isUnwritable || file?.isDirectory()) {
    const why = file?.isDirectory() ? 'cardstock.db in it is a folder, not a file' : fileTrouble(cause);
    return new StoreUnavailable(`the data directory ${dataDir} cannot be used: ${why}; name another with --data`, {
      cause,
    });
  }
  const says = `the data directory ${dataDir} cannot be written: its disk is full, failing, or can only be read`;
  const Refusal = isStore ? StoreUnwritable : StoreUnavailable;
  return new Refusal(`${says} (${fileTrouble(cause)})`, { cause });
}

export async function freeBytesIn(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** A copy on its way to become the store of `dataDir`. */
export const restoringPath = (dataDir: string): string => join(dataDir, 'cardstock.db.restoring');

function openWriter(path: string, open: OpenDatabase): Database.Database {
  makePrivate(path);
  for (const beside of ['-wal', '-shm']) keepPrivate(`${path}${beside}`);
  const writer = open(path, { timeout: 0 });
  // Changing the journal mode takes the whole file for a moment: the one time when waiting is right.
  writer.pragma('busy_timeout = 10000');
  writer.pragma('journal_mode = WAL');
  writer.pragma('busy_timeout = 0');
  // FULL: a commit that was reported survives a power cut, not only a kill.
  writer.pragma('synchronous = FULL');
  return writer;
}

/**
 * Opens the store in `dataDir`, creating it when absent, and brings its schema up to date; a new one is marked as the
 * target of the move `mark`.
 * @throws StoreUnavailable when the directory cannot be used, NewerStore when a newer release wrote it
 */
export async function openSqlite(
  dataDir: string,
  upkeep: Upkeep,
  { mark, open = openFile }: { mark?: string | undefined; open?: OpenDatabase } = {},
): Promise<Store> {
  const path = join(dataDir, 'cardstock.db');
  if (!existsSync(path) && existsSync(restoringPath(dataDir))) {
    throw new StoreUnavailable(`a restore into ${dataDir} was not finished: run cardstock restore again`);
  }
  const faults = new StoreFaults(diagnose);
  let writer: Database.Database;
  let reader: ReadConnection;
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.W_OK);
    writer = openWriter(path, open);
    reader = openReadConnection(path, faults, open);
  } catch (error) {
    throw refusalOf(dataDir, error as Error, (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  }
  const writes = kyselyOn(writer, new SqliteAdapter(), faults);
  await whileBusy(() => upkeep.prepare(writes, 'sqlite', mark)).catch(async (error) => {
    const isStore = (await schemaVersion(reader.reads, 'sqlite').catch(() => 0)) > 0;
    await reader.close();
    await writes.destroy();
    throw diagnose(error)?.fault === 'unwritable' ? refusalOf(dataDir, error as Error, isStore) : error;
  });
  return {
    engine: 'sqlite',
    faults,
    freeBytes: () => freeBytesIn(dataDir),
    reads: reader.reads,
    snapshot: sqliteSnapshots(reader, () => openReadConnection(path, faults, open), faults),
    write: async (work) => {
      const written = await whileBusy(() => writes.transaction().execute(upkeep.settled(work)));
      faults.mend('unwritable');
      return written;
    },
    longRead: async () => {
      const own = openReadConnection(path, faults, open);
      // The moment is that of the first read.
      own.database.exec('begin');
      return { reads: own.reads, close: own.close };
    },
    lock: async (name, kind = 'alone') => fileLock(join(dataDir, `${name}.lock`), kind, open),
    close: async () => {
      await reader.close();
      await writes.destroy();
    },
  };
}

/** Reads take a millisecond and commits come by the second: a read that meets even two in a row is rare. */
const SNAPSHOT_TRIES = 5;

interface ReadConnection {
  database: Database.Database;
  reads: Reads;
  close(): Promise<void>;
}

/**
 * Reads on the connection `shared`: two equal versions around a read say that no commit came in between.
 * @param open opens a reading connection of its own
 */
function sqliteSnapshots(shared: ReadConnection, open: () => ReadConnection, faults: StoreFaults) {
  const readVersion = faults.noting(versionOn(shared.database));
  return async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
    for (let tries = 0; tries < SNAPSHOT_TRIES; tries += 1) {
      const before = readVersion();
      try {
        const value = await work(shared.reads);
        if (readVersion() === before) return { version: before, value };
      } catch (error) {
        // What cannot be read because it changed meanwhile is read again.
        if (readVersion() === before) throw error;
      }
    }
    const own = open();
    try {
      own.database.exec('begin');
      return { version: versionOn(own.database)(), value: await work(own.reads) };
    } finally {
      own.database.close();
    }
  };
}

function versionOn(database: Database.Database): () => number {
  const statement = database.prepare("select value from meta where key = 'catalog_version'").pluck();
  return () => Number(statement.get() ?? 0);
}
