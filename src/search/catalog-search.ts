/** Search over the whole catalog: follows the store's version, with indexes built in a thread of their own. */
import type { Announcements } from '../store/announcements.ts';
import { servedVersion } from '../store/meta.ts';
import type { Store, StoreLocation } from '../store/store.ts';
import type { SearchedList } from './catalog-indexes.ts';
import { indexThread } from './index-thread.ts';
import { type Hit, SearchIndex, type SearchRequest } from './search-index.ts';

/** Together with a build of 0.2 s, every process shows a change well within 1 s, announced or not. */
const LOOK_EVERY_MS = 250;

/** The indexes of all lists at one version of the catalog. */
export interface OpenIndex {
  version: number | undefined;
  /** One page of the ranked set of a list. */
  search(list: SearchedList, request: SearchRequest): Hit[];
}

export interface CatalogSearch {
  /** The newest indexes there are: the last ones while new ones are built. Only before the first does it wait. */
  index(): Promise<OpenIndex>;
  /** The catalog version that answers show, undefined before the first index: the key under which they may be cached. */
  version(): number | undefined;
  stop(): Promise<void>;
}

export interface SearchParts {
  store: Store;
  /** Where `store` is, for the thread that builds. */
  location: StoreLocation;
  /** Tell of commits sooner than looking does. */
  announcements?: Pick<Announcements, 'on'>;
  /** Called when a build fails; it is tried again at the next look. */
  onFault(error: unknown): void;
}

/** Starts building, and from then on follows the store. */
export function startCatalogSearch({ store, location, announcements, onFault }: SearchParts): CatalogSearch {
  const thread = indexThread(location);
  let current: OpenIndex | undefined;
  let building: Promise<OpenIndex> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isQueued = false;

  const build = async () => {
    const { version, lists } = await thread.build();
    const open = (list: SearchedList) => new SearchIndex(lists[list]);
    const indexes = {
      cards: open('cards'),
      expansions: open('expansions'),
      series: open('series'),
      products: open('products'),
    };
    current = { version, search: (list, request) => indexes[list].search(request) };
    return current;
  };
  const rebuild = () => {
    building ??= build().finally(() => {
      building = undefined;
    });
    return building;
  };
  const look = async () => {
    isQueued = false;
    clearTimeout(timer);
    if (stopped) return;
    try {
      if (!current || (await servedVersion(store)) !== current.version) await rebuild();
    } catch (error) {
      if (!stopped) onFault(error);
    }
    if (stopped) return;
    timer = setTimeout(lookAgain, LOOK_EVERY_MS);
  };
  let looking = look();
  const lookAgain = () => {
    if (isQueued) return;
    isQueued = true;
    looking = looking.then(look);
  };
  announcements?.on('catalog', lookAgain);

  return {
    index: async () => current ?? rebuild(),
    version: () => current?.version,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await thread.stop();
      await looking;
    },
  };
}
