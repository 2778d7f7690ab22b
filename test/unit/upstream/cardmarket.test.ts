/** The Cardmarket adapter: price guide and product lists. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Outage } from '../../../src/upstream/document.ts';
import { cardmarketGuide, cardmarketProducts } from '../../../src/upstream/markets/cardmarket.ts';
import { memoryRead } from './memory-read.ts';

const url = 'https://c.example/price_guide_6.json';
const guide = async (priceGuides: unknown[], head: object = {}) => {
  const text = { version: 1, createdAt: '2026-09-20T02:40:00+0200', priceGuides, ...head };
  const came = await cardmarketGuide(memoryRead({ [url]: text }).read, url);
  assert.ok(came);
  return came;
};

test('a row carries its plain and its holo side in cents, 0 meaning no price', async () => {
  const { observed_on, rows } = await guide([
    { idProduct: 1002, avg: 5, low: 4.01, trend: null, 'avg-holo': 20, 'low-holo': '18.10', 'trend-holo': 0 },
  ]);
  assert.equal(observed_on, '2026-09-20');
  assert.deepEqual(rows, [
    { product_id: 1002, avg: 500, low: 401, trend: null, avg_holo: 2000, low_holo: 1810, trend_holo: null },
  ]);
});

test('the day is the calendar date as written, whatever the offset', async () => {
  assert.equal((await guide([], { createdAt: '2026-09-20T00:10:00+0200' })).observed_on, '2026-09-20');
});

test('the six holo keys may be wholly absent; Magic names them foil', async () => {
  const { rows } = await guide([
    { idProduct: 1, avg: 1, low: 1, trend: 1 },
    { idProduct: 2, avg: 1, low: 1, trend: 1, 'avg-foil': 2, 'low-foil': 3, 'trend-foil': 4 },
  ]);
  assert.deepEqual(
    rows.map(({ avg_holo, low_holo, trend_holo }) => [avg_holo, low_holo, trend_holo]),
    [
      [null, null, null],
      [2 * 100, 300, 400],
    ],
  );
});

test('another version, no date, another shape or a cut file is an outage', async () => {
  await assert.rejects(guide([], { version: 2 }), /version 2/);
  await assert.rejects(guide([], { createdAt: '0000-00-00 00:00:00' }), Outage);
  await assert.rejects(
    cardmarketGuide(
      memoryRead({ [url]: '{"version":1,"createdAt":"2026-09-20T02:40:00+0200","priceGuides":[{"idProduct":1' }).read,
      url,
    ),
    Outage,
  );
  await assert.rejects(cardmarketGuide(memoryRead({ [url]: '42' }).read, url), Outage);
});

test('a product list names each marketplace product, its expansion and its kind', async () => {
  const { rows, quarantined } = await cardmarketProducts(
    memoryRead({
      [url]: {
        version: 1,
        createdAt: '2026-08-26T12:20:28+0200',
        products: [
          {
            idProduct: 1,
            idCategory: 52,
            categoryName: 'Pokémon Booster',
            idExpansion: 1523,
            idMetacard: 0,
            name: 'Base Set Booster',
            dateAdded: '0000-00-00 00:00:00',
          },
          { idProduct: 2, categoryName: 'x', idExpansion: 1, name: 'a\0b' },
        ],
      },
    }).read,
    url,
    true,
  );
  assert.deepEqual(rows, [
    { product_id: 1, group_id: 1523, name: 'Base Set Booster', sealed: true, category: 'Pokémon Booster' },
  ]);
  assert.deepEqual(
    quarantined.map(({ reason }) => reason),
    ['name is no text'],
  );
});
