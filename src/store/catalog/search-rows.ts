/** What the search reads: the names and numbers of everything. */
import type { Reads } from '../store.ts';

/** The group of all rows of a game; no id begins with a space. */
export const gameGroup = (game: string): string => ` ${game}`;

/** A row that can be searched, with the groups its list is filtered by: its game, and what holds it. */
export interface SearchableRow {
  id: string;
  name: string;
  number: string | null;
  groups: string[];
}

/** All cards; their groups are expansion and game. */
export async function searchableCards(reads: Reads): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('cards').select(['id', 'game', 'name', 'number', 'expansion_id']).execute();
  return rows.map(({ id, game, name, number, expansion_id }) => ({
    id,
    name,
    number,
    groups: [expansion_id, gameGroup(game)],
  }));
}

/** All expansions, each with the card count printed on its cards; their groups are series and game. */
export async function searchableExpansions(reads: Reads): Promise<(SearchableRow & { official: number })[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'game', 'name', 'series_id', 'card_count_official'])
    .execute();
  return rows.map(({ id, game, name, series_id, card_count_official }) => ({
    id,
    name,
    number: null,
    groups: [series_id, gameGroup(game)],
    official: card_count_official,
  }));
}

/** All series. */
export async function searchableSeries(reads: Reads): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('series').select(['id', 'game', 'name']).execute();
  return rows.map(({ id, game, name }) => ({ id, name, number: null, groups: [gameGroup(game)] }));
}

/** All sealed products; their groups are expansions and game. */
export async function searchableProducts(reads: Reads): Promise<SearchableRow[]> {
  const products = await reads.selectFrom('products').select(['id', 'game', 'name']).execute();
  const links = await reads.selectFrom('product_expansions').select(['product_id', 'expansion_id']).execute();
  const expansions = Map.groupBy(links, (link) => link.product_id);
  return products.map(({ id, game, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: [...(expansions.get(id) ?? []).map((link) => link.expansion_id), gameGroup(game)],
  }));
}
