/** Which state of the catalog, which search indexes and which day answers are of: what kept ones are held against. */
import type { IndexVersions } from '../../search/build/catalog-indexes.ts';
import type { CatalogState } from '../../store/catalog/game-versions.ts';

/**
 * How long a version read from the store is taken as the current one. A change is visible that much later at most,
 * whoever committed it, and a busy process asks a hundred times a second instead of at every request.
 */
const TRUST_MS = 10;
/** The same while commits are announced: asking is only the backstop then. */
const HEARING_TRUST_MS = 1000;
const DAY_MS = 86_400_000;

export interface CacheVersionSources {
  /** The versions that reads show, read from where they read; `known` again where nothing moved. */
  readState(known: CatalogState | undefined): Promise<CatalogState>;
  /** The versions that searches show, which follow the store's by a moment; the same object for as long as they do. */
  indexVersions(): IndexVersions | undefined;
  now(): Date;
  /** Whether commits are announced at this moment; without it never. */
  isHearing?(): boolean;
  trustMs?: number;
}

export interface AnswerSource {
  version: number;
  /** The game, where the answer shows nothing that another game's changes could move. */
  game: string | undefined;
  /** Of a search, the indexes beside the catalog. */
  searched?: { index: IndexVersions | undefined };
}

/** What must not have moved for a kept answer to hold. */
export interface Validity {
  game: string | undefined;
  version: number | undefined;
  isSearch: boolean;
  names: number | undefined;
  day: number;
}

/** One state of what answers are read from. A new one is made whenever any of it moves. */
export class CacheVersion {
  static #made = 0;
  /** Rises from one to the next: a request may still be in an older one than the last. */
  readonly order = ++CacheVersion.#made;
  readonly state: CatalogState;
  readonly index: IndexVersions | undefined;
  readonly day: number;
  readonly #header: readonly string[];
  readonly #searchHeader: readonly string[];

  constructor(state: CatalogState, index: IndexVersions | undefined, day: number) {
    this.state = state;
    this.index = index;
    this.day = day;
    this.#header = versionHeader({ version: state.version, game: undefined });
    this.#searchHeader = versionHeader({ version: state.version, game: undefined, searched: { index } });
  }

  /** The version header of answers that hold in it: a flat list, made once. */
  headerOf({ isSearch }: { isSearch: boolean }): readonly string[] {
    return isSearch ? this.#searchHeader : this.#header;
  }

  /** What an answer from this source hangs on; undefined where it is of another cache version, and not to be kept in this one. */
  validityOf({ version, game, searched }: AnswerSource): Validity | undefined {
    if (version !== this.state.version || (searched && searched.index !== this.index)) return undefined;
    const { index } = this;
    // A game that has no version of its own moves with the whole.
    const isOwn = game !== undefined && this.state.games.has(game) && (!searched || index?.games.has(game) !== false);
    return this.#now(isOwn ? game : undefined, searched !== undefined);
  }

  /** Whether an answer of this validity is, byte for byte, what would be read now. */
  isValid({ game, isSearch, version, names, day }: Validity): boolean {
    const now = this.#now(game, isSearch);
    return now.version === version && now.names === names && now.day === day;
  }

  #now(game: string | undefined, isSearch: boolean): Validity {
    const { state, index, day } = this;
    const version = game === undefined ? state.version : state.games.get(game)?.version;
    const names = game === undefined ? index?.names : index?.games.get(game);
    return { game, version, isSearch, names: isSearch ? names : undefined, day };
  }
}

export type CurrentCacheVersion = ReturnType<typeof currentCacheVersion>;

export function currentCacheVersion(sources: CacheVersionSources) {
  const { readState, indexVersions, now, isHearing, trustMs = TRUST_MS } = sources;
  let last: CacheVersion | undefined;
  let announced = 0;
  let trustedUntilMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<CacheVersion> | undefined;

  const readNow = async (): Promise<CacheVersion> => {
    const readAtMs = performance.now();
    // The default window of price histories ends today: their answers move at midnight UTC without the catalog.
    const atMs = now().getTime();
    // What is announced while the question is under way is not in its answer: it must be asked again.
    trustedUntilMs = Number.NEGATIVE_INFINITY;
    const announcedBefore = announced;
    const wasHearing = isHearing?.() ?? false;
    const state = await readState(last?.state);
    // Searches answer from the old indexes for a moment after a change: what was kept of them goes with those.
    const index = indexVersions();
    const day = Math.floor(atMs / DAY_MS);
    const isTold = wasHearing && announcedBefore === announced && state.version >= announced;
    const trustedMs = isTold ? Math.max(trustMs, HEARING_TRUST_MS) : trustMs;
    trustedUntilMs = readAtMs + Math.min(trustedMs, DAY_MS - (atMs % DAY_MS));
    const before = last;
    // The same object for the same epoch: comparing it costs nothing then.
    const isSame = before?.state === state && before.index === index && before.day === day;
    last = isSame ? before : new CacheVersion(state, index, day);
    return last;
  };

  return {
    /** The cache version, if it was read moments before `nowMs` on the clock of performance.now(). */
    known: (nowMs: number): CacheVersion | undefined =>
      nowMs < trustedUntilMs && last?.index === indexVersions() ? last : undefined,
    /** The cache version as the store has it now; many requests at once ask it once. */
    read: (): Promise<CacheVersion> => {
      reading ??= readNow().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    /** Hears that a version was committed, or with undefined that some may have been. A replica may show it later. */
    expect: (version: number | undefined): void => {
      announced = version === undefined ? 0 : Math.max(announced, version);
      trustedUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** The header `Catalog-Version`: equal values mean equal bytes, on every process of one store. */
export const versionHeader = ({ version, searched }: AnswerSource): readonly string[] => [
  'Catalog-Version',
  searched?.index === undefined ? String(version) : `${version}/${searched.index.names}`,
];
