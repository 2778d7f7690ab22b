/** Small single values of the store. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { deleteWhere, putRows, rowWhere } from './rows.ts';
import type { Tables } from './schema/tables.ts';
import type { Reads, Store } from './store.ts';

/** `moving` names the store that is being moved into this one, `scan_deletion` the last one that took pictures away. */
type MetaKey =
  | `anew.${string}`
  | 'artworks_seq'
  | 'catalog_version'
  | 'cursor_secret'
  | `days_due.${string}`
  | 'entries_of'
  | 'event_position'
  | 'lineage'
  | 'line_languages'
  | 'link_ends'
  | 'moving'
  | 'names_stamps'
  | 'public_url'
  | 'restored'
  | 'run_asked_at'
  | 'scan_deletion'
  | 'schema_least'
  | 'schema_version'
  | 'serving';

/** The value of `key`, undefined when never set. */
export async function metaValue(reads: Reads, key: MetaKey): Promise<string | undefined> {
  return (await rowWhere(reads, 'meta', { key }, ['value']))?.value;
}

export const setMetaValue = (writes: Transaction<Tables>, key: MetaKey, value: string): Promise<void> =>
  putRows(writes, 'meta', ['key'], [{ key, value }]);

export const deleteMetaValue = (writes: Transaction<Tables>, key: MetaKey): Promise<number> =>
  deleteWhere(writes, 'meta', { key });

/** Counts the committed changes of the catalog: equal versions mean equal answers, on every process. */
export async function catalogVersion(reads: Reads): Promise<number> {
  return Number((await metaValue(reads, 'catalog_version')) ?? 0);
}

export async function servedVersion(store: Store): Promise<number> {
  const { version } = await store.snapshot(async () => undefined);
  return version;
}

/** The secret that cursors are sealed with: made once, the same on every process of this store. */
export async function cursorSecret(store: Store): Promise<Buffer> {
  const known = await metaValue(store.reads, 'cursor_secret');
  if (known) return Buffer.from(known, 'base64url');
  return store.write(async (writes) => {
    // Two processes may start on one empty store: the first one's secret stays.
    const value = randomBytes(32).toString('base64url');
    await putRows(writes, 'meta', ['key'], [{ key: 'cursor_secret', value }], []);
    return Buffer.from((await metaValue(writes, 'cursor_secret')) ?? value, 'base64url');
  });
}

/**
 * What the numbers of this store are counted by: another one where they may be given again, as after a restore or a fail-over.
 * It says nothing of the secret that it is made of.
 */
export async function timelineOf(reads: Reads): Promise<string> {
  const hash = createHash('sha256').update('timeline');
  for (const key of ['cursor_secret', 'lineage', 'restored'] as const) hash.update(` ${await metaValue(reads, key)}`);
  return hash.digest('hex').slice(0, 16);
}
