/** Reads of one state of the catalog on PostgreSQL: one round trip a turn, and what was planned once is kept. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Snapshot } from '../store.ts';
import { Batches, SkippedStatement } from './postgres-batch.ts';
import type { lendingOf } from './postgres-pool.ts';

const BEGIN = "begin isolation level repeatable read read only; select value from meta where key = 'catalog_version'";
// With this, statements and the question for the version that is sent along with them see one state without a `begin`.
const ONE_STATE = 'set session characteristics as transaction isolation level repeatable read';
/** A migration changed a table under a planned statement; a pooler gave us a connection that knows none, or has others'. */
const PLAN_GONE = ['0A000', '26000', '42P05'];

function queriesThrough(query: (text: string, values: unknown[]) => Promise<pg.QueryResult>): Reads {
  const borrowed = { query, release: () => undefined };
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

interface Told {
  /** The versions of its statements, and undefined where none could be trusted. */
  versions: (string | undefined)[];
  failure: Error | undefined;
}

interface ReadConnection {
  reads: Reads;
  state: Told;
}

/** Runs `work` in a transaction that sees one state; its beginning and its end cost no round trip of their own. */
async function inTransaction<T>(client: pg.PoolClient, reads: Reads, work: (reads: Reads) => Promise<T>) {
  const begun = client.query(BEGIN) as unknown as Promise<[pg.QueryResult, pg.QueryResult<{ value: string }>]>;
  const worked = work(reads);
  const [beginning, outcome] = await Promise.allSettled([begun, worked]);
  client.query('commit').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
  if (beginning.status === 'rejected') throw beginning.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return { version: Number(beginning.value[1].rows[0]?.value ?? 0), value: outcome.value };
}

/**
 * Snapshots on connections of `pool`, which pipelines. Every statement tells the version it saw: where they all saw the
 * same, they saw one state. The few that a commit came between are read again, in a transaction of their own.
 */
export function snapshotsOn(pool: ReturnType<typeof lendingOf>, { isPooled }: { isPooled: boolean }) {
  const readied = new WeakSet<pg.PoolClient>();
  const batches = new Batches(async () => {
    const client = await pool.connect();
    // Statements that follow need not wait for the answer: one that it does not hold for tells no version.
    if (!readied.has(client)) client.query(ONE_STATE).catch(() => undefined);
    readied.add(client);
    return client;
  });
  const idle: ReadConnection[] = [];

  const newConnection = (): ReadConnection => {
    const reader: ReadConnection = {
      reads: queriesThrough(async (text, values) => {
        // The read that asks, not the one that the reader serves by the time of the answer.
        const { state } = reader;
        try {
          const { version, rows } = await batches.ask(text, values);
          state.versions.push(version);
          return { command: 'SELECT', rows, rowCount: rows.length } as unknown as pg.QueryResult;
        } catch (error) {
          state.failure ??= error as Error;
          throw error;
        }
      }),
      state: { versions: [], failure: undefined },
    };
    return reader;
  };

  const optimistic = async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T> | undefined> => {
    const reader = idle.pop() ?? newConnection();
    const state: Told = { versions: [], failure: undefined };
    reader.state = state;
    const isOneState = () => state.versions.every((version) => version !== undefined && version === state.versions[0]);
    try {
      const value = await work(reader.reads);
      if (state.versions.length === 0) await reader.reads.selectNoFrom(({ lit }) => lit(1).as('one')).execute();
      return isOneState() ? { version: Number(state.versions[0]), value } : undefined;
    } catch (error) {
      if (state.failure === undefined ? !isOneState() : isReadAgain(state.failure)) return undefined;
      throw error;
    } finally {
      idle.push(reader);
    }
  };

  /** Statements are compiled once for each of these. */
  const plain = new WeakMap<pg.PoolClient, Reads>();
  const plainOn = (client: pg.PoolClient): Reads => {
    const reads = plain.get(client) ?? queriesThrough((text, values) => client.query(text, values));
    plain.set(client, reads);
    return reads;
  };

  return async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
    const found = isPooled ? undefined : await optimistic(work);
    if (found !== undefined) return found;
    const client = await pool.connect();
    return inTransaction(client, plainOn(client), work);
  };
}

/** What failed through no fault of its own. */
const isReadAgain = (error: Error): boolean =>
  error instanceof SkippedStatement || (error instanceof pg.DatabaseError && PLAN_GONE.includes(error.code ?? ''));
