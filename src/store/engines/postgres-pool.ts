/** Connections to PostgreSQL, each lent to one who waits: one that falls silent is cut, and never lent again. */
import type { Socket } from 'node:net';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5000;
const INT8 = 20;

/** Counts come as 64-bit integers, which pg hands over as text; none of ours leaves the exact range of a number. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** The answer, or its end, did not come in all the time that there was. */
export class Silence extends Error {
  constructor(ms: number) {
    super(`the database did not answer within ${ms / 1000} s`);
  }
}

/** Opens connections to `url` as they are asked for. A simulation has its own way, by which answers come in one order. */
export type OpenPool = (url: string, config: pg.PoolConfig) => pg.Pool;

export const openPool: OpenPool = (url, config) => {
  const common = { connectionString: url, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  const pool = new pg.Pool({ ...common, ...config });
  // A connection that the server closes reports here, idle or between two statements of a transaction: unheard, it
  // would end the process. The pool replaces it at the next request.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** That of a TCP connection, or of TLS over one, which pg's types do not say. */
const socketOf = ({ connection }: pg.PoolClient) => connection.stream as Socket;

/**
 * Lends connections, which are given back through their `release`.
 * @param idle the connections to this server that nobody waits for, of all its pools
 * @param answerMs how long a connection and its first answer may take together, and then each further answer
 */
export function lendingOf(
  url: string,
  idle: Set<Socket>,
  { answerMs, ...config }: pg.PoolConfig & { answerMs: number },
  open: OpenPool = openPool,
) {
  const pool = open(url, { ...config, connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, answerMs) });
  /** Of the connections that are lent, what cuts them: a socket's own time-out begins anew with every byte. */
  const waiting = new Map<pg.PoolClient, NodeJS.Timeout>();
  const awaitNothing = (client: pg.PoolClient): void => {
    clearTimeout(waiting.get(client));
    waiting.delete(client);
  };
  /**
   * Whoever waits for the answer is told when it does not come, and the pool drops what comes back closed. Where the way to
   * the server is lost, the connections that nobody waits for are as dead: each would cost a request its time.
   */
  const awaitAnswer = (client: pg.PoolClient, ms: number): void => {
    awaitNothing(client);
    const cut = () => {
      socketOf(client).destroy(new Silence(answerMs));
      for (const other of idle) other.destroy();
    };
    waiting.set(client, setTimeout(cut, ms));
  };
  pool.on('connect', (client) => {
    // The end of an answer. Its own listener has heard it before, and may have given the connection back.
    client.connection.on('readyForQuery', () => waiting.has(client) && awaitAnswer(client, answerMs));
  });
  pool.on('acquire', (client) => idle.delete(socketOf(client)));
  pool.on('remove', (client) => {
    awaitNothing(client);
    idle.delete(socketOf(client));
  });
  pool.on('release', (_error, client) => {
    awaitNothing(client);
    idle.add(socketOf(client));
  });
  return {
    /** What Kysely asks a pool for. */
    options: pool.options,
    connect: async (): Promise<pg.PoolClient> => {
      const began = performance.now();
      const client = await pool.connect();
      const leftMs = Math.ceil(answerMs - (performance.now() - began));
      awaitAnswer(client, Math.max(leftMs, 1));
      return client;
    },
    end: () => pool.end(),
  };
}
