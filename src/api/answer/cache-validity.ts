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

/** What an answer was read from. */
export interface AnswerSource {
  /** The version of the catalog. */
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

export class CurrentCacheVersion {
  readonly #sources: CacheVersionSources;
  readonly #trustMs: number;
  #cacheVersion: CacheVersion | undefined;
  #announced = 0;
  #trustedUntilMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<CacheVersion> | undefined;

  constructor(sources: CacheVersionSources) {
    this.#sources = sources;
    this.#trustMs = sources.trustMs ?? TRUST_MS;
  }

  /** The cache version, if it was read moments before `nowMs` on the clock of performance.now(). */
  known(nowMs: number): CacheVersion | undefined {
    const isCurrent = nowMs < this.#trustedUntilMs && this.#cacheVersion?.index === this.#sources.indexVersions();
    return isCurrent ? this.#cacheVersion : undefined;
  }

  /** The cache version as the store has it now; many requests at once ask it once. */
  read(): Promise<CacheVersion> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Hears that a version was committed, or with undefined that some may have been. A replica may show it later. */
  expect(version: number | undefined): void {
    this.#announced = version === undefined ? 0 : Math.max(this.#announced, version);
    this.#trustedUntilMs = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<CacheVersion> {
    const { readState, indexVersions, now, isHearing } = this.#sources;
    const readAtMs = performance.now();
    // The default window of price histories ends today: their answers move at midnight UTC without the catalog.
    const atMs = now().getTime();
    // What is announced while the question is under way is not in its answer: it must be asked again.
    this.#trustedUntilMs = Number.NEGATIVE_INFINITY;
    const announcedBefore = this.#announced;
    const wasHearing = isHearing?.() ?? false;
    const state = await readState(this.#cacheVersion?.state);
    // Searches answer from the old indexes for a moment after a change: what was kept of them goes with those.
    const index = indexVersions();
    const day = Math.floor(atMs / DAY_MS);
    const isTold = wasHearing && announcedBefore === this.#announced && state.version >= this.#announced;
    const trustMs = isTold ? Math.max(this.#trustMs, HEARING_TRUST_MS) : this.#trustMs;
    this.#trustedUntilMs = readAtMs + Math.min(trustMs, DAY_MS - (atMs % DAY_MS));
    const last = this.#cacheVersion;
    // The same object for the same epoch: comparing it costs nothing then.
    const isSame = last?.state === state && last.index === index && last.day === day;
    this.#cacheVersion = isSame ? last : new CacheVersion(state, index, day);
    return this.#cacheVersion;
  }
}

/** The header `Catalog-Version`: equal values mean equal bytes, on every process of one store. */
export const versionHeader = ({ version, searched }: AnswerSource): readonly string[] => [
  'Catalog-Version',
  searched?.index === undefined ? String(version) : `${version}/${searched.index.names}`,
];
