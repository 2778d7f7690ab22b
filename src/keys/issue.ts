/** Issues, rotates and describes API keys; the key itself is returned once and never kept. */
import { randomUUIDv7 } from 'node:crypto';
import {
  addKey,
  allKeys,
  holdKey,
  type KeyPage,
  keyById,
  requestsOn,
  type StoredKey,
  setKeyExpiry,
} from '../store/keys.ts';
import type { Reads, Store, Writes } from '../store/store.ts';
import { keyHash, keyPrefix, newKey } from './key-format.ts';
import { firstDay } from './key-use.ts';

/** What a key may be used for: reads under /v1, POST /v1/scan, and the operator's pages. */
export const SCOPES = ['read', 'scan', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Characters of a key's name at most. */
export const NAME_LENGTH_MAX = 100;

export interface KeyRequest {
  name: string;
  scopes: readonly Scope[];
  /** Requests a minute: null is the default, 0 no budget. */
  rate: number | null;
  /** ISO 8601, or null for a key that does not end. */
  expires_at: string | null;
  /** Requests a day beside those of the minute; without it any number. */
  rate_day?: number | null;
  /** The only games that it sees; without it all. */
  games?: readonly string[];
  /** The address ranges (CIDR) that it may be used from; without them everywhere. */
  addresses?: readonly string[];
  /** Of a session of the console: the key that signed in, or `link`. */
  session_of?: string | null;
}

/** A key that was just made: the only time it is seen. */
export interface IssuedKey {
  id: string;
  key: string;
}

export const issueKey = (store: Store, request: KeyRequest, now = new Date()): Promise<IssuedKey> =>
  store.write((writes) => issueIn(writes, request, now));

async function issueIn(writes: Writes, request: KeyRequest, now: Date): Promise<IssuedKey> {
  const key = newKey();
  const stored: StoredKey = {
    id: randomUUIDv7(),
    prefix: keyPrefix(key),
    hash: keyHash(key),
    name: request.name,
    scopes: [...request.scopes],
    rate: request.rate,
    rate_day: request.rate_day ?? null,
    games: [...(request.games ?? [])],
    addresses: [...(request.addresses ?? [])],
    created_at: now.toISOString(),
    expires_at: request.expires_at,
    revoked_at: null,
    last_used_at: null,
    session_of: request.session_of ?? null,
  };
  await addKey(writes, stored);
  return { id: stored.id, key };
}

/**
 * Replaces a key by a new one like it; the old one ends after `graceMs`, and its sessions with it. Undefined when there is
 * no such live key; a session is not replaced, since signing out of it would leave the new one behind.
 */
export const rotateKey = (store: Store, id: string, graceMs: number, now = new Date()) =>
  store.write(async (writes) => {
    // Held until the end: of two rotations at once the later would give the old key the longer grace back.
    const old = await holdKey(writes, id);
    if (!old || old.session_of !== null || keyState(old, now) !== 'active') return undefined;
    const { expires_at } = old;
    const issued = await issueIn(writes, { ...old, scopes: old.scopes as Scope[] }, now);
    const end = new Date(now.getTime() + graceMs).toISOString();
    if (expires_at === null || end < expires_at) await setKeyExpiry(writes, id, end);
    return issued;
  });

/** Whether the key may be used at `now`. */
export function keyState(
  key: Pick<StoredKey, 'revoked_at' | 'expires_at'>,
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= now.toISOString() ? 'expired' : 'active';
}

/** Keys as operators are shown them, oldest first; all of them without more said. */
export const shownKeys = async ({ reads }: Store, now: Date, page?: KeyPage) =>
  shown(reads, await allKeys(reads, page), now);

/** The key with this id, so shown; undefined where there is none. */
export async function shownKey({ reads }: Store, id: string, now: Date) {
  const key = await keyById(reads, id);
  return key && (await shown(reads, [key], now))[0];
}

async function shown(reads: Reads, keys: readonly StoredKey[], now: Date) {
  const counts = await requestsOn(
    reads,
    firstDay(1, now),
    keys.map(({ id }) => id),
  );
  return keys.map(({ hash: _, ...key }) => ({
    ...key,
    state: keyState(key, now),
    requests_today: counts.get(key.id) ?? 0,
  }));
}

/** Whether the key with this id may be used now, for answers that go on for minutes. */
export async function isActive(store: Store, id: string, now: Date): Promise<boolean> {
  const key = await keyById(store.reads, id);
  return key !== undefined && keyState(key, now) === 'active';
}
