/** The timeline of the store's commits: after a fail-over that lost some of them, no number that they gave is given again. */
import { randomUUID } from 'node:crypto';
import { PostgresAdapter, sql } from 'kysely';
import pg from 'pg';
import type { Writes } from '../store.ts';

/** More than a standby that follows at all can lack; 2,000 such steps fit into the 32 bits that versions are counted in. */
const LOST_MAX = 1_000_000;
/** Insufficient privilege, not supported, undefined function: some hosted servers say nothing of their log. */
const UNSUPPORTED = ['42501', '0A000', '42883'];
/** A server that was copied has another identifier, one that was promoted or put back to a moment writes another timeline. */
const TIMELINE = sql<{
  known: string | null;
  line: string;
}>`select (select value from meta where key = 'lineage') as known,
  (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as line`;

/**
 * Skips the numbers that lost commits gave, where the server writes another timeline than before: versions of the catalog, by
 * which answers are kept, positions of the feed, from which readers go on, and what indexes of pictures follow. To be called
 * in a transaction before any of these is given. A SQLite file has one timeline.
 */
export async function keepTimeline(writes: Writes): Promise<void> {
  if (!(writes.getExecutor().adapter instanceof PostgresAdapter)) return;
  const timeline = await readTimeline(writes);
  if (timeline === undefined || timeline.known === timeline.line) return;
  const { known, line } = timeline;
  // Of several that find it so, one passes on: the others wait for its row here, and find it done.
  const own = { key: 'lineage', value: line };
  const { numInsertedOrUpdatedRows: isFirst } = await writes
    .insertInto('meta')
    .values(own)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(own).where('meta.value', '!=', line))
    .executeTakeFirstOrThrow();
  if (known === null || !isFirst) return;
  await sql`update meta set value = cast(cast(value as bigint) + ${LOST_MAX} as text)
    where key in ('catalog_version', 'entries_of', 'event_position')`.execute(writes);
  await sql`insert into meta (key, value) values ('scan_deletion', ${randomUUID()})
    on conflict (key) do update set value = excluded.value`.execute(writes);
}

/** Undefined where the server does not say; the transaction goes on all the same. */
async function readTimeline(writes: Writes): Promise<{ known: string | null; line: string } | undefined> {
  await sql`savepoint lineage`.execute(writes);
  try {
    const { rows } = await TIMELINE.execute(writes);
    await sql`release savepoint lineage`.execute(writes);
    return rows[0];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && UNSUPPORTED.includes(error.code ?? ''))) throw error;
    await sql`rollback to savepoint lineage`.execute(writes);
    return undefined;
  }
}
