/** Search for tests of the API: indexes built in this thread at every call, so that nothing has to be waited for. */
import { readCatalogIndexes } from '../../src/search/catalog-indexes.ts';
import type { CatalogSearch } from '../../src/search/catalog-search.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import type { Store } from '../../src/store/store.ts';

export function searchNow(store: Store): CatalogSearch {
  return {
    index: async () => {
      const { lists } = await readCatalogIndexes(store);
      return { versions: undefined, search: (list, request) => new SearchIndex(lists[list]).search(request) };
    },
    versions: () => undefined,
    stop: async () => undefined,
  };
}
