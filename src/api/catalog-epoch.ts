/** Which catalog and which day an answer is of: what cached answers are kept under. */

/**
 * How long a version read from the store is taken as the current one. A change is visible that much later at most,
 * whoever committed it, and a busy process asks forty times a second instead of at every request.
 */
const TRUST_MS = 25;
const DAY_MS = 86_400_000;

export class CatalogEpoch {
  readonly #readVersion: () => Promise<number>;
  readonly #now: () => Date;
  #epoch = '';
  #version = -1;
  #day = -1;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;

  constructor(readVersion: () => Promise<number>, now: () => Date) {
    this.#readVersion = readVersion;
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

  // The default window of price histories ends today: their answers move at midnight UTC without the catalog.
  #of(version: number): string {
    const day = Math.floor(this.#now().getTime() / DAY_MS);
    if (version !== this.#version || day !== this.#day) {
      this.#version = version;
      this.#day = day;
      this.#epoch = `${version}/${day}`;
    }
    return this.#epoch;
  }
}
