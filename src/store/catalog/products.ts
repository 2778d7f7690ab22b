/** Sealed products and their links: what is there, and what a run puts in its place. */
import type { Product } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { deleteWhere, insertRows, putRows, rowsWhere, valuesBy } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';
import { idsOfGame } from './catalog-records.ts';

export type SealedLink = Tables['sealed_links'];

/** Every product of the game, without its prices. */
export async function allProducts(reads: Reads, game: string): Promise<Product[]> {
  const rows = await rowsWhere(reads, 'products', { game }, ['body'], 'id');
  return rows.map((row) => JSON.parse(row.body) as Product);
}

/** Inserts or replaces products and the expansions they are listed under. */
export async function putProducts(writes: Writes, products: readonly Product[]): Promise<void> {
  for (const batch of inBatches(products)) {
    const rows = batch.map((product) => {
      return { id: product.id, game: product.game, name: product.name, body: JSON.stringify(product) };
    });
    await putRows(writes, 'products', ['id'], rows);
    await deleteWhere(writes, 'product_expansions', { product_id: batch.map(({ id }) => id) });
    const places = batch.flatMap(({ id, expansions }) =>
      expansions.map((expansion) => ({ product_id: id, expansion_id: expansion.id })),
    );
    await insertRows(writes, 'product_expansions', places);
  }
  await writes.touched({ products: true });
}

export const sealedLinks = async (reads: Reads, game: string): Promise<SealedLink[]> =>
  rowsWhere(reads, 'sealed_links', { product_id: await idsOfGame<number>(reads, 'products', game) });

export async function replaceSealedLinks(writes: Writes, game: string, links: readonly SealedLink[]): Promise<void> {
  await deleteWhere(writes, 'sealed_links', { product_id: await idsOfGame<number>(writes, 'products', game) });
  await insertRows(writes, 'sealed_links', links);
}

/** Writes the types that differ from those stored; returns how many. */
export async function putProductTypes(writes: Writes, game: string, types: ReadonlyMap<number, string>) {
  const ids = await idsOfGame<number>(writes, 'products', game);
  const known = await valuesBy(writes, 'product_types', { product_id: ids }, 'product_id', 'type');
  const changed = [...types].filter(([id, type]) => known.get(id) !== type);
  const rows = changed.map(([product_id, type]) => ({ product_id, type }));
  await putRows(writes, 'product_types', ['product_id'], rows);
  if (changed.length > 0) await writes.touched({ products: true });
  return changed.length;
}
