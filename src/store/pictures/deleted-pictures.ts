/** What the scan keeps of cards that are gone, and how it is taken away. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { setMetaValue } from '../meta.ts';
import { rowsWhere } from '../rows.ts';
import type { Writes } from '../store.ts';

/** Has indexes that run made anew: rows that went leave no change behind. */
export const noteScanDeletion = (writes: Writes): Promise<void> => setMetaValue(writes, 'scan_deletion', randomUUID());

/** Deletes the pictures of cards whose key is in a list in parentheses. */
export async function deletePictures(writes: Writes, keys: RawBuilder<unknown>): Promise<void> {
  await deletePicturesWhere(writes, sql`card_key in ${keys}`);
  await sql`delete from scan_thumbnails where card_key in ${keys}`.execute(writes);
  await sql`delete from same_artworks where card_key in ${keys} or other_key in ${keys}`.execute(writes);
}

async function deletePicturesWhere(writes: Writes, condition: RawBuilder<unknown>): Promise<void> {
  const pictures = await sql`delete from scan_pictures where ${condition}`.execute(writes);
  const further = await sql`delete from scan_language_pictures where ${condition}`.execute(writes);
  if (pictures.numAffectedRows || further.numAffectedRows) await noteScanDeletion(writes);
}

/** Which of these keys are of cards that there are: a run may have begun before a deletion, and write after it. */
export async function presentKeys(writes: Writes, keys: Iterable<number>): Promise<Set<number>> {
  const rows = await rowsWhere(writes, 'cards', { key: [...new Set(keys)] }, ['key']);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes what the scan keeps of cards that are gone: on PostgreSQL a deletion may be committed between a writer's look and
 * its commit.
 */
export async function deleteScanOrphans(writes: Writes): Promise<void> {
  const isGone = (key: string) => sql`not exists (select 1 from cards where cards.key = ${sql.ref(key)})`;
  // No thumbnail is without its picture's row, and to look through the pictures themselves would take long.
  await sql`delete from scan_thumbnails where card_key in (select card_key from scan_pictures where ${isGone('card_key')})`.execute(
    writes,
  );
  await deletePicturesWhere(writes, isGone('card_key'));
  await sql`delete from same_artworks where ${isGone('card_key')} or ${isGone('other_key')}`.execute(writes);
}
