/** Which catalog, which search index and which day an answer is of: what cached answers are kept under. */

/**
 * How long a version read from the store is taken as the current one. A change is visible that much later at most,
 * whoever committed it, and a busy process asks a hundred times a second instead of at every request.
 */
const TRUST_MS = 10;
/** The same while commits are announced: asking is only the backstop then. */
const HEARING_TRUST_MS = 1000;
const DAY_MS = 86_400_000;

export interface EpochSources {
  /** The catalog version that reads show, read from where they read. */
  readVersion(): Promise<number>;
  /** The catalog version that searches show, which follows the store's by a moment. */
  indexVersion(): number | undefined;
  now(): Date;
  /** Whether commits are announced at this moment; without it never. */
  isHearing?(): boolean;
  trustMs?: number;
}

export class CatalogEpoch {
  readonly #sources: EpochSources;
  readonly #trustMs: number;
  #epoch = '';
  #version = 0;
  #announced = 0;
  #index: number | undefined;
  #trustedUntilMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;

  constructor(sources: EpochSources) {
    this.#sources = sources;
    this.#trustMs = sources.trustMs ?? TRUST_MS;
  }

  /** The epoch, if it was read moments before `nowMs` on the clock of performance.now(). */
  known(nowMs: number): string | undefined {
    const isCurrent = nowMs < this.#trustedUntilMs && this.#index === this.#sources.indexVersion();
    return isCurrent ? this.#epoch : undefined;
  }

  /** The epoch as the store has it now; many requests at once ask it once. */
  read(): Promise<string> {
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

  async #read(): Promise<string> {
    const { readVersion, indexVersion, now, isHearing } = this.#sources;
    const readAtMs = performance.now();
    // The default window of price histories ends today: their answers move at midnight UTC without the catalog.
    const atMs = now().getTime();
    // What is announced while the question is under way is not in its answer: it must be asked again.
    this.#trustedUntilMs = Number.NEGATIVE_INFINITY;
    const announcedBefore = this.#announced;
    const wasHearing = isHearing?.() ?? false;
    this.#version = await readVersion();
    // Searches answer from the old index for a moment after a change: what was kept of them goes with it.
    this.#index = indexVersion();
    const epoch = epochOf(this.#version, this.#index, atMs);
    const isTold = wasHearing && announcedBefore === this.#announced && this.#version >= this.#announced;
    const trustMs = isTold ? Math.max(this.#trustMs, HEARING_TRUST_MS) : this.#trustMs;
    this.#trustedUntilMs = readAtMs + Math.min(trustMs, DAY_MS - (atMs % DAY_MS));
    // The same string for the same epoch: comparing it costs nothing then.
    if (epoch !== this.#epoch) this.#epoch = epoch;
    return this.#epoch;
  }
}

const epochOf = (version: number, index: number | undefined, atMs: number): string =>
  `${version}/${index}/${Math.floor(atMs / DAY_MS)}`;

/** What an answer was read from: a catalog version, and for searches the version of the index beside it. */
export interface AnswerVersion {
  version: number;
  index?: number | undefined;
}

/** Whether an answer of this version belongs to the epoch: only then may it be kept there. */
export const isOfEpoch = (epoch: string, { version, ...searched }: AnswerVersion): boolean =>
  epoch.startsWith('index' in searched ? `${version}/${searched.index}/` : `${version}/`);

/** As the header `Catalog-Version` tells it: equal values mean equal bytes, on every process of one store. */
export const versionText = ({ version, index }: AnswerVersion): string =>
  index === undefined ? String(version) : `${version}/${index}`;
