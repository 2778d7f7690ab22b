/** Search over the whole catalog: follows the store's version, with indexes built in a thread of their own. */
import type { Announcements } from '../store/announcements.ts';
import { type CatalogState, servedState } from '../store/game-versions.ts';
import type { Store, StoreLocation } from '../store/store.ts';
import type { SearchedList } from './catalog-indexes.ts';
import { indexThread } from './index-thread.ts';
import { type Hit, SearchIndex, type SearchRequest } from './search-index.ts';

/** Together with a build of 0.2 s, every process shows a change well within 1 s, announced or not. */
const LOOK_EVERY_MS = 250;

/**
 * Of which names indexes are: the catalog versions of their last changes, of all and of each game. Equal ones mean equal
 * rankings, on every process of one store.
 */
export interface IndexVersions {
  names: number;
  games: ReadonlyMap<string, number>;
}

/** The indexes of all lists at one state of the catalog. */
export interface OpenIndex {
  versions: IndexVersions | undefined;
  /** One page of the ranked set of a list. */
  search(list: SearchedList, request: SearchRequest): Hit[];
}

export interface CatalogSearch {
  /** The newest indexes there are: the last ones while new ones are built. Only before the first does it wait. */
  index(): Promise<OpenIndex>;
  /** Of which names the newest indexes are, undefined before the first: what answers that are kept hang on. */
  versions(): IndexVersions | undefined;
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
  let state: CatalogState | undefined;
  let building: Promise<OpenIndex> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isQueued = false;

  const build = async () => {
    const { names, lists } = await thread.build();
    const open = (list: SearchedList) => new SearchIndex(lists[list]);
    const indexes = {
      cards: open('cards'),
      expansions: open('expansions'),
      series: open('series'),
      products: open('products'),
    };
    current = { versions: { names, games: new Map() }, search: (list, request) => indexes[list].search(request) };
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
      state = await servedState(store, state);
      if (!current || state.names !== current.versions?.names) await rebuild();
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
    versions: () => current?.versions,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await thread.stop();
      await looking;
    },
  };
}
