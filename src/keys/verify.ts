/** Tells whose key a request carries, remembering for a few seconds what the store said. */
import { keyByHash, type StoredKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { keyState } from './issue.ts';
import { isWellFormed, keyHash } from './key-format.ts';

/** A revocation made by another process is seen after at most this long. */
const REMEMBER_MS = 2000;
const REMEMBERED_MAX = 10_000;

/** Checks keys against the store. */
export interface KeyVerifier {
  /** The key behind an `Authorization` header, undefined when missing, malformed, unknown, revoked or expired. */
  verify(authorization: string | undefined): Promise<StoredKey | undefined>;
}

/** The token of a bearer header; the scheme's case does not matter (RFC 9110, 11.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+)$/i.exec(authorization ?? '');
  return match?.[1];
}

export function keyVerifier(store: Store, now: () => Date = () => new Date()): KeyVerifier {
  const remembered = new Map<string, { key: StoredKey | undefined; until: number }>();
  return {
    verify: async (authorization) => {
      const token = bearerToken(authorization);
      // The checksum refuses a mistyped key without asking the store.
      if (token === undefined || !isWellFormed(token)) return undefined;
      const hash = keyHash(token);
      let entry = remembered.get(hash);
      if (!entry || entry.until <= now().getTime()) {
        entry = { key: await keyByHash(store.reads, hash), until: now().getTime() + REMEMBER_MS };
        if (remembered.size >= REMEMBERED_MAX) remembered.clear();
        remembered.set(hash, entry);
      }
      const { key } = entry;
      return key && keyState(key, now()) === 'active' ? key : undefined;
    },
  };
}
