/** A key as the ring holds it, for tests that say what differs. */
import type { Key } from '../../../src/keys/key-ring.ts';

export const keyOf = (part: Partial<Key> = {}): Key => ({
  owner: part.id ?? 'k1',
  id: 'k1',
  scopes: new Set(['read']),
  rate: null,
  rateDay: null,
  daySpent: 0,
  games: [],
  addresses: [],
  expiresAtMs: null,
  ...part,
});
