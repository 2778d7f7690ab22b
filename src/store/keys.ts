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

/** The key with this hash, whatever its state; undefined when none. */
export async function keyByHash(reads: Reads, hash: string): Promise<StoredKey | undefined> {
  const row = await reads.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row && asKey(row);
}

export async function keyById(reads: Reads | Writes, id: string): Promise<StoredKey | undefined> {
  const row = await reads.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asKey(row);
}

/** Every key, oldest first. */
export async function allKeys(reads: Reads): Promise<StoredKey[]> {
  return (await reads.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute()).map(asKey);
}

/** Marks the key revoked, and with it the sessions it opened; false when there is none or it already was. */
export async function revokeKey(writes: Writes, id: string, now: string): Promise<boolean> {
  const revoke = () => writes.updateTable('keys').set({ revoked_at: now }).where('revoked_at', 'is', null);
  await revoke().where('session_of', '=', id).execute();
  const result = await revoke().where('id', '=', id).executeTakeFirst();
  await announce(writes, 'keys', id);
  return result.numUpdatedRows > 0n;
}

/** Sets when the key ends; the sessions it opened do not outlast it. */
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
  await writes
    .deleteFrom('keys')
    .where('session_of', 'is not', null)
    .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('revoked_at', 'is not', null)]))
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
  for (const [id, last_used_at] of usedAt) {
    await writes
      .updateTable('keys')
      .set({ last_used_at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', last_used_at)]))
      .execute();
  }
}
