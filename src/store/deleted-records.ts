/** Deletes records with everything that is kept of them: printings, prices, pictures and other ids. */
import { type RawBuilder, sql } from 'kysely';
import { inBatches } from './batches.ts';
import { deletePictures } from './pictures/deleted-pictures.ts';
import { cardOwner, OWNERS, productOwner } from './prices/price-series.ts';
import type { Writes } from './store.ts';

/** Deletes those of which `condition` is true in the table of cards. What events reported of them stays in the feed. */
async function deleteCards(writes: Writes, condition: RawBuilder<unknown>): Promise<void> {
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
async function deletePrices(writes: Writes, owners: RawBuilder<unknown>): Promise<void> {
  await sql`delete from current_prices where owner in ${owners}`.execute(writes);
  await sql`delete from price_months where key % ${sql.lit(OWNERS)} in ${owners}`.execute(writes);
}

async function deleteProducts(writes: Writes, condition: RawBuilder<unknown>): Promise<void> {
  const of = (value: string) => sql`(select ${sql.raw(value)} from products where ${condition})`;
  for (const table of ['sealed_links', 'product_expansions', 'product_types'] as const) {
    await sql`delete from ${sql.table(table)} where product_id in ${of('id')}`.execute(writes);
  }
  await deletePrices(writes, of(`id * 2 + ${productOwner(0)}`));
  const { rows } = await sql<{ id: number }>`delete from products where ${condition} returning id`.execute(writes);
  await writes.touched({ deleted: { products: rows.map(({ id }) => id) } });
}

/** Deletes expansions or series of which `condition` is true; their cards are not looked at. */
async function deleteGroups(writes: Writes, table: 'expansions' | 'series', condition: RawBuilder<unknown>) {
  const kind = table === 'series' ? table : 'expansion';
  await sql`delete from aliases where kind = ${kind} and target_id in (select id from ${sql.table(table)} where ${condition})`.execute(
    writes,
  );
  await sql`delete from ${sql.table(table)} where ${condition}`.execute(writes);
  await writes.touched({ expansions: true });
}

type Records = 'cards' | 'products' | 'expansions' | 'series';

export const deleteRecords = (writes: Writes, table: Records, condition: RawBuilder<unknown>): Promise<void> =>
  table === 'cards'
    ? deleteCards(writes, condition)
    : table === 'products'
      ? deleteProducts(writes, condition)
      : deleteGroups(writes, table, condition);

export async function deleteRecordsOf(writes: Writes, table: Records, ids: readonly (string | number)[]) {
  for (const batch of inBatches(ids)) await deleteRecords(writes, table, sql`id in (${sql.join(batch)})`);
}
