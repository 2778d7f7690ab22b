/** What the search reads: the names and numbers of everything. */
import type { Reads } from '../store.ts';

/** A row that can be searched, with the groups its list is filtered by. */
export interface SearchableRow {
  id: string;
  name: string;
  number: string | null;
  groups: string[];
}

/** All cards; the group is the expansion. */
export async function searchableCards(reads: Reads): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('cards').select(['id', 'name', 'number', 'expansion_id']).execute();
  return rows.map(({ id, name, number, expansion_id }) => ({ id, name, number, groups: [expansion_id] }));
}

/** All expansions, each with the card count printed on its cards; the group is the series. */
export async function searchableExpansions(reads: Reads): Promise<(SearchableRow & { official: number })[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'name', 'series_id', 'card_count_official'])
    .execute();
  return rows.map(({ id, name, series_id, card_count_official }) => ({
    id,
    name,
    number: null,
    groups: [series_id],
    official: card_count_official,
  }));
}

/** All series. */
export async function searchableSeries(reads: Reads): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('series').select(['id', 'name']).execute();
  return rows.map(({ id, name }) => ({ id, name, number: null, groups: [] }));
}

/** All sealed products; the groups are the expansions. */
export async function searchableProducts(reads: Reads): Promise<SearchableRow[]> {
  const products = await reads.selectFrom('products').select(['id', 'name']).execute();
  const links = await reads.selectFrom('product_expansions').select(['product_id', 'expansion_id']).execute();
  const expansions = Map.groupBy(links, (link) => link.product_id);
  return products.map(({ id, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: (expansions.get(id) ?? []).map((link) => link.expansion_id),
  }));
}
