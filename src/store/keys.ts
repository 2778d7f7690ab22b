/** API keys at rest: their hashes, scopes, limits and times, never the keys themselves; and what they were used for. */
import { sql } from 'kysely';
import { inInserts } from './batches.ts';
import { announce } from './engines/announcements.ts';
import {
  above,
  atLeast,
  below,
  Compared,
  deleteWhere,
  firstWhere,
  insertRows,
  KNOWN,
  type MadePage,
  madeBehind,
  orNull,
  rowsWhere,
  rowWhere,
  setWhere,
  upTo,
} from './rows.ts';
import type { Tables } from './schema/tables.ts';
import type { Reads, Writes } from './store.ts';

/** A key as the service knows it. `rate` is requests a minute: null is the default, 0 no budget. */
export interface StoredKey extends Omit<Tables['keys'], 'scopes' | 'games' | 'addresses'> {
  scopes: string[];
  games: string[];
  addresses: string[];
}

function asKey(row: Tables['keys']): StoredKey {
  const [scopes, games, addresses] = [row.scopes, row.games, row.addresses].map((text) => JSON.parse(text) as string[]);
  return { ...row, scopes: scopes ?? [], games: games ?? [], addresses: addresses ?? [] };
}

export function addKey(writes: Writes, key: StoredKey): Promise<void> {
  const { scopes, games, addresses } = key;
  const lists = { scopes: JSON.stringify(scopes), games: JSON.stringify(games), addresses: JSON.stringify(addresses) };
  return insertRows(writes, 'keys', [{ ...key, ...lists }]);
}

/** What a session names as its opener where a link opened it. */
export const LINK = 'link';

/**
 * The key as it holds: a session ends with the key that opened it, however that ended and whatever was written of the
 * session meanwhile. One whose opener is gone, or is itself a session (which 0.1.0 let be), counts as not there.
 */
function asHeld(key: StoredKey, opener: Tables['keys'] | undefined): StoredKey | undefined {
  if (key.session_of === null || key.session_of === LINK) return key;
  if (opener === undefined || opener.session_of !== null) return undefined;
  const ends = [key.expires_at, opener.expires_at].filter((end) => end !== null);
  return { ...key, revoked_at: key.revoked_at ?? opener.revoked_at, expires_at: ends.sort()[0] ?? null };
}

async function keyWhere(reads: Reads, column: 'id' | 'hash', value: string): Promise<StoredKey | undefined> {
  const row = await rowWhere(reads, 'keys', { [column]: value });
  if (row === undefined || row.session_of === null) return row && asKey(row);
  const opener = await rowWhere(reads, 'keys', { id: row.session_of });
  return asHeld(asKey(row), opener);
}

/** The key with this hash, whatever its state; undefined when none. */
export const keyByHash = (reads: Reads, hash: string): Promise<StoredKey | undefined> => keyWhere(reads, 'hash', hash);

/** The key with this id, whatever its state; undefined when none. */
export const keyById = (reads: Reads, id: string): Promise<StoredKey | undefined> => keyWhere(reads, 'id', id);

/** The key with this id as a transaction finds it, which nobody else changes until that ends; undefined when none. */
export async function holdKey(writes: Writes, id: string): Promise<StoredKey | undefined> {
  // SQLite has no `for update`; a write that changes nothing holds the row on both engines.
  await sql`update keys set prefix = prefix where id = ${id}`.execute(writes);
  return keyById(writes, id);
}

const SESSIONS = new Compared<string>(
  (column) => sql`(${column} = ${LINK} or ${column} in (select id from keys where session_of is null))`,
);

/** Which of them: a page, sessions or the others. */
export type KeyPage = MadePage & { areSessions?: boolean | undefined };

/** Keys, oldest first; all of them without more said. */
export async function allKeys(reads: Reads, { after, limit, areSessions }: KeyPage = {}): Promise<StoredKey[]> {
  const session_of = areSessions === undefined ? orNull(SESSIONS) : areSessions ? SESSIONS : null;
  const asked = { created_at: madeBehind(after), session_of };
  const rows = await firstWhere(reads, 'keys', limit, asked, undefined, 'created_at', 'id');
  const openers = await rowsWhere(reads, 'keys', { id: [...new Set(rows.flatMap((row) => row.session_of ?? []))] });
  const byId = new Map(openers.map((row) => [row.id, row]));
  return rows.map((row) => asHeld(asKey(row), byId.get(row.session_of ?? ''))).filter((key) => key !== undefined);
}

