/** The indexes of all four lists at one catalog version, read from the store. */
import { catalogVersion } from '../store/meta.ts';
import { searchableCards, searchableExpansions, searchableProducts, searchableSeries } from '../store/search-rows.ts';
import type { Reads } from '../store/store.ts';
import { buildIndexData, type IndexData } from './index-data.ts';

export type SearchedList = 'cards' | 'expansions' | 'series' | 'products';

export interface CatalogIndexes {
  /** The catalog version they show; a change made while they were read may be in already. */
  version: number;
  lists: Record<SearchedList, IndexData>;
}

/** Reads everything that is searched and builds its indexes. Blocks its thread: index-worker.ts is where it runs. */
export async function readCatalogIndexes(reads: Reads): Promise<CatalogIndexes> {
  const version = await catalogVersion(reads);
  const expansions = await searchableExpansions(reads);
  const officialCounts = new Map(expansions.map(({ id, official }) => [id, official]));
  const none = new Map<string, number>();
  return {
    version,
    lists: {
      cards: buildIndexData({ rows: await searchableCards(reads), officialCounts, integerIds: false }),
      expansions: buildIndexData({ rows: expansions, officialCounts: none, integerIds: false }),
      series: buildIndexData({ rows: await searchableSeries(reads), officialCounts: none, integerIds: false }),
      products: buildIndexData({ rows: await searchableProducts(reads), officialCounts: none, integerIds: true }),
    },
  };
}
