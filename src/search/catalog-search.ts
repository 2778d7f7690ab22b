/** Search over the whole catalog: follows the names in the store, with a game's indexes built in a thread when its names move. */
import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** A name, a typo, the words of several, and texts with numbers: what is typed is read in a way of its own each. */
const WARMING = ['sword', 'swrod', 'frie swords', 'fire 4', 'base 4/102'];
const WARMING_ROUNDS = 5;

/**
 * Searches short lists, a turn each, until V8 has made code of the search that is worth it: in what it makes at once the first
 * search of 200,000 cards held the request thread for 25 ms, now for 12.
 */
async function warm(indexes: GameIndexes): Promise<void> {
  for (let round = 0; round < WARMING_ROUNDS; round += 1) {
    for (const query of WARMING) {
      for (const list of ['series', 'expansions'] as const) indexes.search(list, { query, limit: 1 });
      await nextTurn();
    }
  }
}

/** Hands each text on once, however often it comes. */
function onceEach(report: (text: string) => void): (text: string) => void {
  const reported = new Set<string>();
  return (text) => {
    if (reported.size < reported.add(text).size) report(text);
  };
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

  const report = onceEach((fault) => {
    onFault(new Error(`a search index is built anew where a kept one would do: ${fault}`));
  });
  const build = async () => {
    const before = current;
    const indexes = await thread.build(before?.versions.games ?? new Map());
    for (const fault of indexes.faults ?? []) report(fault);
    const built = new GameIndexes(indexes, before);
    if (before === undefined) await warm(built);
    current = built;
    return built;
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
