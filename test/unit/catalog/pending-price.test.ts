/** What a pending price is read to be of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingPriceOf } from '../../../src/catalog/provenance/pending-price.ts';

test('a pending price is of a marketplace, whose currency it has', () => {
  assert.deepEqual(pendingPriceOf('42382/Holofoil/NM/market'), {
    market: 'tcgplayer',
    currency: 'USD',
    productId: '42382',
    parts: ['Holofoil', 'NM', 'market'],
  });
  assert.deepEqual(pendingPriceOf('8211/trend'), {
    market: 'cardmarket',
    currency: 'EUR',
    productId: '8211',
    parts: ['trend'],
  });
});
