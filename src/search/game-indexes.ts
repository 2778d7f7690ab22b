/** The search indexes of every game side by side: one game is asked alone, or all, whose pages are merged. */
import type { CatalogIndexes, IndexVersions } from './build/catalog-indexes.ts';
import { type Hit, SearchIndex, type SearchRequest } from './search-index.ts';
import { compareIds } from './tables/index-columns.ts';
import type { GameLists, SearchedList } from './tables/index-data.ts';

/** A search over one game, or without it over all. */
export interface GameSearchRequest extends SearchRequest {
  game?: string | undefined;
}

type GameIndex = Record<SearchedList, SearchIndex>;

/** Never changed: what was built anew makes another beside the indexes that stay. */
export class GameIndexes {
  readonly versions: IndexVersions;
  readonly #games: ReadonlyMap<string, GameIndex>;

  constructor({ versions, games, built }: CatalogIndexes, before?: GameIndexes) {
    this.versions = versions;
    const kept = before === undefined ? new Map<string, GameIndex>() : before.#games;
    const opened = games.flatMap((game): [string, GameIndex][] => {
      const lists = built.get(game);
      const index = lists === undefined ? kept.get(game) : openIndex(lists);
      return index === undefined ? [] : [[game, index]];
    });
    this.#games = new Map(opened);
  }

  /**
   * One page of the ranked set of a list. A score depends on the query and the row alone, so the pages of the games, merged,
   * are that of one index over all.
   */
  search(list: SearchedList, { game, ...request }: GameSearchRequest): Hit[] {
    if (game !== undefined) return this.#games.get(game)?.[list].search(request) ?? [];
    const pages = [...this.#games.values()].map((index) => index[list].search(request));
    const [only = [], ...others] = pages.filter(({ length }) => length > 0);
    if (others.length === 0) return only;
    const byId = (a: Hit, b: Hit) => compareIds(list === 'products', a.id, b.id);
    return [only, ...others]
      .flat()
      .sort((a, b) => b.score - a.score || byId(a, b))
      .slice(0, request.limit);
  }
}

const openIndex = (lists: GameLists): GameIndex =>
  Object.fromEntries(Object.entries(lists).map(([list, data]) => [list, new SearchIndex(data)])) as GameIndex;
