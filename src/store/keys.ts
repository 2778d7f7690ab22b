/** API keys at rest: their hashes, scopes and times, never the keys themselves. */
import { announce } from './engines/announcements.ts';
import { insertRows } from './put-rows.ts';
import { above, below, deleteWhere, KNOWN, orNull, rowsWhere, rowWhere, setWhere, upTo } from './rows-where.ts';
import type { ConsoleLinkTable, KeyTable } from './schema/operation-tables.ts';
import type { Reads, Writes } from './store.ts';

/** A key as the service knows it. `rate` is requests a minute: null is the default, 0 no budget. */
export interface StoredKey extends Omit<KeyTable, 'scopes'> {
  scopes: string[];
}

const asKey = (row: KeyTable): StoredKey => ({ ...row, scopes: JSON.parse(row.scopes) as string[] });

export const addKey = (writes: Writes, key: StoredKey): Promise<void> =>
  insertRows(writes, 'keys', [{ ...key, scopes: JSON.stringify(key.scopes) }]);

/** What a session names as its opener where a link opened it. */
export const LINK = 'link';

/**
 * The key as it holds: a session ends with the key that opened it, however that ended and whatever was written of the
 * session meanwhile. One whose opener is gone, or is itself a session (which 0.1.0 let be), counts as not there.
 */
function asHeld(key: StoredKey, opener: KeyTable | undefined): StoredKey | undefined {
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
  await writes
    .updateTable('keys')
    .set(({ ref }) => ({ prefix: ref('prefix') }))
    .where('id', '=', id)
    .execute();
  return keyById(writes, id);
}

/** Every key, oldest first. */
export async function allKeys(reads: Reads): Promise<StoredKey[]> {
  const rows = await rowsWhere(reads, 'keys', {}, undefined, 'created_at', 'id');
  const byId = new Map(rows.map((row) => [row.id, row]));
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
  const openers = writes.selectFrom('keys').select('id').where('session_of', 'is', null);
  await writes
    .deleteFrom('keys')
    .where('session_of', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        eb('expires_at', '<=', now),
        eb('revoked_at', 'is not', null),
        and([eb('session_of', '<>', LINK), eb('session_of', 'not in', openers)]),
      ]),
    )
    .execute();
  await deleteWhere(writes, 'console_links', { expires_at: upTo(now) });
}

export const addConsoleLink = (writes: Writes, link: ConsoleLinkTable): Promise<void> =>
  insertRows(writes, 'console_links', [link]);

/** Takes a link out of the store; false when there is none of this hash that is still valid. */
export const takeConsoleLink = async (writes: Writes, hash: string, now: string): Promise<boolean> =>
  (await deleteWhere(writes, 'console_links', { hash, expires_at: above(now) })) > 0;

/** Records when keys were last used; a later time that another process wrote stays. */
export async function noteKeysUsed(writes: Writes, usedAt: ReadonlyMap<string, string>): Promise<void> {
  // In one order, or the batches of two processes wait for each other.
  for (const [id, last_used_at] of [...usedAt].sort()) {
    const before = { id, last_used_at: orNull(below(last_used_at)) };
    await setWhere(writes, 'keys', { last_used_at }, before);
  }
}
