/** A second source of a marketplace, of another category or in the place of one before: what it does not name stays. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { allProducts, sealedLinks } from '../../src/store/catalog/products.ts';
import { currentProductPrices } from '../../src/store/prices/current-prices.ts';
import { priceLinks } from '../../src/store/prices/market-knowledge.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { productHistory } from '../support/oracles/shown-histories.ts';
import { type MarketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, type Stage, stage } from '../support/stages/market-stage.ts';
import { postgresMissing } from '../support/stages/stores.ts';

const DAY = '2026-03-01';

/** Sealed marketplace products of both marketplaces: the second sources list all but the first, one of them in its expansion. */
const SEALED = [
  { expansion: 0, tcgplayer: 900, cardmarket: 1900, names: ['Ember Dawn Booster Box', 'Ember Dawn Booster Display'] },
  { expansion: 1, tcgplayer: 901, cardmarket: 1901, names: ['Ember Tide Booster Box', 'Ember Tide Booster Display'] },
  { expansion: 0, tcgplayer: 902, cardmarket: 1902, names: ['Ember Dawn Elite Trainer Box', 'Ember Dawn ETB'] },
] as const;
const GROUPS = ['Ember Dawn', 'Ember Tide'];

type Listed = { cardmarket: number; expansion: number; names: readonly [string, string] };

/** Writes the product lists of the second Cardmarket source: one single card of each expansion tells which it is. */
function putLists({ put }: MarketFolder, sealed: readonly Listed[]): Promise<void> {
  const marketProducts = [
    ...GROUPS.map((_, at) => ({ idProduct: 1001 + at * 12, idExpansion: 70 + at, name: 'Single' })),
    ...sealed.map((each) => ({ idProduct: each.cardmarket, idExpansion: 70 + each.expansion, name: each.names[1] })),
  ].map((product) => ({ ...product, categoryName: 'Kind' }));
  const list = (products: object[]) => ({ version: 1, createdAt: '2026-01-01T08:00:00+0100', products });
  return Promise.all([
    put('second-singles.json', list(marketProducts.slice(0, GROUPS.length))),
    put('second-nonsingles.json', list(marketProducts.slice(GROUPS.length))),
  ]).then(() => undefined);
}

/** Writes one day of all four sources; the second ones know the sealed marketplace products of theirs, and no card. */
async function putDay({ market }: Stage, day: string): Promise<void> {
  const { put } = market;
  const own = tinyMarket(day, CARDS);
  own.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 80, highPrice: null, marketPrice: 90 });
  own.eur.push({ idProduct: 1900, avg: 70, low: 60, trend: 75 });
  await market.write(own);
  await put('now/4/groups', { success: true, results: GROUPS.map((name, at) => ({ groupId: 8 + at, name })) });
  for (const at of GROUPS.keys()) {
    const sold = SEALED.slice(1).filter(({ expansion }) => expansion === at);
    const marketProducts = sold.map(({ tcgplayer, names }) => ({
      productId: tcgplayer,
      name: names[0],
      extendedData: [],
    }));
    const amounts = { subTypeName: 'Normal', lowPrice: 20, highPrice: null, marketPrice: 30 };
    const prices = sold.map(({ tcgplayer }) => ({ productId: tcgplayer, ...amounts }));
    await put(`now/4/${8 + at}/products`, { success: true, results: marketProducts });
    await put(`now/4/${8 + at}/prices`, { success: true, results: prices });
  }
  const priceGuides = [1901, 1902].map((idProduct) => ({ idProduct, avg: 20, low: 10, trend: 25 }));
  await put('second-guide.json', { version: 1, createdAt: `${day}T02:40:00+0100`, priceGuides });
}

