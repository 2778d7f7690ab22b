/** What the search reads: the names and numbers of a game. */
import type { Reads } from '../store.ts';

/** A row that can be searched, with the groups its list is filtered by: what holds it. */
export interface SearchableRow {
  id: string;
  name: string;
  number: string | null;
  groups: string[];
}

/** Every game of which there is a record, whether the store knows it by name or not. */
export async function searchableGames(reads: Reads): Promise<string[]> {
  const of = (table: 'series' | 'expansions' | 'cards' | 'products') => reads.selectFrom(table).select('game');
  const rows = await of('series').union(of('expansions')).union(of('cards')).union(of('products')).execute();
  return rows.map(({ game }) => game);
}

/** All cards of the game; the group of each is its expansion. */
export async function searchableCards(reads: Reads, game: string): Promise<SearchableRow[]> {
  const rows = await reads
    .selectFrom('cards')
    .select(['id', 'name', 'number', 'expansion_id'])
    .where('game', '=', game)
    .execute();
  return rows.map(({ id, name, number, expansion_id }) => ({ id, name, number, groups: [expansion_id] }));
}

/** All expansions of the game, each with the card count printed on its cards; the group of each is its series. */
export async function searchableExpansions(
  reads: Reads,
  game: string,
): Promise<(SearchableRow & { official: number })[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'name', 'series_id', 'card_count_official'])
    .where('game', '=', game)
    .execute();
  return rows.map(({ id, name, series_id, card_count_official }) => ({
    id,
    name,
    number: null,
    groups: [series_id],
    official: card_count_official,
  }));
}

/** All series of the game. */
export async function searchableSeries(reads: Reads, game: string): Promise<SearchableRow[]> {
  const rows = await reads.selectFrom('series').select(['id', 'name']).where('game', '=', game).execute();
  return rows.map(({ id, name }) => ({ id, name, number: null, groups: [] }));
}

/** All sealed products of the game; their groups are their expansions. */
export async function searchableProducts(reads: Reads, game: string): Promise<SearchableRow[]> {
  const products = await reads.selectFrom('products').select(['id', 'name']).where('game', '=', game).execute();
  const links = await reads
    .selectFrom('product_expansions')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'expansion_id'])
    .where('game', '=', game)
    .execute();
  const expansions = Map.groupBy(links, (link) => link.product_id);
  return products.map(({ id, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: (expansions.get(id) ?? []).map((link) => link.expansion_id),
  }));
}
