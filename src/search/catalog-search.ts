/** Search over the whole catalog: follows the store's version, with indexes built in a thread of their own. */
import { catalogVersion } from '../store/meta.ts';
import type { Store, StoreLocation } from '../store/store.ts';
import type { SearchedList } from './catalog-indexes.ts';
import { indexThread } from './index-thread.ts';
import { type Hit, SearchIndex, type SearchRequest } from './search-index.ts';

/** Together with a build of 0.2 s, every process shows a change well within 1 s. */
const LOOK_EVERY_MS = 250;

export interface CatalogSearch {
  /**
   * One page of the ranked set of a list. Answers from the last index while a new one is built; only before the first
   * one does it wait.
   */
  search(list: SearchedList, request: SearchRequest): Promise<Hit[]>;
  /** The catalog version that answers show, undefined before the first index: the key under which they may be cached. */
  version(): number | undefined;
  stop(): Promise<void>;
}

export interface SearchParts {
  store: Store;
  /** Where `store` is, for the thread that builds. */
  location: StoreLocation;
  /** Called when a build fails; it is tried again at the next look. */
  onFault(error: unknown): void;
}

interface OpenIndexes {
  version: number;
  lists: Record<SearchedList, SearchIndex>;
}

/** Starts building, and from then on follows the store. */
export function startCatalogSearch({ store, location, onFault }: SearchParts): CatalogSearch {
  const thread = indexThread(location);
  let current: OpenIndexes | undefined;
  let building: Promise<OpenIndexes> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const build = async () => {
    const { version, lists } = await thread.build();
    const open = (list: SearchedList) => new SearchIndex(lists[list]);
    current = {
      version,
      lists: {
        cards: open('cards'),
        expansions: open('expansions'),
        series: open('series'),
        products: open('products'),
      },
    };
    return current;
  };
  const rebuild = () => {
    building ??= build().finally(() => {
      building = undefined;
    });
    return building;
  };
  const look = async () => {
    try {
      if (!current || (await catalogVersion(store.reads)) !== current.version) await rebuild();
    } catch (error) {
      if (!stopped) onFault(error);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_EVERY_MS);
  };
  let looking = look();

  return {
    search: async (list, request) => (current ?? (await rebuild())).lists[list].search(request),
    version: () => current?.version,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await thread.stop();
      await looking;
    },
  };
}
