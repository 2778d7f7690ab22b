/** What marketplaces' own lists say of products that several cards claim. */
import type { Marketplace } from '../../catalog/claims.ts';
import { putRows } from '../put-rows.ts';
import { deleteWhere, rowsWhere } from '../rows-where.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

export interface ListedSingle extends Omit<Tables['listed_singles'], 'expansions'> {
  /** Those of which its group has products that no other card claims. */
  expansions: string[];
}

export async function listedSingles(reads: Reads): Promise<ListedSingle[]> {
  const rows = await rowsWhere(reads, 'listed_singles', {}, undefined, 'product_id');
  return rows.map(({ expansions, ...row }) => ({ ...row, expansions: JSON.parse(expansions) as string[] }));
}

/** Puts what a list says now in the place of what is known of its groups. */
export async function putListedSingles(writes: Writes, market: Marketplace, listed: readonly ListedSingle[]) {
  const group_id = [...new Set(listed.map((single) => single.group_id))];
  await deleteWhere(writes, 'listed_singles', { market, group_id });
  const rows = listed.map(({ expansions, ...row }) => ({ ...row, expansions: JSON.stringify(expansions) }));
  await putRows(writes, 'listed_singles', ['market', 'product_id'], rows);
}
