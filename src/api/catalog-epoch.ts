/** Which catalog, which search index and which day an answer is of: what cached answers are kept under. */

/**
 * How long a version read from the store is taken as the current one. A change is visible that much later at most,
 * whoever committed it, and a busy process asks forty times a second instead of at every request.
 */
const TRUST_MS = 25;
const DAY_MS = 86_400_000;

export class CatalogEpoch {
  readonly #readVersion: () => Promise<number>;
  readonly #indexVersion: () => number | undefined;
  readonly #now: () => Date;
  #epoch = '';
  #version = -1;
  #index: number | undefined;
  #day = -1;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;

  /** @param indexVersion the catalog version that searches show, which follows the store's by a moment */
  constructor(readVersion: () => Promise<number>, indexVersion: () => number | undefined, now: () => Date) {
    this.#readVersion = readVersion;
    this.#indexVersion = indexVersion;
    this.#now = now;
  }

  /** The epoch, if the version was read moments ago. */
  known(): string | undefined {
    if (performance.now() - this.#readAtMs >= TRUST_MS) return undefined;
    return this.#of(this.#version);
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
    const version = await this.#readVersion();
    this.#readAtMs = readAtMs;
    return this.#of(version);
  }

  // The default window of price histories ends today: their answers move at midnight UTC without the catalog. Searches
  // answer from the old index for a moment after a change: what was kept of them goes when the new one takes over.
  #of(version: number): string {
    const day = Math.floor(this.#now().getTime() / DAY_MS);
    const index = this.#indexVersion();
    if (version !== this.#version || index !== this.#index || day !== this.#day) {
      this.#version = version;
      this.#index = index;
      this.#day = day;
      this.#epoch = `${version}/${index}/${day}`;
    }
    return this.#epoch;
  }
}
