/** How one process notifies the others of its commits, so that they need not ask: PostgreSQL's LISTEN and NOTIFY. */
import { PostgresAdapter, sql } from 'kysely';
import type { StoreLocation, Writes } from '../store.ts';
import { openSession, type PostgresSession } from './postgres-session.ts';

/** `catalog` comes with the new version, `keys` with the id of the key that changed. */
export type Topic = 'catalog' | 'keys';

const CHANNEL = 'cardstock';
const RECONNECT_MS = 500;

/**
 * Notifies every process of a change, once the transaction commits. On SQLite nobody is notified: its processes share a
 * machine, and asking costs them microseconds.
 */
export async function announce(writes: Writes, topic: Topic, value: string): Promise<void> {
  if (!(writes.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_notify(${CHANNEL}, ${`${topic} ${value}`})`.execute(writes);
}

export type Announcements = ReturnType<typeof followAnnouncements>;

/** Listens on a connection past any pooler, and connects again whenever it is lost. */
export function followAnnouncements({ databaseUrl, directUrl = databaseUrl }: StoreLocation) {
  const listeners = new Map<string, ((value: string | undefined) => void)[]>();
  let session: PostgresSession | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const notify = (topic: string, value: string | undefined) => {
    for (const listener of listeners.get(topic) ?? []) listener(value);
  };
  const connect = async (url: string): Promise<void> => {
    const opened = await openSession(url);
    opened.client.on('notification', ({ payload = '' }) => {
      const [topic = '', value] = payload.split(' ');
      notify(topic, value);
    });
    try {
      await opened.client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.close();
      throw error;
    }
    if (isClosed) return opened.close();
    session = opened;
    for (const topic of listeners.keys()) notify(topic, undefined);
    await opened.lost;
    session = undefined;
  };
  const follow = async (url: string): Promise<void> => {
    // Whether the server refused or the session was lost, the way on is the same; asking bridges the time.
    await connect(url).catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void follow(url), RECONNECT_MS);
  };
  if (databaseUrl !== undefined && directUrl !== undefined) void follow(directUrl);

  return {
    /** Whether a commit is heard of now; while not, only asking the store shows it. */
    isHearing: () => session !== undefined,
    /**
     * Calls `listener` at each change of the topic, and with undefined when hearing begins anew: what was told meanwhile
     * went by unheard.
     */
    on: (topic: Topic, listener: (value: string | undefined) => void) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await session?.close();
    },
  };
}
