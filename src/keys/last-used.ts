/** When each key was last used, written at once after a quiet minute, else in one batch a minute instead of at every request. */
import { noteKeysUsed } from '../store/keys.ts';
import type { Store } from '../store/store.ts';

/** Writes times (ISO 8601) by key id. */
export type LastUsedWriter = (usedAt: ReadonlyMap<string, string>) => Promise<void>;

const FLUSH_MS = 60_000;

export class LastUsed {
  readonly #write: LastUsedWriter;
  readonly #now: () => Date;
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (cause: unknown) => void;
  #flushedAtMs = Number.NEGATIVE_INFINITY;
  #usedAtMs = new Map<string, number>();

  /** @param onError hears why a batch was not written; it is kept for the next one */
  constructor(write: LastUsedWriter, onError: (cause: unknown) => void, now: () => Date = () => new Date()) {
    this.#write = write;
    this.#now = now;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush().catch(onError), FLUSH_MS).unref();
  }

  /** @param atMs on the clock of performance.now() */
  note(keyId: string, atMs: number): void {
    this.#usedAtMs.set(keyId, atMs);
    // A process that is ended at once has told of a first use, on which it hangs whether a first key is shown again.
    if (performance.now() - this.#flushedAtMs >= FLUSH_MS) void this.flush().catch(this.#onError);
  }

  async flush(): Promise<void> {
    if (this.#usedAtMs.size === 0) return;
    this.#flushedAtMs = performance.now();
    const batch = this.#usedAtMs;
    this.#usedAtMs = new Map();
    try {
      const epochMs = this.#now().getTime() - performance.now();
      await this.#write(new Map([...batch].map(([id, atMs]) => [id, new Date(epochMs + atMs).toISOString()])));
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

/** Writes to `store`. */
export const lastUsedWriter =
  (store: Store): LastUsedWriter =>
  (usedAt) =>
    store.write((writes) => noteKeysUsed(writes, usedAt));
