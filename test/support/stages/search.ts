/** Search for tests of the API: indexes built in this thread at every call, so that nothing has to be waited for. */
import { readCatalogIndexes } from '../../../src/search/build/catalog-indexes.ts';
import type { CatalogSearch } from '../../../src/search/catalog-search.ts';
import { GameIndexes } from '../../../src/search/game-indexes.ts';
import type { Store } from '../../../src/store/store.ts';

export function searchNow(store: Store): CatalogSearch {
  return {
    index: async () => {
      const indexes = new GameIndexes(await readCatalogIndexes(store));
      return { versions: undefined, search: (list, request) => indexes.search(list, request) };
    },
    versions: () => undefined,
    stop: async () => undefined,
  };
}
