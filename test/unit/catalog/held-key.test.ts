/** What a held amount is read to be of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOf } from '../../../src/catalog/provenance/held-key.ts';

test('a held amount is of a marketplace, whose currency it has', () => {
  assert.deepEqual(heldOf('42382/Holofoil/NM/market'), {
    market: 'tcgplayer',
    currency: 'USD',
    article: '42382',
    parts: ['Holofoil', 'NM', 'market'],
  });
  assert.deepEqual(heldOf('8211/trend'), { market: 'cardmarket', currency: 'EUR', article: '8211', parts: ['trend'] });
});
