/** A single amount that moves 50-fold waits for a second day, whatever days without it lie between. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { currentProductPrices } from '../../src/store/prices/current-prices.ts';
import { runAll } from '../support/ingest.ts';
import { CARDS, current, stage } from '../support/market-stage.ts';
import { ENGINES } from '../support/stores.ts';
import { type MarketDay, tinyMarket } from '../support/tiny-market.ts';

const DAY = '2026-03-01';

/** Sets the market price of article 3 as a normal card, and the trend of its article at the other market. */
const priced = (usd: number | null, eur: number | null) => (market: MarketDay) => {
  for (const row of market.usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = usd;
  for (const row of market.eur) if (row.idProduct === 1003) row.trend = eur;
};

for (const [engine, skip] of ENGINES) {
  suite(`an amount that moves 50-fold on ${engine}`, { skip }, () => {
    test('waits until a second day confirms it; the others of its row are served', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const parked = priced(200, 3);
      const [usd] = await s.run(addDays(DAY, 1), parked);
      assert.equal(usd?.counts.held, 1);
      assert.deepEqual((await current(s.store))['normal usd'], [null, 150, 600]);
      await s.run(addDays(DAY, 1), parked);
      assert.deepEqual((await current(s.store))['normal usd'], [null, 150, 600]);
      await s.run(addDays(DAY, 2), parked);
      assert.deepEqual((await current(s.store))['normal usd'], [20_000, 150, 600]);
    });

    test('waits also when the amount was missing on the days between', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      // Two months without it, one day each.
      for (const day of [1, 40]) await s.run(addDays(DAY, day), priced(null, null));
      const shown = async () => {
        const amounts = await current(s.store);
        return [amounts['normal usd'], (amounts['normal eur'] as unknown[])[2]];
      };
      assert.deepEqual(await shown(), [[null, 150, 600], null]);
      const [usd, eur] = await s.run(addDays(DAY, 41), priced(300, 300));
      assert.deepEqual([usd?.counts.held, eur?.counts.held], [1, 1]);
      assert.deepEqual(await shown(), [[null, 150, 600], null]);
      await s.run(addDays(DAY, 42), priced(300, 300));
      assert.deepEqual(await shown(), [[30_000, 150, 600], 30_000]);
    });

    test('an amount that is about what it was before it was missing is served at once', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.run(addDays(DAY, 1), priced(null, null));
      const [usd, eur] = await s.run(addDays(DAY, 2), priced(4, 4));
      assert.deepEqual([usd?.counts.held, eur?.counts.held], [0, 0]);
      assert.deepEqual((await current(s.store))['normal usd'], [400, 150, 600]);
    });

    test('an amount that was never known is served at once', async () => {
      await using s = await stage(engine);
      for (const day of [0, 1]) await s.run(addDays(DAY, day), priced(null, null));
      const [usd] = await s.run(addDays(DAY, 2), priced(300, 300));
      assert.equal(usd?.counts.held, 0);
      assert.deepEqual((await current(s.store))['normal usd'], [30_000, 150, 600]);
    });

    test('waits also when all those days are read in one run', async () => {
      await using s = await stage(engine);
      const today = dayOf(Date.now());
      const wild = [priced(3, 3), priced(null, null), priced(300, 300)];
      for (const [at, change] of wild.entries()) {
        const market = tinyMarket(addDays(today, at - 2), CARDS);
        change(market);
        await s.market.write(market);
      }
      const reports = await runAll(s.store, s.market.dailySources(5));
      assert.deepEqual(
        reports.map(({ counts }) => counts.held),
        [1, 1],
      );
      assert.deepEqual((await current(s.store))['normal usd'], [null, 150, 600]);
    });

    test('waits likewise for sealed products', async () => {
      await using s = await stage(engine);
      const sealed = (usd: number | null, eur: number | null) => (market: MarketDay) => {
        market.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 80, highPrice: null, marketPrice: usd });
        market.eur.push({ idProduct: 1900, avg: 70, low: 60, trend: eur });
      };
      await s.run(DAY, sealed(90, 75));
      await s.run(addDays(DAY, 1), sealed(null, null));
      const reports = await s.run(addDays(DAY, 2), sealed(9000, 7500));
      assert.deepEqual(
        reports.map(({ counts }) => counts.held),
        [1, 1],
      );
      const prices = (await currentProductPrices(s.store.reads, [900])).get(900) ?? [];
      assert.deepEqual(prices.map((price) => [price.market, ...Object.values(price.amounts)]).sort(), [
        ['eur', 7000, 6000, null, null, null, null],
        ['usd', null, 8000, null],
      ]);
    });
  });
}
