/** Prices in Scryfall's records: which of a card's amounts are of which product. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScryfallPrices } from '../../../../src/games/magic/scryfall/prices.ts';

test('an etched card without a product of its own is the foil of its card’s, unless that has a foil', () => {
  const told = (prices: object, further: object = {}) => {
    const found = new ScryfallPrices('2026-03-01');
    found.addCard({ id: 'x', tcgplayer_id: 5, prices, ...further });
    const rows = found.usdDays().flatMap((day) => day.rows);
    return [...rows.map((row) => `${row.product_id} ${row.sub_type} ${row.market}`), ...found.quarantined];
  };
  assert.deepEqual(told({ usd_etched: '3.00' }), ['5 Foil 300']);
  assert.deepEqual(told({ usd_foil: '2.00', usd_etched: '3.00' }), ['5 Foil 200']);
  const own = { tcgplayer_etched_id: 6 };
  assert.deepEqual(told({ usd_foil: '2.00', usd_etched: '3.00' }, own), ['5 Foil 200', '6 Foil 300']);
});

test('a record that contradicts another in the prices of both markets is one that cannot be taken', () => {
  const found = new ScryfallPrices('2026-03-01');
  const ids = { tcgplayer_id: 5, cardmarket_id: 6 };
  found.addCard({ id: 'x', ...ids, prices: { usd: '7.00', eur: '6.00' } });
  found.addCard({ id: 'y', ...ids, prices: { usd: '8.00', eur: '1.00' } });
  assert.equal(found.quarantined.length, 1);
});
