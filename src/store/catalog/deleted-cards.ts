/** Deletes cards with everything that is kept of them: printings, prices, pictures and other ids. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { inBatches } from '../batches.ts';
import { setMetaValue } from '../meta.ts';
import { cardOwner, OWNERS } from '../prices/price-series.ts';
import type { Writes } from '../store.ts';

/** Deletes those of which `condition` is true in the table of cards. What events told of them stays in the feed. */
export async function deleteCardsWhere(writes: Writes, condition: RawBuilder<unknown>): Promise<void> {
  const of = (value: string) => sql`(select ${sql.raw(value)} from cards where ${condition})`;
  for (const table of ['variants', 'price_links', 'card_claims', 'external_ids'] as const) {
    await sql`delete from ${sql.table(table)} where card_id in ${of('id')}`.execute(writes);
  }
  const pictures = await sql`delete from scan_pictures where card_key in ${of('key')}`.execute(writes);
  const further = await sql`delete from scan_language_pictures where card_key in ${of('key')}`.execute(writes);
  if (pictures.numAffectedRows || further.numAffectedRows) await noteScanDeletion(writes);
  await sql`delete from scan_thumbnails where card_key in ${of('key')}`.execute(writes);
  await sql`delete from same_artworks where card_key in ${of('key')} or other_key in ${of('key')}`.execute(writes);
  for (const table of ['card_facts', 'price_entries'] as const) {
    await sql`delete from ${sql.table(table)} where key in ${of('key')}`.execute(writes);
  }
  await deletePrices(writes, of(`key * ${cardOwner(1)}`));
  await sql`delete from aliases where kind = 'card' and target_id in ${of('id')}`.execute(writes);
  await sql`delete from cards where ${condition}`.execute(writes);
}

/** Has indexes that run made anew: rows that went leave no change behind. */
export const noteScanDeletion = (writes: Writes): Promise<void> => setMetaValue(writes, 'scan_deletion', randomUUID());

/** Which of these keys are of cards that there are: a run may have begun before a deletion, and write after it. */
export async function presentKeys(writes: Writes, keys: Iterable<number>): Promise<Set<number>> {
  const present = new Set<number>();
  for (const batch of inBatches([...new Set(keys)])) {
    const rows = await writes.selectFrom('cards').select('key').where('key', 'in', batch).execute();
    for (const { key } of rows) present.add(key);
  }
  return present;
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
  const pictures = await sql`delete from scan_pictures where ${isGone('card_key')}`.execute(writes);
  const further = await sql`delete from scan_language_pictures where ${isGone('card_key')}`.execute(writes);
  if (pictures.numAffectedRows || further.numAffectedRows) await noteScanDeletion(writes);
  await sql`delete from same_artworks where ${isGone('card_key')} or ${isGone('other_key')}`.execute(writes);
}

/** Deletes the prices of these owners, a list in parentheses. */
export async function deletePrices(writes: Writes, owners: RawBuilder<unknown>): Promise<void> {
  await sql`delete from current_prices where owner in ${owners}`.execute(writes);
  await sql`delete from lowest_prices where owner in ${owners}`.execute(writes);
  await sql`delete from price_months where key % ${sql.lit(OWNERS)} in ${owners}`.execute(writes);
}

export async function deleteCards(writes: Writes, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids)) await deleteCardsWhere(writes, sql`id in (${sql.join(batch)})`);
}
