/** Deletes cards with everything that is kept of them: printings, prices, pictures and other ids. */
import { type RawBuilder, sql } from 'kysely';
import { inBatches } from './batches.ts';
import { deletePictures } from './pictures/deleted-pictures.ts';
import { cardOwner, OWNERS } from './prices/price-series.ts';
import type { Writes } from './store.ts';

/** Deletes those of which `condition` is true in the table of cards. What events reported of them stays in the feed. */
export async function deleteCardsWhere(writes: Writes, condition: RawBuilder<unknown>): Promise<void> {
  const of = (value: string) => sql`(select ${sql.raw(value)} from cards where ${condition})`;
  for (const table of ['variants', 'price_links', 'card_claims', 'settled_claims', 'card_pictures'] as const) {
    await sql`delete from ${sql.table(table)} where card_id in ${of('id')}`.execute(writes);
  }
  await deletePictures(writes, of('key'));
  await deletePrices(writes, of(`key * ${cardOwner(1)}`));
  await sql`delete from aliases where kind = 'card' and target_id in ${of('id')}`.execute(writes);
  const { rows: cards } = await sql<{ key: number; id: string }>`
    delete from cards where ${condition} returning key, id`.execute(writes);
  await writes.touched({ deleted: { cards } });
}

/** Deletes the prices of these owners, a list in parentheses. */
export async function deletePrices(writes: Writes, owners: RawBuilder<unknown>): Promise<void> {
  await sql`delete from current_prices where owner in ${owners}`.execute(writes);
  await sql`delete from price_months where key % ${sql.lit(OWNERS)} in ${owners}`.execute(writes);
}

export async function deleteCards(writes: Writes, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids)) await deleteCardsWhere(writes, sql`id in (${sql.join(batch)})`);
}
