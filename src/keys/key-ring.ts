/** The keys in use, held for a few seconds so that most requests are authenticated without asking the store. */
import { keyByHash, LINK, type StoredKey, usageOf } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { DAY_MS } from './gcra.ts';
import type { Scope } from './issue.ts';
import { isWellFormed, keyHash } from './key-format.ts';
import { firstDay } from './key-use.ts';

/** A revocation, or a new expiry or rate, reaches every process within this time: 5 s are promised. */
const TRUST_MS = 3000;
const KEYS_MAX = 10_000;
/** A request over the budget costs nothing of it. */
const REFUSED = 429;
const BEARER = /^bearer +(\S+) *$/i;

export interface Key {
  id: string;
  /** The key that a session came from; of a key, itself. What is bounded by key is counted under it. */
  owner: string;
  scopes: ReadonlySet<string>;
  /** Requests a minute; null is the default, 0 no budget at all. */
  rate: number | null;
  /** Requests a day beside that; null for any number. */
  rateDay: number | null;
  /** Of these, what the store knew as used today and not regained: what a process begins with that has counted none. */
  daySpent: number;
  /** The only games that it sees; none for all. */
  games: readonly string[];
  /** The ranges that it may be used from; none for everywhere. */
  addresses: readonly string[];
  expiresAtMs: number | null;
}

/** The key with this hash; undefined when there is none or it was revoked. */
export type KeyLookup = (hash: string) => Promise<Key | undefined>;

/**
 * Keys are found by the `Authorization` header: hashing the key each time would be a tenth of a cached answer's cost.
 * Each is held under one spelling of it, however it was sent, and none for longer than it is trusted. Only keys that
 * exist are held: what an attacker invents takes no memory.
 */
export class KeyRing {
  readonly #lookup: KeyLookup;
  readonly #now: () => number;
  readonly #held = new Map<string, { key: Key; readAtMs: number }>();
  /** Reads under way. */
  readonly #pending = new Map<string, { reading: Promise<Key | undefined>; sinceMs: number }>();
  #changes = 0;

  /** @param now the clock that expiries are compared with, in milliseconds */
  constructor(lookup: KeyLookup, now: () => number = Date.now) {
    this.#lookup = lookup;
    this.#now = now;
  }

  /**
   * The key of this header if it was read from the store moments ago; its expiry is compared every time.
   * @param nowMs on the clock of performance.now(), which nobody sets back
   */
  known(authorization: string, nowMs: number): Key | undefined {
    const held = this.#held.get(authorization) ?? this.#held.get(oneSpelling(authorization));
    if (held === undefined || nowMs - held.readAtMs >= TRUST_MS) return undefined;
    return this.#isExpired(held.key) ? undefined : held.key;
  }

  /** The key of this header as the store has it now; many requests at once ask it once. */
  read(sent: string, nowMs: number): Promise<Key | undefined> {
    const authorization = oneSpelling(sent);
    const pending = this.#pending.get(authorization);
    // One that hangs may have seen the key before it was revoked.
    if (pending !== undefined && nowMs - pending.sinceMs < TRUST_MS) return pending.reading;
    const reading = this.#read(authorization, nowMs).finally(() => {
      if (this.#pending.get(authorization)?.reading === reading) this.#pending.delete(authorization);
    });
    this.#pending.set(authorization, { reading, sinceMs: nowMs });
    return reading;
  }

  /** Forgets every key, so that a change made by this process holds from its next request on. */
  forget(): void {
    this.#changes += 1;
    this.#held.clear();
    this.#pending.clear();
  }

  async #read(authorization: string, readAtMs: number): Promise<Key | undefined> {
    const token = bearerToken(authorization);
    if (token === undefined) return undefined;
    const before = this.#changes;
    const key = await this.#lookup(keyHash(token));
    this.#held.delete(authorization);
    if (key === undefined || this.#isExpired(key)) return undefined;
    // What was read before a revocation must not outlive it.
    if (before !== this.#changes) return key;
    this.#makeRoom(readAtMs);
    this.#held.set(authorization, { key, readAtMs });
    return key;
  }

  /** Those read longest ago stand first. */
  #makeRoom(nowMs: number): void {
    for (const [authorization, { readAtMs }] of this.#held) {
      if (nowMs - readAtMs < TRUST_MS && this.#held.size < KEYS_MAX) return;
      this.#held.delete(authorization);
    }
  }

  #isExpired({ expiresAtMs }: Key): boolean {
    return expiresAtMs !== null && expiresAtMs <= this.#now();
  }
}

/** Whether the header could carry a key: a mistyped one is told by its checksum, without asking the store. */
export function carriesKey(authorization: string | undefined): authorization is string {
  const token = bearerToken(authorization);
  return token !== undefined && isWellFormed(token);
}

/** Looks keys up in `store`. */
export const keyLookup =
  (store: Store, now: () => Date): KeyLookup =>
  async (hash) => {
    const key = keyIn(await keyByHash(store.reads, hash));
    return key && { ...key, daySpent: await spentToday(store, key, now()) };
  };

/** No more than would be spent if nobody had started anew: what is regained since midnight counts as regained. */
async function spentToday({ reads }: Store, { owner, rateDay }: Key, now: Date): Promise<number> {
  if (rateDay === null) return 0;
  const counted = (await usageOf(reads, owner, firstDay(1, now))).filter(({ status }) => status !== REFUSED);
  const regained = (rateDay * (now.getTime() % DAY_MS)) / DAY_MS;
  return Math.max(0, Math.ceil(counted.reduce((sum, { count }) => sum + count, 0) - regained));
}

/** The key of a stored row; undefined where that was revoked. */
export function keyIn(stored: StoredKey | undefined): Key | undefined {
  if (stored === undefined || stored.revoked_at !== null) return undefined;
  const { id, rate, rate_day, games, addresses, expires_at, session_of } = stored;
  return {
    ...{ id, rate, rateDay: rate_day, daySpent: 0, games, addresses },
    owner: session_of === null || session_of === LINK ? id : session_of,
    scopes: new Set(stored.scopes),
    expiresAtMs: expires_at === null ? null : Date.parse(expires_at),
  };
}

/** Whether the key may be used for `scope`. */
export const mayUse = (key: Key, scope: Scope): boolean => key.scopes.has(scope);

/** A header may be written in thousands of ways, by case and spaces, and hold one key. */
function oneSpelling(authorization: string): string {
  const token = bearerToken(authorization);
  return token === undefined ? authorization : `Bearer ${token}`;
}

// The scheme's case does not matter (RFC 9110 11.1).
function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
