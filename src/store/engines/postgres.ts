/** The server engine: PostgreSQL 15 or newer, for more than one machine. */
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, PostgresDriver, type PostgresPool, sql } from 'kysely';
import { reachTrouble } from '../../failure.ts';
import { withinTime } from '../../time.ts';
import { StoreFaults } from '../faults.ts';
import type { Tables } from '../schema/tables.ts';
import {
  LONG_READS_MAX,
  type Lock,
  type LockKind,
  type Store,
  type StoreLocation,
  StoreUnavailable,
  type Upkeep,
} from '../store.ts';
import { schemaVersion } from './migrations.ts';
import { lendingOf, type OpenPool, openPool, Silence } from './postgres-pool.ts';
import { openSession, type PostgresSession } from './postgres-session.ts';
import { snapshotsOn } from './postgres-snapshot.ts';
import { replicaReads } from './replica-reads.ts';

const STATEMENT_TIMEOUT_MS = 120_000;
/** Catalog reads take milliseconds; only an index is built from longer ones. */
const SNAPSHOT_TIMEOUT_MS = 30_000;
const POOL_MAX = 10;
/** A stable 32-bit number for a lock's name, since PostgreSQL's locks are numbers. */
const lockNumber = (name: string): number =>
  [...name].reduce((hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0, 0);

/** A rollback on a connection that is lost fails too, and would stand in the place of what went wrong before it. */
class FirstCauseDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

function queriesOn(pool: PostgresPool) {
  const dialect = new PostgresDialect({ pool });
  dialect.createDriver = () => new FirstCauseDriver({ pool });
  return new Kysely<Tables>({ dialect });
}

/**
 * Locks are held by sessions of their own: the server drops them when the connection ends, however the process dies. A
 * session that did not get its lock is kept for the next question, since who stands by asks every second.
 */
function advisoryLocks(url: string, open: Ways['openSession']) {
  let idle: PostgresSession | undefined;
  const take = async (name: string, kind: LockKind = 'alone'): Promise<Lock | undefined> => {
    const session = idle ?? (await open(url));
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

/** What to do about what the server says, by its code. */
const REMEDIES: Readonly<Record<string, string>> = {
  '42501': 'make its user the owner of the database, or of that schema and its tables',
  '25006': 'name the main server, not a replica',
  '3F000': 'make the schema that its search_path names',
  '42P07': 'another program has its tables there: name a database, or a schema, of its own',
  '3D000': 'make it with createdb, or name another',
  '28000': 'correct the user in the address',
  '28P01': 'correct the user and the password in the address',
  '53300': 'raise that limit; CARDSTOCK_DATABASE_POOL says how many a process opens',
};

const withRemedy = (says: string, { code = '' }: Error & { code?: string }): string =>
  [says, REMEDIES[code]].filter(Boolean).join('; ');

/** Why tables can neither be made nor brought up to date, where that is the server's to say. */
const refusalOf = (cause: Error & { code?: string }): StoreUnavailable | undefined =>
  cause.code !== undefined && cause.code in REMEDIES
    ? new StoreUnavailable(withRemedy(`the database of DATABASE_URL takes no tables: ${cause.message}`, cause), {
        cause,
      })
    : undefined;

/** What the driver says where something listens that is no PostgreSQL, or one without TLS. */
const OF_OTHERS: readonly [RegExp, string][] = [
  [/^Connection terminated/, 'what listens there does not answer as PostgreSQL does'],
  [/does not support SSL/, 'it does not speak TLS; sslmode=disable asks for none'],
];

function unreached(cause: Error): StoreUnavailable {
  const [, why = reachTrouble(cause)] = OF_OTHERS.find(([says]) => says.test(cause.message)) ?? [];
  return new StoreUnavailable(withRemedy(`the database of DATABASE_URL cannot be reached: ${why}`, cause), { cause });
}

const SERVER_MIN = 15;

/** What of the server or the database no new store can live with: names would be cut or refused, statements not be understood. */
async function checkServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding
  `.execute(db);
  const [{ version, encoding } = { version: SERVER_MIN, encoding: 'UTF8' }] = rows;
  if (version < SERVER_MIN)
    throw new StoreUnavailable(
      `the server of DATABASE_URL is PostgreSQL ${version}: it must be ${SERVER_MIN} or newer`,
    );
  if (encoding !== 'UTF8')
    throw new StoreUnavailable(
      `the database of DATABASE_URL is in ${encoding}, which not all names can be written in: make one with encoding 'UTF8' template template0`,
    );
}

/** Reaches the server, and brings the schema up to date, of which a step may take its time. */
async function prepare(
  url: string,
  upkeep: Upkeep,
  { mark, isPresent }: { mark: string | undefined; isPresent: boolean | undefined },
  open: OpenPool,
): Promise<void> {
  const db = queriesOn(open(url, { max: 1, query_timeout: STATEMENT_TIMEOUT_MS }));
  try {
    await sql`select 1`.execute(db).catch((cause: Error) => {
      throw unreached(cause);
    });
    if ((await schemaVersion(db, 'postgres')) === 0) {
      if (isPresent)
        throw new StoreUnavailable(
          'there is no store in the database of DATABASE_URL; nothing is made: name its database',
        );
      await checkServer(db);
    }
    await upkeep.prepare(db, 'postgres', mark).catch((cause) => {
      throw refusalOf(cause) ?? cause;
    });
  } finally {
    await db.destroy();
  }
}

export interface Ways {
  openPool: OpenPool;
  openSession: typeof openSession;
}

/**
 * Opens the store and brings its schema up to date; a new one is marked as the target of the move `mark`.
 * @throws StoreUnavailable when the server cannot be reached, NewerStore when a newer release wrote it
 */
export async function openPostgres(
  url: string,
  location: Omit<StoreLocation, 'databaseUrl'>,
  upkeep: Upkeep,
  { mark, ways = { openPool, openSession } }: { mark?: string | undefined; ways?: Ways } = {},
): Promise<Store> {
  const { directUrl = url, readUrl, poolMax = POOL_MAX, answerMs, isPresent } = location;
  await prepare(url, upkeep, { mark, isPresent }, ways.openPool);
  const faults = new StoreFaults(() => undefined);
  // A pooler refuses settings of a session: behind one, only this side's time-outs hold.
  const isPooled = directUrl !== url;
  const idle = new Set<Socket>();
  const poolOf = {
    answerMs: answerMs ?? STATEMENT_TIMEOUT_MS,
    // Long reads have theirs beside the pools: together they are what the setting promises, from 8 on.
    max: Math.max(Math.ceil(poolMax / 2), poolMax - LONG_READS_MAX),
    ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
  };
  const pool = lendingOf(url, idle, poolOf, ways.openPool);
  const snapshotPoolOf = {
    answerMs: answerMs ?? SNAPSHOT_TIMEOUT_MS,
    max: poolMax,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
    ...(isPooled ? {} : { statement_timeout: SNAPSHOT_TIMEOUT_MS }),
  };
  const snapshotPool = (address: string, unused: Set<Socket>) =>
    lendingOf(address, unused, snapshotPoolOf, ways.openPool);
  // Its connections are opened when they are needed: with a replica that is there, never.
  const snapshots = snapshotPool(url, idle);
  const take = snapshotsOn(snapshots, { isPooled });
  // A read that somebody waits for asks several times: together they have the time of one answer.
  const onMain: Store['snapshot'] = (work) =>
    answerMs === undefined ? take(work) : withinTime(take(work), answerMs, () => new Silence(answerMs));
  const replicaSnapshots = readUrl === undefined ? undefined : snapshotPool(readUrl, new Set());
  const replica =
    replicaSnapshots && readUrl !== undefined
      ? replicaReads({ url: readUrl, replica: snapshotsOn(replicaSnapshots, { isPooled }), main: onMain })
      : undefined;
  const db = queriesOn(pool);
  const locks = advisoryLocks(directUrl, ways.openSession);
  const close = async () => {
    replica?.close();
    await Promise.all([db.destroy(), snapshots.end(), replicaSnapshots?.end(), locks.close()]);
  };
  return {
    engine: 'postgres',
    faults,
    freeBytes: async () => null,
    reads: db,
    snapshot: replica?.take ?? onMain,
    replica,
    write: (work) => db.transaction().execute(upkeep.settled(work)),
    longRead: async () => {
      // Not one of the pool's connections: slow readers would take them from everybody.
      const own = queriesOn(ways.openPool(url, { max: 1, query_timeout: answerMs ?? STATEMENT_TIMEOUT_MS }));
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
