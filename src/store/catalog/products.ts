/** Sealed products and their links: what is there, and what a run puts in its place. */
import type { Product } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import type { SealedLinkTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';

export type SealedLink = SealedLinkTable;

/** Every product of the game, without its prices. */
export async function allProducts(reads: Reads | Writes, game: string): Promise<Product[]> {
  const rows = await reads.selectFrom('products').select('body').where('game', '=', game).orderBy('id').execute();
  return rows.map((row) => JSON.parse(row.body) as Product);
}

/** Inserts or replaces products and the expansions they are listed under. */
export async function putProducts(writes: Writes, products: readonly Product[]): Promise<void> {
  for (const batch of inBatches(products)) {
    await writes
      .insertInto('products')
      .values(
        batch.map((product) => ({
          id: product.id,
          game: product.game,
          name: product.name,
          body: JSON.stringify(product),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          game: ref('excluded.game'),
          name: ref('excluded.name'),
          body: ref('excluded.body'),
        })),
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

/** Products of the game found at the other marketplace. */
export function sealedLinks(reads: Reads | Writes, game: string): Promise<SealedLink[]> {
  return reads
    .selectFrom('sealed_links')
    .selectAll()
    .where('product_id', 'in', (eb) => eb.selectFrom('products').select('id').where('game', '=', game))
    .execute();
}

/** Replaces all links of the game. */
export async function replaceSealedLinks(writes: Writes, game: string, links: readonly SealedLink[]): Promise<void> {
  await writes
    .deleteFrom('sealed_links')
    .where('product_id', 'in', (eb) => eb.selectFrom('products').select('id').where('game', '=', game))
    .execute();
  for (const batch of inBatches(links)) await writes.insertInto('sealed_links').values(batch).execute();
}

/** Writes the types that differ from those stored; returns how many. */
export async function putProductTypes(
  writes: Writes,
  game: string,
  types: ReadonlyMap<number, string>,
): Promise<number> {
  const stored = await writes
    .selectFrom('product_types')
    .selectAll()
    .where('product_id', 'in', (eb) => eb.selectFrom('products').select('id').where('game', '=', game))
    .execute();
  const known = new Map(stored.map(({ product_id, type }) => [product_id, type]));
  const changed = [...types].filter(([id, type]) => known.get(id) !== type);
  for (const batch of inBatches(changed)) {
    await writes
      .insertInto('product_types')
      .values(batch.map(([product_id, type]) => ({ product_id, type })))
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet(({ ref }) => ({ type: ref('excluded.type') })),
      )
      .execute();
  }
  return changed.length;
}
