/** Prices embedded in TCGdex's cards. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { TcgdexPrices } from '../../../src/games/pokemon/tcgdex/prices.ts';

const cardmarket = {
  updated: '2026-09-15T14:49:26.292Z',
  unit: 'EUR',
  idProduct: 483559,
  avg: 0.08,
  low: 0.02,
  trend: 0.09,
  'avg-holo': 0.26,
  'low-holo': 0.04,
  'trend-holo': 0.19,
};
const tcgplayer = {
  unit: 'USD',
  updated: '2026-09-14T20:00:00.000Z',
  normal: {
    productId: 219333,
    lowPrice: 0.02,
    midPrice: 0.17,
    highPrice: 25.09,
    marketPrice: 0.09,
    directLowPrice: 0.04,
  },
  'reverse-holofoil': { lowPrice: 0.09, highPrice: 5.17, marketPrice: 0.23 },
};

test('a block shared by printings and card gives each row once, on its own day', () => {
  const prices = new TcgdexPrices();
  const pricing = { cardmarket, tcgplayer };
  prices.addCard({
    id: 'a',
    pricing,
    variants_detailed: [
      { type: 'normal', pricing },
      { type: 'reverse', pricing },
    ],
  });
  assert.deepEqual(prices.eurDays(), [
    {
      observed_on: '2026-09-15',
      rows: [{ product_id: 483559, avg: 8, low: 2, trend: 9, avg_holo: 26, low_holo: 4, trend_holo: 19 }],
    },
  ]);
  assert.deepEqual(prices.usdDays(), [
    {
      observed_on: '2026-09-14',
      rows: [
        { product_id: 219333, sub_type: 'Normal', condition: 'NM', market: 9, low: 2, high: 2509 },
        { product_id: 219333, sub_type: 'Reverse Holofoil', condition: 'NM', market: 23, low: 9, high: 517 },
      ],
    },
  ]);
});

test('a block of another currency or without a date is quarantined, an empty one says nothing', () => {
  const prices = new TcgdexPrices();
  prices.addCard({
    pricing: {
      cardmarket: { ...cardmarket, unit: 'USD' },
      tcgplayer: { ...tcgplayer, updated: 'now', 'reverse-holofoil': null },
    },
  });
  prices.addCard({ pricing: { cardmarket: null, tcgplayer: null } });
  prices.addCard({ pricing: 42, variants_detailed: 42 });
  assert.deepEqual([prices.eurDays(), prices.usdDays()], [[], []]);
  assert.deepEqual(
    prices.quarantined.map(({ reason }) => reason),
    ['updated is no date', 'unit is not EUR'],
  );
});
