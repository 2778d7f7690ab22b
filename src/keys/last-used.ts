/** When each key was last used, written in one batch a minute instead of at every request. */

export type LastUsedWriter = (usedAtMs: ReadonlyMap<string, number>) => Promise<void>;

const FLUSH_MS = 60_000;

export class LastUsed {
  readonly #write: LastUsedWriter;
  readonly #timer: NodeJS.Timeout;
  #usedAtMs = new Map<string, number>();

  /** @param onError hears why a batch was not written; it is kept for the next one */
  constructor(write: LastUsedWriter, onError: (cause: unknown) => void) {
    this.#write = write;
    this.#timer = setInterval(() => void this.flush().catch(onError), FLUSH_MS).unref();
  }

  note(keyId: string, nowMs: number): void {
    this.#usedAtMs.set(keyId, nowMs);
  }

  async flush(): Promise<void> {
    if (this.#usedAtMs.size === 0) return;
    const batch = this.#usedAtMs;
    this.#usedAtMs = new Map();
    try {
      await this.#write(batch);
    } catch (error) {
      this.#usedAtMs = new Map([...batch, ...this.#usedAtMs]);
      throw error;
    }
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
