/** Sealed rows of lists over each engine: an item has a product or a card, never both, and what is neither is told so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { apiOn } from '../support/stages/api.ts';
import { runAll, runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

interface Item {
  card: { id: string } | null;
  product: { id: number; name: string; prices: { usd_market: { market: number }[] } } | null;
  variant: object | null;
  usd_market: { market: number } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  candidates: object[];
  quantity: number;
  problem: string | null;
  condition: string | null;
}

const BOX = 900;
const DAY = '2026-03-01';

async function fill(store: Store): Promise<void> {
  const catalog = tinyCatalog();
  // A card that is called like what is sold sealed.
  Object.assign(catalog.cards.at(-1) ?? {}, { name: 'Booster Box' });
  Object.assign(catalog.cards[0] ?? {}, { thirdParty: { tcgplayer: 1 } });
  await using folder = await catalogFolder(catalog);
  await using market = await marketFolder();
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
  const content = tinyMarket(DAY, 2);
  content.usd.push({ productId: BOX, subTypeName: 'Normal', lowPrice: 90, highPrice: 120, marketPrice: 100 });
  await market.write(content);
  for (const { outcome, reason } of await runAll(store, market.sources))
    assert.equal(outcome, 'succeeded', reason ?? '');
}

/** What each row comes to: a card's id, a product's, or nothing. */
const SEALED: readonly (readonly [row: ListedRow, meant: string | number | null])[] = [
  [{ external_id: `tcgplayer:${BOX}` }, BOX],
  [{ name: 'Booster Box', expansion: 'Ember Dawn' }, BOX],
  [{ name: 'Ember Dawn Booster Box' }, BOX],
  [{ name: 'Ember Dawn: Booster Display', expansion: 'Ember Dawn', quantity: 3 }, BOX],
  [{ name: 'Ember Dawn Booster Box Case' }, null],
  [{ name: 'Ember Tide Booster Box' }, null],
  // A card's name and a box that is not here are no card, at no card's price.
  [{ name: 'Glimmer 1 of ember1 Elite Trainer Box' }, null],
  [{ name: 'Glimmer 1 of ember1 Booster Box', expansion: 'Ember Dawn' }, null],
  [{ name: 'Booster Box', number: '12/12', expansion: 'Frost Gate' }, 'frost1-12'],
  [{ name: 'Booster Box', expansion: 'Frost Gate' }, 'frost1-12'],
  [{ name: 'Glimmer 1 of ember1', number: '1', expansion: 'Ember Dawn' }, 'ember1-1'],
  [{ external_id: 'tcgplayer:1' }, 'ember1-1'],
  [{ external_id: 'tcgplayer:899' }, null],
];

for (const [engine, missing] of ENGINES) {
  suite(`sealed rows of lists on ${engine}`, { skip: missing }, () => {
    test('find their product with its prices, cards beside them their card, and the rest has a problem', async () => {
      await using place = await newStore(engine);
      await fill(place.store);
      await using api = await apiOn(place.store);
      const answer = await api.post('/v1/lookup', { rows: SEALED.map(([row]) => row) });
      assert.equal(answer.status, 200, answer.text);
      const { items } = answer.body.data as { items: Item[] };
      for (const [at, item] of items.entries()) {
        const [row, meant] = SEALED[at] ?? assert.fail();
        const said = JSON.stringify(row);
        assert.ok(item.card === null || item.product === null, `${said}: a card or a product, never both`);
        if (meant === null) assert.notEqual(item.problem, null, `${said}: neither is a problem`);
        assert.equal(item.product?.id ?? item.card?.id ?? null, meant, said);
        assert.equal(item.quantity, row.quantity ?? 1, said);
        if (meant !== BOX) continue;
        assert.equal(item.condition, 'Unopened', said);
        const { product, variant, usd_market, is_certain, is_variant_certain, candidates, problem } = item;
        assert.deepEqual(
          [is_certain, is_variant_certain, variant, candidates, problem],
          [true, true, null, [], null],
          said,
        );
        assert.equal(product?.name, 'Ember Dawn Booster Box', said);
        assert.ok(product?.prices !== undefined && usd_market?.market === 10_000, `${said}: ${JSON.stringify(item)}`);
      }
      const conditions = ['Unopened', 'Factory Sealed', 'new', 'NM', 'Damaged', 'torn'];
      const told = await api.post('/v1/lookup', {
        rows: conditions.map((condition) => ({ name: 'Ember Dawn Booster Box', condition })),
      });
      assert.deepEqual(
        (told.body.data as { items: Item[] }).items.map(({ condition, problem }) => [condition, problem]),
        [
          ...['Unopened', 'Unopened', 'Unopened', 'NM', 'DMG'].map((condition) => [condition, null]),
          [null, 'Its condition is not known.'],
        ],
      );
    });
  });
}
