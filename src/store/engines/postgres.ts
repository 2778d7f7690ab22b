/** The server engine: PostgreSQL 15 or newer, for more than one machine. */
import { Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { StoreFaults } from '../faults.ts';
import { migrate } from '../schema/migrations.ts';
import {
  LONG_READS_MAX,
  type Lock,
  type LockKind,
  type Store,
  type StoreLocation,
  StoreUnavailable,
} from '../store.ts';
import type { Tables } from '../tables.ts';
import { openSession, type PostgresSession } from './postgres-session.ts';
import { snapshotsOn } from './postgres-snapshot.ts';
import { ReplicaReads } from './replica-reads.ts';

/** How long a request waits for a connection, new or returned by another request. */
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 120_000;
/** Catalog reads take milliseconds; only an index is built from longer ones. */
const SNAPSHOT_TIMEOUT_MS = 30_000;
const POOL_MAX = 10;
const INT8 = 20;

/** Counts come as 64-bit integers, which pg hands over as text; none of ours leaves the exact range of a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A stable 32-bit number for a lock's name, since PostgreSQL's locks are numbers. */
const lockNumber = (name: string): number =>
  [...name].reduce((hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0, 0);

function openPool(url: string, config: pg.PoolConfig): pg.Pool {
  const common = { connectionString: url, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  const pool = new pg.Pool({ ...common, ...config });
  // A connection that the server closes reports here, idle or between two statements of a transaction: unheard, it
  // would end the process. The pool replaces it at the next request.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A rollback on a connection that is lost fails too, and would stand in the place of what went wrong before it. */
class FirstCauseDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class FirstCauseDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new FirstCauseDriver({ pool: this.#pool });
  }
}

const queriesOn = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new FirstCauseDialect(pool) });

/**
 * Locks are held by sessions of their own: the server drops them when the connection ends, however the process dies. A
 * session that did not get its lock is kept for the next question, since who stands by asks every second.
 */
function advisoryLocks(url: string) {
  let idle: PostgresSession | undefined;
  const take = async (name: string, kind: LockKind = 'alone'): Promise<Lock | undefined> => {
    const session = idle ?? (await openSession(url));
    idle = undefined;
    try {
      const sql = `select pg_try_advisory_lock${kind === 'shared' ? '_shared' : ''}($1) as taken`;
      const { rows } = await session.client.query<{ taken: boolean }>(sql, [lockNumber(name)]);
      if (rows[0]?.taken) return { lost: session.lost, release: session.close };
    } catch (error) {
      await session.close();
      throw error;
    }
    if (idle !== undefined) await session.close();
    else idle = session;
    return undefined;
  };
  return { take, close: async () => idle?.close() };
}

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreUnavailable when the server cannot be reached, NewerStore when a newer release wrote it
 */
export async function openPostgres(url: string, location: Omit<StoreLocation, 'databaseUrl'>): Promise<Store> {
  const { directUrl = url, readUrl, poolMax = POOL_MAX } = location;
  const faults = new StoreFaults(() => undefined);
  // A pooler refuses settings of a session: behind one, only this side's time-outs hold.
  const isPooled = directUrl !== url;
  const pool = openPool(url, {
    // Long reads have theirs beside the pools: together they are what the setting promises, from 8 on.
    max: Math.max(Math.ceil(poolMax / 2), poolMax - LONG_READS_MAX),
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
  });
  const snapshotPool = (address: string) =>
    openPool(address, {
      max: poolMax,
      query_timeout: SNAPSHOT_TIMEOUT_MS,
      // Statements are sent without waiting for the answers to those before.
      pipeline: true,
      ...(isPooled ? {} : { statement_timeout: SNAPSHOT_TIMEOUT_MS }),
    });
  // Its connections are opened when they are needed: with a replica that is there, never.
  const snapshots = snapshotPool(url);
  const onMain = snapshotsOn(snapshots, { isPooled });
  const replicaSnapshots = readUrl === undefined ? undefined : snapshotPool(readUrl);
  const replica =
    replicaSnapshots && readUrl !== undefined
      ? new ReplicaReads({ url: readUrl, replica: snapshotsOn(replicaSnapshots, { isPooled }), main: onMain })
      : undefined;
  const db = queriesOn(pool);
  const locks = advisoryLocks(directUrl);
  const close = async () => {
    replica?.close();
    await Promise.all([db.destroy(), snapshots.end(), replicaSnapshots?.end(), locks.close()]);
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw new StoreUnavailable(`the database of DATABASE_URL cannot be reached: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await migrate(db, 'postgres').catch(async (error) => {
    await close();
    throw error;
  });
  return {
    engine: 'postgres',
    faults,
    reads: db,
    snapshot: replica ? (work) => replica.take(work) : onMain,
    replica,
    write: (work) => db.transaction().execute(work),
    longRead: async () => {
      // Not one of the pool's connections: slow readers would take them from everybody.
      const own = queriesOn(openPool(url, { max: 1, query_timeout: STATEMENT_TIMEOUT_MS }));
      const transaction = own.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      const reads = await transaction.execute().catch(async (error) => {
        await own.destroy();
        throw error;
      });
      return {
        reads,
        close: async () => {
          if (!reads.isRolledBack) await reads.rollback().execute();
          await own.destroy();
        },
      };
    },
    lock: locks.take,
    close,
  };
}