/**
 * Marks the key revoked; false when there is none or it already was. Its sessions are marked too: a process of 0.1.0
 * beside this one looks at nothing else.
 */
export async function revokeKey(writes: Writes, id: string, now: string): Promise<boolean> {
  // The key before its sessions, as everywhere: two that take them in another order wait for each other.
  const revoked = await setWhere(writes, 'keys', { revoked_at: now }, { id, revoked_at: null });
  await setWhere(writes, 'keys', { revoked_at: now }, { session_of: id, revoked_at: null });
  await announce(writes, 'keys', id);
  return revoked > 0;
}

/** Sets when the key ends; its sessions are told too, for the same reason. */
export async function setKeyExpiry(writes: Writes, id: string, expiresAt: string): Promise<void> {
  await setWhere(writes, 'keys', { expires_at: expiresAt }, { id });
  await setWhere(writes, 'keys', { expires_at: expiresAt }, { session_of: id, expires_at: above(expiresAt) });
  await announce(writes, 'keys', id);
}

/** Removes a session; a key that is none stays. */
export async function deleteSession(writes: Writes, id: string): Promise<void> {
  await deleteWhere(writes, 'keys', { id, session_of: KNOWN });
  await announce(writes, 'keys', id);
}

/** Removes the sessions and links that can no longer be used. */
export async function tidySessions(writes: Writes, now: string): Promise<void> {
  await sql`delete from keys where session_of is not null and (expires_at <= ${now} or revoked_at is not null
    or (session_of <> ${LINK} and session_of not in (select id from keys where session_of is null)))`.execute(writes);
  await deleteWhere(writes, 'console_links', { expires_at: upTo(now) });
}

export const addConsoleLink = (writes: Writes, link: Tables['console_links']): Promise<void> =>
  insertRows(writes, 'console_links', [link]);

/** Takes a link out of the store; false when there is none of this hash that is still valid. */
export const takeConsoleLink = async (writes: Writes, hash: string, now: string): Promise<boolean> =>
  (await deleteWhere(writes, 'console_links', { hash, expires_at: above(now) })) > 0;

/** Of keys, by their ids: when each was used last, and what for. */
export interface KeyUsed {
  at: ReadonlyMap<string, string>;
  counts: readonly Tables['key_usage'][];
  /** The first day of which counts are kept. */
  from: string;
}

/** Records the use of keys; a later time that another process wrote stays, its counts are added to. */
export async function noteKeysUsed(writes: Writes, { at, counts, from }: KeyUsed): Promise<void> {
  // In one order, or the batches of two processes wait for each other.
  for (const [id, last_used_at] of [...at].sort()) {
    const before = { id, last_used_at: orNull(below(last_used_at)) };
    await setWhere(writes, 'keys', { last_used_at }, before);
  }
  const added = { count: sql<number>`key_usage.count + excluded.count` };
  for (const some of inInserts(counts)) {
    const usage = writes.insertInto('key_usage').values(some);
    await usage.onConflict((there) => there.columns(['key_id', 'day', 'route', 'status']).doUpdateSet(added)).execute();
  }
  await deleteWhere(writes, 'key_usage', { day: below(from) });
}

/** What the key was used for since the day `from`, the newest day first. */
export async function usageOf(
  reads: Reads,
  key_id: string,
  from: string,
): Promise<Omit<Tables['key_usage'], 'key_id'>[]> {
  const rows = await rowsWhere(
    reads,
    'key_usage',
    { key_id, day: atLeast(from) },
    undefined,
    '-day',
    'route',
    'status',
  );
  return rows.map(({ key_id: _, ...row }) => row);
}

/** How many requests these keys made on a day, by their ids. */
export async function requestsOn(reads: Reads, day: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsWhere(reads, 'key_usage', { day, key_id: ids });
  const counts = new Map<string, number>();
  for (const { key_id, count } of rows) counts.set(key_id, (counts.get(key_id) ?? 0) + count);
  return counts;
}
