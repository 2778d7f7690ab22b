/** What the search reads beside the cards: the names of a game's expansions, series and products, and those of further languages. */
import { sql } from 'kysely';
import { rowsWhere, rowWhere } from '../../rows-where.ts';
import type { Reads } from '../../store.ts';

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

export async function searchablePrefix(reads: Reads, game: string): Promise<string> {
  return (await rowWhere(reads, 'games', { name: game }, ['id_prefix']))?.id_prefix ?? '';
}

/** All expansions of the game, each with the card count printed on its cards; the group of each is its series. */
export async function searchableExpansions(reads: Reads, game: string) {
  const columns = ['id', 'name', 'series_id', 'card_count_official', 'codes'] as const;
  const rows = await rowsWhere(reads, 'expansions', { game }, columns);
  return rows.map(({ id, name, series_id, card_count_official, codes }) => ({
    id,
    name,
    number: null,
    groups: [series_id],
    official: card_count_official,
    codes: JSON.parse(codes) as string[],
  }));
}

export async function searchableSeries(reads: Reads, game: string): Promise<SearchableRow[]> {
  const rows = await rowsWhere(reads, 'series', { game }, ['id', 'name']);
  return rows.map(({ id, name }) => ({ id, name, number: null, groups: [] }));
}

/** What records are called in the game's further languages, of those kinds that have any; what is withheld is not searched. */
export async function searchableNames(reads: Reads, game: string) {
  const rows = await rowsWhere(reads, 'translations', { game, withheld: null }, ['kind', 'id', 'name']);
  return Object.groupBy(rows, ({ kind }) => kind);
}

/** All sealed products of the game; their groups are their expansions. */
export async function searchableProducts(reads: Reads, game: string): Promise<SearchableRow[]> {
  const products = await rowsWhere(reads, 'products', { game }, ['id', 'name']);
  const links = await sql<{ product_id: number; expansion_id: string }>`select product_id, expansion_id
    from product_expansions join products on products.id = product_id where game = ${game}`.execute(reads);
  const expansions = Map.groupBy(links.rows, (link) => link.product_id);
  return products.map(({ id, name }) => ({
    id: String(id),
    name,
    number: null,
    groups: (expansions.get(id) ?? []).map((link) => link.expansion_id),
  }));
}
