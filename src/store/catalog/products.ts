/** Sealed products and their links: what is there, and what a run puts in its place. */
import type { Product } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import type { SealedLinkTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';

export type SealedLink = SealedLinkTable;

/** Every product, without its prices. */
export async function allProducts(reads: Reads | Writes): Promise<Product[]> {
  const rows = await reads.selectFrom('products').select('body').orderBy('id').execute();
  return rows.map((row) => JSON.parse(row.body) as Product);
}

/** Inserts or replaces products and the expansions they are listed under. */
export async function putProducts(writes: Writes, products: readonly Product[]): Promise<void> {
  for (const batch of inBatches(products)) {
    await writes
      .insertInto('products')
      .values(batch.map((product) => ({ id: product.id, name: product.name, body: JSON.stringify(product) })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), body: ref('excluded.body') })),
      )
      .execute();
    const ids = batch.map(({ id }) => id);
    await writes.deleteFrom('product_expansions').where('product_id', 'in', ids).execute();
    const places = batch.flatMap(({ id, expansions }) =>
      expansions.map((expansion) => ({ product_id: id, expansion_id: expansion.id })),
    );
    if (places.length > 0) await writes.insertInto('product_expansions').values(places).execute();
  }
}

/** Products found at the other marketplace. */
export function sealedLinks(reads: Reads | Writes): Promise<SealedLink[]> {
  return reads.selectFrom('sealed_links').selectAll().execute();
}

/** Replaces all links. */
export async function replaceSealedLinks(writes: Writes, links: readonly SealedLink[]): Promise<void> {
  await writes.deleteFrom('sealed_links').execute();
  for (const batch of inBatches(links)) await writes.insertInto('sealed_links').values(batch).execute();
}
