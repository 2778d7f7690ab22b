/** Reads of one state of the catalog on PostgreSQL: one round trip a statement, and what was planned once is kept. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Reads, Snapshot } from './store.ts';
import type { Tables } from './tables.ts';

const VERSION = "select value from meta where key = 'catalog_version'";
const BEGIN = `begin isolation level repeatable read read only; ${VERSION}`;
// With this, a statement and the question for the version that is sent along with it see one state without a `begin`.
const ONE_STATE = 'set session characteristics as transaction isolation level repeatable read';
/** Says besides whether that holds on this connection: behind a pooler nobody told us of, it might not. */
const VERSION_BESIDE = `${VERSION} and current_setting('transaction_isolation') = 'repeatable read'`;
/** Statements that a connection keeps planned. A text beyond these is planned at each use. */
const NAMED_MAX = 100;
/** A migration changed a table under a planned statement; a pooler gave us a connection that knows none, or has others'. */
const PLAN_GONE = ['0A000', '26000', '42P05'];

interface SentTogether {
  text: string;
  name: string | undefined;
  values: unknown[];
}

type Heard = (error: Error | null, results: [version: pg.QueryResult<{ value: string }>, rows: pg.QueryResult]) => void;

/** pg's own query, as it is: its types hide how it is sent. */
const SentQuery = pg.Query as unknown as new (
  config: SentTogether,
  values: undefined,
  heard: Heard,
) => { submit(connection: pg.Connection): Error | null };

const knowVersion = new WeakSet<pg.Connection>();

/** A statement with the question for the version before it, in one transaction: the server begins and ends it by itself. */
class VersionedQuery extends SentQuery {
  override submit(connection: pg.Connection): Error | null {
    const { stream } = connection;
    stream.cork();
    try {
      if (!knowVersion.has(connection)) {
        connection.parse({ name: 'version', text: VERSION_BESIDE, types: [] }, true);
        knowVersion.add(connection);
      }
      connection.bind({ portal: 'version', statement: 'version', values: [] }, true);
      connection.describe({ type: 'P', name: 'version' }, true);
      connection.execute({ portal: 'version' }, true);
      return super.submit(connection);
    } finally {
      stream.uncork();
    }
  }
}

/** Queries on one connection that somebody else took from its pool and gives back. */
function queriesOnClient(query: (text: string, values: unknown[]) => Promise<pg.QueryResult>): Reads {
  const borrowed = { query, release: () => undefined };
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

/** Names for texts, the same on every connection. */
function statementNames() {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_MAX) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** What a connection is used through, made once. */
interface Reader {
  /** Each statement in a transaction of its own, which tells its version. */
  versioned: Reads;
  /** Statements of a transaction that somebody began. */
  plain: Reads;
  /** What `versioned` was told since this was emptied: versions, and undefined where none could be trusted. */
  seen: (string | undefined)[];
  /** A statement of `versioned` failed: the connection is not used again. */
  failure: Error | undefined;
}

function readerOn(client: pg.PoolClient, nameOf: (text: string) => string | undefined): Reader {
  const reader: Reader = {
    versioned: queriesOnClient((text, values) => {
      const answered = Promise.withResolvers<pg.QueryResult>();
      const query = new VersionedQuery({ text, name: nameOf(text), values }, undefined, (error, results) => {
        if (error) {
          reader.failure = error;
          return answered.reject(error);
        }
        const [version, rows] = results;
        reader.seen.push(version.rows[0]?.value);
        answered.resolve(rows);
      });
      client.query(query as unknown as pg.Submittable);
      return answered.promise;
    }),
    plain: queriesOnClient((text, values) => client.query(text, values)),
    seen: [],
    failure: undefined,
  };
  return reader;
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
export function snapshotsOn(pool: pg.Pool, { isPooled }: { isPooled: boolean }) {
  const nameOf = statementNames();
  const readers = new WeakMap<pg.PoolClient, Reader>();

  const readerOf = (client: pg.PoolClient): Reader => {
    const known = readers.get(client);
    if (known !== undefined) return known;
    const reader = readerOn(client, nameOf);
    readers.set(client, reader);
    // Statements that follow need not wait for the answer: one that it does not hold for tells no version.
    if (!isPooled) client.query(ONE_STATE).catch(() => undefined);
    return reader;
  };

  const optimistic = async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T> | undefined> => {
    const client = await pool.connect();
    const reader = readerOf(client);
    reader.seen = [];
    let value: T;
    const isOneState = () => reader.seen.every((version) => version !== undefined && version === reader.seen[0]);
    try {
      value = await work(reader.versioned);
      if (reader.seen.length === 0) await reader.versioned.selectNoFrom(({ lit }) => lit(1).as('one')).execute();
    } catch (error) {
      if (reader.failure !== undefined ? PLAN_GONE.includes(codeOf(reader.failure)) : !isOneState()) return undefined;
      throw error;
    } finally {
      client.release(reader.failure);
    }
    return isOneState() ? { version: Number(reader.seen[0]), value } : undefined;
  };

  return async <T>(work: (reads: Reads) => Promise<T>): Promise<Snapshot<T>> => {
    const found = isPooled ? undefined : await optimistic(work);
    if (found !== undefined) return found;
    const client = await pool.connect();
    return inTransaction(client, readerOf(client).plain, work);
  };
}

const codeOf = (error: Error): string => (error instanceof pg.DatabaseError && error.code) || '';
