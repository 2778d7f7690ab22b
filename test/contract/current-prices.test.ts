/** What cards, products and lists promise of current prices. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Value } from 'typebox/value';
import { Card, CardSummary, Product } from '../../src/catalog/records.ts';
import { putProducts } from '../../src/store/catalog/products.ts';
import { writeCardPrices, writeProductPrices } from '../support/sources/price-days.ts';
import { type TestApi, tinyApi } from '../support/stages/api.ts';

const CARD = 'ember1-1';
const noEur = { avg: null, low: null, trend: null, avg_holo: null, low_holo: null, trend_holo: null };
const eur = { avg: 210, low: 1, trend: null, avg_holo: 0, low_holo: null, trend_holo: 300 };
const usd = { market: 120, low: null, high: 432_100 };
const observed_on = '2026-11-20';

let api: TestApi;
let normal: number;
before(async () => {
  api = await tinyApi();
  const card = await api.data<Card>(`/v1/cards/${CARD}`);
  normal = card.variants[0]?.id ?? 0;
  await api.store.write(async (writes) => {
    await writeCardPrices(
      writes,
      { source: 's', observed_on },
      new Map([
        [
          CARD,
          [
            { variant_id: normal, market: 'usd', condition: 'LP', amounts: { ...usd, market: 90 } },
            { variant_id: normal, market: 'usd', condition: 'NM', amounts: usd },
            { variant_id: normal, market: 'eur', price_kind: 'plain', amounts: eur },
          ],
        ],
      ]),
    );
    const rest = { clean_name: 'Box', number: null, image: null, usd_market_url: null, expansions: [], usd_market: [] };
    const external_ids = { tcgplayer: null, cardmarket: null };
    await putProducts(
      writes,
      [5, 6].map((id) => ({ game: 'game', id, name: `Box ${id}`, ...rest, external_ids, eur_market: null })),
    );
    await writeProductPrices(
      writes,
      { source: 's', observed_on },
      new Map([
        [
          5,
          [
            { variant: 'normal', market: 'usd', condition: 'Unopened', amounts: usd },
            { market: 'eur', amounts: eur },
          ],
        ],
      ]),
    );
  });
});
after(() => api[Symbol.asyncDispose]());

test('a card carries one USD entry per condition, best first, and one EUR object per printing', async () => {
  const card = await api.data<Card>(`/v1/cards/${CARD}`);
  assert.ok(Value.Check(Card, card));
  const [first, second] = card.variants;
  assert.deepEqual(first?.usd_market, [
    { condition: 'NM', currency: 'USD', ...usd, observed_on },
    { condition: 'LP', currency: 'USD', ...usd, market: 90, observed_on },
  ]);
  assert.deepEqual(first.eur_market, { price_kind: 'plain', currency: 'EUR', observed_on, ...eur });
  assert.deepEqual(second?.usd_market, []);
  assert.deepEqual(second.eur_market, { price_kind: null, currency: 'EUR', observed_on: null, ...noEur });
});

test('include=prices adds both shapes with all their fields to every row, and no other value does', async () => {
  type Rows = { items: CardSummary[] };
  for (const query of ['include=prices', 'include=other,prices', 'include=prices&q=Glimmer%201%20of%20ember1']) {
    const { items } = await api.data<Rows>(`/v1/cards?limit=200&${query}`);
    assert.ok(
      items.every((row) => Value.Check(CardSummary, row) && Array.isArray(row.prices)),
      query,
    );
    assert.deepEqual(
      new Set(items.find(({ id }) => id === CARD)?.prices),
      new Set([
        { variant: 'normal', condition: 'NM', currency: 'USD', ...usd },
        { variant: 'normal', condition: 'LP', currency: 'USD', ...usd, market: 90 },
        { variant: 'normal', currency: 'EUR', price_kind: 'plain', ...eur },
      ]),
      query,
    );
    assert.deepEqual(items.find(({ id }) => id !== CARD)?.prices, []);
  }
  for (const query of ['', '?include=', '?include=price', '?include=PRICES']) {
    const { items } = await api.data<Rows>(`/v1/cards${query}`);
    assert.ok(
      items.every((row) => !('prices' in row)),
      query,
    );
  }
});

test('a sealed product carries its prices in the detail and in its list row; without a EUR side that is null', async () => {
  const priced = await api.data<Product>('/v1/products/5');
  assert.ok(Value.Check(Product, priced));
  assert.deepEqual(priced.usd_market, [
    { condition: 'Unopened', variant: 'normal', currency: 'USD', ...usd, observed_on },
  ]);
  assert.deepEqual(priced.eur_market, { currency: 'EUR', observed_on, ...eur });
  const bare = await api.data<Product>('/v1/products/6');
  assert.deepEqual([bare.usd_market, bare.eur_market], [[], null]);
  const { items } = await api.data<{ items: Product[] }>('/v1/products');
  assert.deepEqual(items, [priced, bare]);
});
