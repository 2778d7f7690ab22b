/** Which catalog, which search index and which day an answer is of: what cached answers are kept under. */

/**
 * How long a version read from the store is taken as the current one. A change is visible that much later at most,
 * whoever committed it, and a busy process asks a hundred times a second instead of at every request.
 */
const TRUST_MS = 10;
const DAY_MS = 86_400_000;

export class CatalogEpoch {
  readonly #readVersion: () => Promise<number>;
  readonly #indexVersion: () => number | undefined;
  readonly #now: () => Date;
  readonly #trustMs: number;
  #epoch = '';
  #index: number | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;

  /** @param indexVersion the catalog version that searches show, which follows the store's by a moment */
  constructor(
    readVersion: () => Promise<number>,
    indexVersion: () => number | undefined,
    now: () => Date,
    trustMs = TRUST_MS,
  ) {
    this.#readVersion = readVersion;
    this.#indexVersion = indexVersion;
    this.#now = now;
    this.#trustMs = trustMs;
  }

  /** The epoch, if it was read moments before `nowMs` on the clock of performance.now(). */
  known(nowMs: number): string | undefined {
    const isCurrent = nowMs - this.#readAtMs < this.#trustMs && this.#index === this.#indexVersion();
    return isCurrent ? this.#epoch : undefined;
  }

  /** The epoch as the store has it now; many requests at once ask it once. */
  read(): Promise<string> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<string> {
    const readAtMs = performance.now();
    // The default window of price histories ends today: their answers move at midnight UTC without the catalog.
    const day = Math.floor(this.#now().getTime() / DAY_MS);
    const version = await this.#readVersion();
    // Searches answer from the old index for a moment after a change: what was kept of them goes with it.
    this.#index = this.#indexVersion();
    const epoch = `${version}/${this.#index}/${day}`;
    this.#readAtMs = readAtMs;
    // The same string for the same epoch: comparing it costs nothing then.
    if (epoch !== this.#epoch) this.#epoch = epoch;
    return this.#epoch;
  }
}
