/** API keys at rest: their hashes, scopes and times, never the keys themselves. */
import type { Reads, Writes } from './store.ts';
import type { KeyTable } from './tables.ts';

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

/** Marks the key revoked; false when there is none or it already was. */
export async function revokeKey(writes: Writes, id: string, now: string): Promise<boolean> {
  const result = await writes
    .updateTable('keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets when the key ends. */
export async function setKeyExpiry(writes: Writes, id: string, expiresAt: string): Promise<void> {
  await writes.updateTable('keys').set({ expires_at: expiresAt }).where('id', '=', id).execute();
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
