/** Search over the whole catalog: follows the names in the store, with a game's indexes built in a thread when its names move. */
import { type CatalogState, servedState } from '../store/catalog/game-versions.ts';
import type { Announcements } from '../store/engines/announcements.ts';
import type { Store, StoreLocation } from '../store/store.ts';
import type { IndexVersions, WordsByGame } from './build/catalog-indexes.ts';
import { indexThread } from './build/index-thread.ts';
import { GameIndexes } from './game-indexes.ts';

/** Together with a build of 0.2 s, every process shows a change well within 1 s, announced or not. */
const LOOK_EVERY_MS = 500;
/** While commits are announced asking is only the backstop. */
const HEARING_LOOK_MS = 2000;

export type OpenIndex = Pick<GameIndexes, 'search'> & { versions: IndexVersions | undefined };

export interface CatalogSearch {
  /** The newest indexes there are: the last ones while new ones are built. Only before the first does it wait. */
  index(): Promise<OpenIndex>;
  /** Of which names the newest indexes are, undefined before the first: what answers that are kept hang on. */
  versions(): IndexVersions | undefined;
  stop(): Promise<void>;
}

interface FollowingSearch extends CatalogSearch {
  /** Resolves once the indexes are of the catalog as it stands when asked. */
  caughtUp(): Promise<void>;
}

export interface SearchParts {
  store: Store;
  /** Where `store` is, for the thread that builds. */
  location: StoreLocation;
  /** What collectors say, by game; without any a game's cards are known by what is stored. */
  words?: WordsByGame;
  /** Tell of commits sooner than looking does. */
  announcements?: Pick<Announcements, 'on' | 'isHearing'>;
  /**
   * Called when a build fails; it is tried again at the next look. And once for each reason for which indexes cannot be kept:
   * they are built anew at every start.
   */
  onFault(error: unknown): void;
}

/** Until the next look. What is announced may not be at a replica yet. */
const restMs = ({ store, announcements }: SearchParts): number =>
  store.replica === undefined && announcements?.isHearing() ? HEARING_LOOK_MS : LOOK_EVERY_MS;

/** Starts building, and from then on follows the store. */
export function startCatalogSearch(parts: SearchParts): FollowingSearch {
  const { store, location, words = new Map(), announcements, onFault } = parts;
  const thread = indexThread({ location, words });
  let current: GameIndexes | undefined;
  let state: CatalogState | undefined;
  let building: Promise<GameIndexes> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isQueued = false;

  const reported = new Set<string>();
  const report = (fault: string) => {
    if (reported.size === reported.add(fault).size) return;
    onFault(new Error(`a search index is built anew where a kept one would do: ${fault}`));
  };
  const build = async () => {
    const before = current;
    const indexes = await thread.build(before?.versions.games ?? new Map());
    for (const fault of indexes.faults ?? []) report(fault);
    current = new GameIndexes(indexes, before);
    return current;
  };
  const rebuild = () => {
    building ??= build().finally(() => (building = undefined));
    return building;
  };
  const look = async () => {
    isQueued = false;
    clearTimeout(timer);
    if (stopped) return;
    try {
      state = await servedState(store, state);
      if (!current || state.names !== current.versions.names) await rebuild();
    } catch (error) {
      if (!stopped) onFault(error);
    }
    if (stopped) return;
    timer = setTimeout(lookAgain, restMs(parts));
  };
  let looking = look();
  const lookAgain = (): Promise<void> => {
    if (!isQueued) looking = looking.then(look);
    isQueued = true;
    return looking;
  };
  announcements?.on('catalog', lookAgain);

  return {
    index: async () => current ?? rebuild(),
    versions: () => current?.versions,
    caughtUp: lookAgain,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await thread.stop();
      await looking;
    },
  };
}
