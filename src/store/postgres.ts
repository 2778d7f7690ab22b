/** The server engine: PostgreSQL 15 or newer, for more than one machine. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrations.ts';
import { type Store, StoreUnavailable } from './store.ts';
import type { Tables } from './tables.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 120_000;
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

/**
 * Opens the store at `url` and brings its schema up to date.
 * @throws StoreUnavailable when the server cannot be reached, NewerStore when a newer release wrote it
 */
export async function openPostgres(url: string): Promise<Store> {
  const settings = { connectionString: url, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  const pool = new pg.Pool({ ...settings, max: POOL_MAX, statement_timeout: STATEMENT_TIMEOUT_MS });
  // An idle connection that the server closes reports here; the pool replaces it at the next request.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StoreUnavailable(`the database of DATABASE_URL cannot be reached: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, 'postgres').catch(async (error) => {
    await db.destroy();
    throw error;
  });
  return {
    engine: 'postgres',
    reads: db,
    write: (work) => db.transaction().execute(work),
    lock: async (name) => {
      // Held by a session of its own: the server drops it when that connection ends, however the process dies.
      const client = new pg.Client(settings);
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        lockNumber(name),
      ]);
      if (rows[0]?.taken) return { release: () => client.end() };
      await client.end();
      return undefined;
    },
    close: () => db.destroy(),
  };
}
