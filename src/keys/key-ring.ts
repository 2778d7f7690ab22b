/** The keys in use, held for a few seconds so that most requests are authenticated without asking the store. */
import type { Key } from './key.ts';

/** A revocation, or a new expiry or rate, reaches every process within this time: 5 s are promised. */
const TRUST_MS = 4000;
const KEYS_MAX = 10_000;

/** The live key with this hash; undefined when there is none or it was revoked. */
export type KeyLookup = (hash: string) => Promise<Key | undefined>;

interface Held {
  key: Key;
  readAtMs: number;
}

/** Only keys that exist are held: what an attacker invents takes no memory. */
export class KeyRing {
  readonly #lookup: KeyLookup;
  readonly #nowMs: () => number;
  readonly #held = new Map<string, Held>();
  readonly #pending = new Map<string, Promise<Key | undefined>>();
  #revocations = 0;

  constructor(lookup: KeyLookup, nowMs: () => number = Date.now) {
    this.#lookup = lookup;
    this.#nowMs = nowMs;
  }

  /** The key with this hash if it was read from the store moments ago; its expiry is compared every time. */
  known(hash: string): Key | undefined {
    const held = this.#held.get(hash);
    if (held === undefined) return undefined;
    const nowMs = this.#nowMs();
    const ageMs = nowMs - held.readAtMs;
    // A clock that was set back must not make a record last.
    if (ageMs < 0 || ageMs >= TRUST_MS) return undefined;
    return isExpired(held.key, nowMs) ? undefined : held.key;
  }

  /** The key with this hash as the store has it now; many requests at once ask it once. */
  read(hash: string): Promise<Key | undefined> {
    const pending = this.#pending.get(hash);
    if (pending !== undefined) return pending;
    const reading = this.#read(hash).finally(() => this.#pending.delete(hash));
    this.#pending.set(hash, reading);
    return reading;
  }

  /** Forgets every key, so that a change made by this process holds from its next request on. */
  forget(): void {
    this.#revocations += 1;
    this.#held.clear();
    this.#pending.clear();
  }

  async #read(hash: string): Promise<Key | undefined> {
    const readAtMs = this.#nowMs();
    const before = this.#revocations;
    const key = await this.#lookup(hash);
    this.#held.delete(hash);
    if (key === undefined || isExpired(key, this.#nowMs())) return undefined;
    // What was read before a revocation must not outlive it.
    if (before !== this.#revocations) return key;
    if (this.#held.size >= KEYS_MAX) {
      const [oldest] = this.#held.keys();
      if (oldest !== undefined) this.#held.delete(oldest);
    }
    this.#held.set(hash, { key, readAtMs });
    return key;
  }
}

function isExpired(key: Key, nowMs: number): boolean {
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
}
