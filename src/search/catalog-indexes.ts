/** The indexes of all four lists at one catalog version, read from the store. */
import {
  searchableCards,
  searchableExpansions,
  searchableProducts,
  searchableSeries,
} from '../store/catalog/search-rows.ts';
import { gameRows, stateOf } from '../store/game-versions.ts';
import type { Reads, Store } from '../store/store.ts';
import { buildIndexData, type IndexData } from './index-data.ts';

export type SearchedList = 'cards' | 'expansions' | 'series' | 'products';

export interface CatalogIndexes {
  /** The catalog version of the last change of what they show. */
  names: number;
  lists: Record<SearchedList, IndexData>;
}

/** Reads everything that is searched and builds its indexes. Blocks its thread: index-worker.ts is where it runs. */
export async function readCatalogIndexes(store: Pick<Store, 'snapshot'>): Promise<CatalogIndexes> {
  const { version, value } = await store.snapshot(readRows);
  const { cards, expansions, series, products, games } = value;
  const officialCounts = new Map(expansions.map(({ id, official }) => [id, official]));
  const none = new Map<string, number>();
  return {
    names: stateOf({ version, value: games }).names,
    lists: {
      cards: buildIndexData({ rows: cards, officialCounts, integerIds: false }),
      expansions: buildIndexData({ rows: expansions, officialCounts: none, integerIds: false }),
      series: buildIndexData({ rows: series, officialCounts: none, integerIds: false }),
      products: buildIndexData({ rows: products, officialCounts: none, integerIds: true }),
    },
  };
}

const readRows = async (reads: Reads) => ({
  cards: await searchableCards(reads),
  expansions: await searchableExpansions(reads),
  series: await searchableSeries(reads),
  products: await searchableProducts(reads),
  games: await gameRows(reads),
});
