/** What keys were used for, and when last: gathered here and added to the store, instead of at every request. */
import type { KeyUsed } from '../store/keys.ts';
import { DAY_MS, WINDOW_MS } from './gcra.ts';

/** Usage is told at most 60 s late. */
const FLUSH_MS = 30_000;
/** How long it is kept. */
export const USAGE_DAYS = 93;

/** The first day (UTC) of so many up to today. */
export const firstDay = (days: number, now: Date): string =>
  new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);

export class KeyUse {
  readonly #write: (used: KeyUsed) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (cause: unknown) => void;
  /** When the times of last use were written: at most once a minute. */
  #timesAtMs = Number.NEGATIVE_INFINITY;
  #usedAtMs = new Map<string, number>();
  #counts = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();

  /** @param onError hears why a batch was not written; it is kept for the next one */
  constructor(write: (used: KeyUsed) => Promise<void>, onError: (cause: unknown) => void) {
    this.#write = write;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush().catch(onError), FLUSH_MS).unref();
  }

  /** Counts a request that is answered; sessions of the console count for their key. */
  note({ id, owner }: { id: string; owner: string }, route: string, status: number): void {
    const atMs = Date.now();
    this.#usedAtMs.set(id, atMs);
    const name = `${Math.floor(atMs / DAY_MS)}\n${owner}\n${route}\n${status}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    // A process that is ended at once has told of a first use, on which it hangs whether a first key is shown again.
    if (performance.now() - this.#timesAtMs >= WINDOW_MS) void this.flush().catch(this.#onError);
  }

  /** Resolves when all that is noted by now is written: what another flush is about, too. */
  flush(): Promise<void> {
    const before = this.#writing.catch(() => undefined);
    this.#writing = this.#writeAll().then(() => before);
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    if (this.#counts.size === 0 && this.#usedAtMs.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    const areTimesDue = performance.now() - this.#timesAtMs >= WINDOW_MS;
    const times = areTimesDue ? this.#usedAtMs : new Map<string, number>();
    if (areTimesDue) [this.#usedAtMs, this.#timesAtMs] = [new Map(), performance.now()];
    try {
      await this.#write({
        at: new Map([...times].map(([id, atMs]) => [id, new Date(atMs).toISOString()])),
        // In one order, or two processes wait for each other.
        counts: [...counts].sort().map(([name, count]) => rowOf(name, count)),
        from: firstDay(USAGE_DAYS, new Date()),
      });
    } catch (error) {
      for (const [name, count] of counts) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
      this.#usedAtMs = new Map([...times, ...this.#usedAtMs]);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timesAtMs = Number.NEGATIVE_INFINITY;
    await this.flush();
  }
}

function rowOf(name: string, count: number): KeyUsed['counts'][number] {
  const [day = '', key_id = '', route = '', status = ''] = name.split('\n');
  const date = new Date(Number(day) * DAY_MS).toISOString().slice(0, 10);
  return { key_id, day: date, route: route.replaceAll(/:(\w+)/g, '{$1}'), status: Number(status), count };
}
