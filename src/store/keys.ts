/** API keys at rest: their hashes, scopes and times, never the keys themselves. */
import { announce } from './announcements.ts';
import type { ConsoleLinkTable, KeyTable } from './schema/operation-tables.ts';
import type { Reads, Writes } from './store.ts';

/** A key as the service knows it. `rate` is requests a minute: null is the default, 0 no budget. */
export interface StoredKey extends Omit<KeyTable, 'scopes'> {
  scopes: string[];
}

const asKey = (row: KeyTable): StoredKey => ({ ...row, scopes: JSON.parse(row.scopes) as string[] });

export async function addKey(writes: Writes, key: StoredKey): Promise<void> {
  await writes
    .insertInto('keys')
    .values({ ...key, scopes: JSON.stringify(key.scopes) })
    .execute();
}

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

async function keyWhere(reads: Reads | Writes, column: 'id' | 'hash', value: string): Promise<StoredKey | undefined> {
  const row = await reads.selectFrom('keys').selectAll().where(column, '=', value).executeTakeFirst();
  if (row === undefined || row.session_of === null) return row && asKey(row);
  const opener = await reads.selectFrom('keys').selectAll().where('id', '=', row.session_of).executeTakeFirst();
  return asHeld(asKey(row), opener);
}

/** The key with this hash, whatever its state; undefined when none. */
export const keyByHash = (reads: Reads, hash: string): Promise<StoredKey | undefined> => keyWhere(reads, 'hash', hash);

/** The key with this id, whatever its state; undefined when none. */
export const keyById = (reads: Reads | Writes, id: string): Promise<StoredKey | undefined> => keyWhere(reads, 'id', id);

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
  const rows = await reads.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row) => asHeld(asKey(row), byId.get(row.session_of ?? ''))).filter((key) => key !== undefined);
}

/**
 * Marks the key revoked; false when there is none or it already was. Its sessions are marked too: a process of 0.1.0
 * beside this one looks at nothing else.
 */
export async function revokeKey(writes: Writes, id: string, now: string): Promise<boolean> {
  const revoke = () => writes.updateTable('keys').set({ revoked_at: now }).where('revoked_at', 'is', null);
  // The key before its sessions, as everywhere: two that take them in another order wait for each other.
  const result = await revoke().where('id', '=', id).executeTakeFirst();
  await revoke().where('session_of', '=', id).execute();
  await announce(writes, 'keys', id);
  return result.numUpdatedRows > 0n;
}

/** Sets when the key ends; its sessions are told too, for the same reason. */
export async function setKeyExpiry(writes: Writes, id: string, expiresAt: string): Promise<void> {
  const end = () => writes.updateTable('keys').set({ expires_at: expiresAt });
  await end().where('id', '=', id).execute();
  await end().where('session_of', '=', id).where('expires_at', '>', expiresAt).execute();
  await announce(writes, 'keys', id);
}

/** Removes a session; a key that is none stays. */
export async function deleteSession(writes: Writes, id: string): Promise<void> {
  await writes.deleteFrom('keys').where('id', '=', id).where('session_of', 'is not', null).execute();
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
  await writes.deleteFrom('console_links').where('expires_at', '<=', now).execute();
}

export async function addConsoleLink(writes: Writes, link: ConsoleLinkTable): Promise<void> {
  await writes.insertInto('console_links').values(link).execute();
}

/** Takes a link out of the store; false when there is none of this hash that is still valid. */
export async function takeConsoleLink(writes: Writes, hash: string, now: string): Promise<boolean> {
  const result = await writes
    .deleteFrom('console_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Records when keys were last used; a later time that another process wrote stays. */
export async function noteKeysUsed(writes: Writes, usedAt: ReadonlyMap<string, string>): Promise<void> {
  // In one order, or the batches of two processes wait for each other.
  for (const [id, last_used_at] of [...usedAt].sort()) {
    await writes
      .updateTable('keys')
      .set({ last_used_at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', last_used_at)]))
      .execute();
  }
}
