/** What a catalog run does to prices that are stored: who is a marketplace product now has its price and its days at once. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { allProducts } from '../../src/store/catalog/products.ts';
import type { Store } from '../../src/store/store.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import type { UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { current, PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const DAYS = [DAY, addDays(DAY, 1), addDays(DAY, 40)] as const;
const OTHER_CARD = 'ember1-4';

const link =
  (at: number, marketProduct: number) =>
  ({ cards }: UpstreamCatalog) =>
    void Object.assign(cards[at] ?? {}, { thirdParty: { tcgplayer: marketProduct, cardmarket: 1000 + marketProduct } });

/** Days of each printing in USD and EUR. */
async function days(store: Store, id = PRICED_CARD): Promise<unknown[]> {
  const history = (await cardHistory(store.reads, id, { from: DAY, to: addDays(DAY, 90) }))?.variants ?? [];
  return history.map(({ usd, eur }) => [(usd[0]?.days ?? []).map(({ day }) => day), eur.days.map(({ day }) => day)]);
}

for (const [engine, skip] of ENGINES) {
  suite(`a catalog run over stored prices on ${engine}`, { skip }, () => {
    test('a catalog run that changes claims re-matches the stored rows at once', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      for (const day of DAYS) await s.run(day);
      const [third, fourth] = [await current(s.store), await current(s.store, OTHER_CARD)];
      await followed.follow();
      await s.relink((catalog) => [link(2, 4)(catalog), link(3, 3)(catalog)]);
      assert.deepEqual([await current(s.store), await current(s.store, OTHER_CARD)], [fourth, third]);
      for (const id of [PRICED_CARD, OTHER_CARD]) {
        assert.deepEqual(await days(s.store, id), [
          [DAYS, DAYS],
          [DAYS, DAYS],
        ]);
      }
      assert.deepEqual(await followed.follow(), []);
    });

    test('a new printing on a marketplace product whose days are known gets those days', async () => {
      await using s = await stage(engine);
      await s.relink(({ cards }) => void Object.assign(cards[2] ?? {}, { variants_detailed: [{ type: 'normal' }] }));
      await s.accept();
      for (const day of DAYS) await s.run(day);
      await s.relink(({ cards }) => {
        Object.assign(cards[2] ?? {}, { variants_detailed: [{ type: 'normal' }, { type: 'reverse' }] });
      });
      assert.deepEqual(await days(s.store), [
        [DAYS, DAYS],
        [DAYS, DAYS],
      ]);
      assert.deepEqual((await current(s.store))['reverse usd'], [350, 175, 700]);
    });

    test('a card that comes to name a marketplace product which nobody read has its price and its days', async () => {
      await using s = await stage(engine);
      const extra = { lowPrice: null, highPrice: null, marketPrice: 50 };
      for (const day of DAYS) {
        await s.run(day, ({ usd, eur }) => {
          usd.push({ productId: 150, subTypeName: 'Normal', ...extra });
          eur.push({ idProduct: 1150, avg: 40, low: null, trend: null });
        });
      }
      await s.relink(link(2, 150));
      assert.deepEqual(await days(s.store), [
        [DAYS, DAYS],
        [[], DAYS],
      ]);
      assert.deepEqual((await current(s.store))['normal usd'], [5000, null, null]);
    });

    test('a wild amount of a marketplace product that nobody reads waits like any other', async () => {
      await using s = await stage(engine);
      const row = { lowPrice: null, highPrice: null };
      for (const [at, marketPrice] of [50, 5000].entries()) {
        await s.run(
          addDays(DAY, at),
          ({ usd }) => void usd.push({ productId: 150, subTypeName: 'Normal', ...row, marketPrice }),
        );
      }
      await s.relink(link(2, 150));
      assert.deepEqual((await current(s.store))['normal usd'], [5000, null, null]);
    });

    test('a renamed expansion is called by its new name in its sealed products, told by their events', async () => {
      await using s = await stage(engine);
      const followed = new FollowedStore(s.store);
      await s.run(DAY);
      await followed.follow();
      await s.relink(({ sets }) => void Object.assign(sets[0] ?? {}, { name: 'Ember Morning' }));
      const [product] = await allProducts(s.store.reads, DEFAULT_SCOPE.game);
      assert.deepEqual(product?.expansions, [{ id: 'ember1', name: 'Ember Morning' }]);
      assert.deepEqual(await followed.follow(), []);
    });
  });
}
