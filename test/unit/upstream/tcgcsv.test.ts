/** The tcgcsv adapter: products, prices and the day of the files. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Outage } from '../../../src/upstream/document.ts';
import { tcgcsvGroups, tcgcsvPrices, tcgcsvProducts, tcgcsvStamp } from '../../../src/upstream/markets/tcgcsv.ts';
import { memoryRead } from './memory-read.ts';

const source = { url: 'https://t.example/tcgplayer', category: 3 };
const priceUrl = `${source.url}/3/7/prices`;
const row = (over: object) => ({
  productId: 1,
  subTypeName: 'Normal',
  lowPrice: 0.35,
  midPrice: 0.7,
  highPrice: 2.99,
  marketPrice: 0.74,
  directLowPrice: null,
  ...over,
});
const pricesOf = (results: unknown[], success = true) =>
  tcgcsvPrices(memoryRead({ [priceUrl]: { success, errors: [], results } }).read, source, 7);

test('the observation day is the date of last-updated.txt, beside the folder', async () => {
  const { read } = memoryRead({ 'https://t.example/last-updated.txt': '2026-07-23T20:05:33+0000\n' });
  assert.deepEqual(await tcgcsvStamp(read, source), { observed_on: '2026-07-23', stamp: '2026-07-23T20:05:33+0000' });
});

test('a last-updated.txt that states no date of the calendar is an outage', async () => {
  for (const text of ['', 'Access denied', '2026-02-30T20:05:33+0000']) {
    await assert.rejects(tcgcsvStamp(memoryRead({ 'https://t.example/last-updated.txt': text }).read, source), Outage);
  }
});

test('a price is keyed by marketplace product and sub type, in cents, each amount nullable', async () => {
  const { rows } = await pricesOf([
    row({}),
    row({ subTypeName: 'Reverse Holofoil', marketPrice: null, lowPrice: 0, highPrice: '12.50' }),
  ]);
  assert.deepEqual(rows, [
    { product_id: 1, sub_type: 'Normal', condition: 'NM', market: 74, low: 35, high: 299 },
    { product_id: 1, sub_type: 'Reverse Holofoil', condition: 'NM', market: null, low: null, high: 1250 },
  ]);
});

test('a bad row is quarantined with its reason and the others stay; a bad amount is left out of its row', async () => {
  const { rows, quarantined, leftOut } = await pricesOf([
    42,
    row({ productId: 2, marketPrice: -1 }),
    row({ lowPrice: 'x' }),
    row({ productId: '1.5' }),
    row({ productId: '3' }),
    row({ subTypeName: 'a\0b' }),
    row({}),
  ]);
  assert.deepEqual(
    rows.map(({ product_id, market, low }) => [product_id, market, low]),
    [
      [2, null, 35],
      [1, 74, 35],
      [3, 74, 35],
    ],
  );
  assert.deepEqual(
    leftOut.map(({ reason }) => reason),
    ['marketPrice is no amount', 'lowPrice is no amount'],
  );
  assert.deepEqual(
    quarantined.map(({ reason }) => reason),
    ['not an object', 'productId is no id', 'subTypeName is no text'],
  );
});

test('a repeated row counts once; rows that contradict each other are both refused', async () => {
  const { rows, duplicates, quarantined } = await pricesOf([
    row({}),
    row({}),
    row({ productId: 2 }),
    row({ productId: 2, marketPrice: 9 }),
    row({ productId: 2 }),
  ]);
  assert.deepEqual(
    rows.map((price) => price.product_id),
    [1],
  );
  assert.equal(duplicates, 1);
  assert.equal(quarantined.length, 2);
});

test('an answer that reports no success or is cut short is an outage', async () => {
  await assert.rejects(pricesOf([row({})], false), Outage);
  const cut = JSON.stringify({ success: true, results: [row({}), row({ productId: 2 })] }).slice(0, -30);
  await assert.rejects(tcgcsvPrices(memoryRead({ [priceUrl]: cut }).read, source, 7), Outage);
});

test('a marketplace product with a number or a rarity is a single card, any other is sealed', async () => {
  const product = (productId: number, extendedData: unknown) => ({
    productId,
    name: 'N &amp; M',
    cleanName: null,
    imageUrl: 'https://i.example/1_200w.jpg',
    url: 'https://s.example/1',
    groupId: 7,
    extendedData,
  });
  const { products } = await tcgcsvProducts(
    memoryRead({
      [`${source.url}/3/7/products`]: {
        success: true,
        results: [
          product(1, [{ name: 'Number', value: '4/102' }]),
          product(2, [{ name: 'Rarity', value: 'Code Card' }]),
          product(3, [{ name: 'CardText', value: 'x' }]),
          product(4, []),
        ],
      },
    }).read,
    source,
    7,
  );
  assert.deepEqual(
    products.map(({ sealed }) => sealed),
    [false, false, true, true],
  );
  assert.deepEqual(
    products.map(({ number, rarity }) => [number, rarity]),
    [
      ['4/102', null],
      [null, 'Code Card'],
      [null, null],
      [null, null],
    ],
  );
  assert.deepEqual(products[3], {
    product_id: 4,
    group_id: 7,
    name: 'N & M',
    number: null,
    rarity: null,
    sealed: true,
    shown: {
      clean_name: 'N & M',
      url: 'https://s.example/1',
      image: { low: 'https://i.example/1_200w.jpg', high: 'https://i.example/1_in_1000x1000.jpg' },
    },
  });
  assert.equal(products[0]?.shown, null, 'of a single card nothing is shown');
});

test('a category without groups is an outage', async () => {
  await assert.rejects(
    tcgcsvGroups(memoryRead({ [`${source.url}/3/groups`]: { success: true, results: [] } }).read, source),
    Outage,
  );
});
