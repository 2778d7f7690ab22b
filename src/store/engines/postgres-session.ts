/** A connection of its own to PostgreSQL, for what lives as long as a session: locks and notifications. */
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5000;
const BEAT_EVERY_MS = 2000;
const BEAT_TIMEOUT_MS = 3000;

/**
 * The server gives up on a machine that went away without a word within 8 s, and drops its locks: another's takeover
 * waits for that. A process that was killed is noticed at once, by its closed connection.
 */
const SERVER_SETTINGS = [
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=2',
  'client_connection_check_interval=2000',
  'application_name=cardstock',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export interface PostgresSession {
  client: pg.Client;
  /** Resolves when the server, or the way to it, is lost; never after `close`. */
  lost: Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a session and watches it by a question every 2 s: a connection that is dead without a word shows no other way.
 * @throws Error when the server cannot be reached
 */
export async function openSession(url: string): Promise<PostgresSession> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: BEAT_TIMEOUT_MS,
    keepAlive: true,
    options: SERVER_SETTINGS,
  });
  let isOpen = true;
  let beat: NodeJS.Timeout | undefined;
  const lost = Promise.withResolvers<void>();
  const end = () => {
    isOpen = false;
    clearInterval(beat);
    // A server that does not answer does not hear a goodbye either.
    return client.end().catch(() => undefined);
  };
  const onLoss = () => {
    if (!isOpen) return;
    void end();
    lost.resolve();
  };
  client.on('error', onLoss);
  client.on('end', onLoss);
  try {
    await client.connect();
    if (isOpen) beat = setInterval(() => void client.query('select 1').catch(onLoss), BEAT_EVERY_MS).unref();
  } catch (error) {
    await end();
    throw error;
  }
  return { client, lost: lost.promise, close: end };
}