/** Both sources of both marketplaces, in the order in which they run. */
function fourSources({ market }: Stage): Record<string, SourceSettings> {
  const { place, sources } = market;
  const common = { give_up_after: '1s' };
  const products = ['singles', 'nonsingles'].map((kind) => `${place}/second-${kind}.json`);
  return {
    usd: sources.usd,
    second_usd: { adapter: 'tcgcsv', url: `${place}/now`, category: 4, ...common },
    eur: sources.eur,
    second_eur: { adapter: 'cardmarket', prices: `${place}/second-guide.json`, products, ...common },
  };
}

/** What each sealed product is linked to and priced at: TCGplayer's number, Cardmarket's, market price, trend. */
async function sealedShown(store: Store): Promise<unknown[]> {
  const products = await allProducts(store.reads, DEFAULT_SCOPE.game);
  const links = new Map(
    (await sealedLinks(store.reads, DEFAULT_SCOPE.game)).map((link) => [link.product_id, link.cardmarket_id]),
  );
  const prices = await currentProductPrices(
    store.reads,
    products.map(({ id }) => id),
  );
  return products.map(({ id, external_ids }) => {
    const amounts = (prices.get(id) ?? []).map((price) =>
      price.market === 'usd' ? price.amounts.market : price.amounts.trend,
    );
    assert.equal(links.get(id) ?? null, external_ids.cardmarket);
    return [id, external_ids.cardmarket, ...amounts.sort((a, b) => (b ?? 0) - (a ?? 0))];
  });
}

const engines: [Engine, string | false][] = [
  ['sqlite', false],
  ['postgres', postgresMissing],
];

for (const [engine, skip] of engines) {
  suite(`a second source of a marketplace on ${engine}`, { skip }, () => {
    test('leaves the first one the links of printings and products, on every day', async () => {
      await using s = await stage(engine);
      await putLists(s.market, SEALED.slice(1));
      await putDay(s, DAY);
      const { usd, eur, ...second } = fourSources(s);
      await runAll(s.store, { usd, eur } as Record<string, SourceSettings>);
      const links = async () => [
        ...(await priceLinks(s.store.reads, 'usd', DEFAULT_SCOPE.game)),
        ...(await priceLinks(s.store.reads, 'eur', DEFAULT_SCOPE.game)),
      ];
      const before = await links();
      assert.equal(before.length, CARDS * 4);
      for (const report of await runAll(s.store, second)) {
        assert.equal(report.outcome, 'succeeded', report.reason ?? '');
        assert.equal(report.counts.withdrawn, 0);
      }
      const both = [
        [900, 1900, 9000, 7500],
        [901, 1901, 3000, 2500],
        [902, 1902, 3000, 2500],
      ];
      assert.deepEqual(await sealedShown(s.store), both);
      for (const back of [1, 2]) {
        await putDay(s, addDays(DAY, back));
        for (const { outcome, counts } of await runAll(s.store, fourSources(s))) {
          assert.deepEqual([outcome, counts.products_changed, counts.withdrawn], ['succeeded', 0, 0]);
        }
      }
      assert.deepEqual(await sealedShown(s.store), both);
      assert.deepEqual(await links(), before);
    });

    test('takes its own links back where its list says otherwise, and only those', async () => {
      await using s = await stage(engine);
      await putLists(s.market, SEALED.slice(1));
      await putDay(s, DAY);
      await runAll(s.store, fourSources(s));
      // One marketplace product is another product now, the other has a new number.
      const [, tide, trainer] = SEALED;
      await putLists(s.market, [
        { ...tide, names: ['', 'Ember Tide Mini Tin'] },
        { ...trainer, cardmarket: 1903 },
      ]);
      const day = addDays(DAY, 1);
      await putDay(s, day);
      await runAll(s.store, fourSources(s));
      assert.deepEqual(await sealedShown(s.store), [
        [900, 1900, 9000, 7500],
        [901, null, 3000],
        [902, 1903, 3000],
      ]);
      const [shown] = (await productHistory(s.store.reads, 901, { from: DAY, to: day }))?.variants ?? [];
      assert.deepEqual(shown?.eur.days, []);
    });
  });
}
