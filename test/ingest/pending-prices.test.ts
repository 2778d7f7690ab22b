/** A single amount that moves 50-fold waits for a second day, whatever days without it lie between. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { currentProductPrices } from '../../src/store/prices/current-prices.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import type { Store } from '../../src/store/store.ts';
import { cardHistory, productHistory } from '../support/oracles/shown-histories.ts';
import { type MarketDay, tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, current, PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';

/** Sets the market price of marketplace product 3 as a normal card, and the trend of its product at the other market. */
const priced = (usd: number | null, eur: number | null) => (market: MarketDay) => {
  for (const row of market.usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = usd;
  for (const row of market.eur) if (row.idProduct === 1003) row.trend = eur;
};

/** The others of the row rise 40-fold, which no guard sees: read again they would bear out the 60-fold. */
const risen = (market: MarketDay) => {
  for (const row of market.usd) {
    if (row.productId !== 3 || row.subTypeName !== 'Normal') continue;
    Object.assign(row, { marketPrice: 180, lowPrice: 60, highPrice: 240 });
  }
};

/** Amounts of the first printing in USD and in EUR on each day of the history. */
async function historyOf(store: Store): Promise<unknown[][]> {
  const [normal] = (await cardHistory(store.reads, PRICED_CARD, { from: DAY, to: addDays(DAY, 30) }))?.variants ?? [];
  const days = [normal?.usd[0]?.days ?? [], normal?.eur.days ?? []];
  return days.map((observed) => observed.map(({ day, amounts }) => [day, ...Object.values(amounts)]));
}

for (const [engine, skip] of ENGINES) {
  suite(`an amount that moves 50-fold on ${engine}`, { skip }, () => {
    test('waits until a second day confirms it; the others of its row are served', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const parked = priced(200, 3);
      const [usd] = await s.run(addDays(DAY, 1), parked);
      assert.equal(usd?.counts.held, 1);
      const told =
        '3/Normal/NM/market is 20000, and was 300: left out until a second day confirms it, or you accept it';
      assert.equal(usd?.reason, told);
      assert.deepEqual((await current(s.store))['normal usd'], [null, 150, 600]);
      await s.run(addDays(DAY, 1), parked);
      assert.deepEqual((await current(s.store))['normal usd'], [null, 150, 600]);
      assert.equal((await s.run(addDays(DAY, 2), parked))[0]?.reason, null);
      assert.deepEqual((await current(s.store))['normal usd'], [20_000, 150, 600]);
    });

    test('one that is accepted stays so through days that do not bring it, and is taken with the next that does', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.run(addDays(DAY, 1), priced(200, 3));
      await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
      await s.run(addDays(DAY, 2), priced(null, 3));
      assert.equal((await allHeld(s.store.reads)).length, 1);
      await s.run(addDays(DAY, 3), priced(5, 3));
      const [usd] = await historyOf(s.store);
      const markets = usd?.map((observed) => (observed as unknown[])[1]);
      assert.deepEqual([markets, await allHeld(s.store.reads)], [[300, 20_000, null, 500], []]);
    });

    test('a day that is read again is no evidence for itself: what is held stays held, what is served stays served', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      await s.run(addDays(DAY, 1), risen);
      const shown = await current(s.store);
      assert.deepEqual(shown['normal usd'], [null, 6000, 24_000]);
      for (const name of ['one', 'two']) {
        await s.relink(({ cards }) => Object.assign(cards[0] ?? {}, { name: `Glimmer of ${name}` }));
        await s.run(addDays(DAY, 1), risen);
        assert.deepEqual(await current(s.store), shown);
      }
      await s.run(addDays(DAY, 2));
      assert.deepEqual((await current(s.store))['normal usd'], [300, 150, 600]);
    });

    test('an older day that is read again keeps its amounts, however far the newest have moved since', async () => {
      await using s = await stage(engine);
      await s.market.write(tinyMarket(DAY, CARDS));
      for (const at of [1, 2]) {
        const market = tinyMarket(addDays(DAY, at), CARDS);
        risen(market);
        await s.market.write(market);
      }
      const daily = { usd: s.market.dailySources(0).usd };
      const read = (from: number, to: number) =>
        runAll(s.store, daily, { days: { from: addDays(DAY, from), to: addDays(DAY, to) } });
      await read(0, 2);
      const before = await historyOf(s.store);
      assert.equal(before[0]?.length, 3);
      await read(0, 0);
      await read(1, 1);
      assert.deepEqual(await historyOf(s.store), before);
    });

    test('is written on the day that it was held back on, once it is confirmed', async () => {
      await using s = await stage(engine);
      const sealed = (usd: number, eur: number) => (market: MarketDay) => {
        priced(usd, eur)(market);
        market.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 80, highPrice: null, marketPrice: usd });
        market.eur.push({ idProduct: 1900, avg: null, low: null, trend: eur });
      };
      for (const [at, amount] of [3, 300, 310].entries()) await s.run(addDays(DAY, at), sealed(amount, amount));
      const [one, two, three] = [DAY, addDays(DAY, 1), addDays(DAY, 2)];
      const sides = [450, 300, 600];
      assert.deepEqual(await historyOf(s.store), [
        [
          [one, 300, 150, 600],
          [two, 30_000, 150, 600],
          [three, 31_000, 150, 600],
        ],
        [
          [one, 350, 150, 300, ...sides],
          [two, 350, 150, 30_000, ...sides],
          [three, 350, 150, 31_000, ...sides],
        ],
      ]);
      const [product] = (await productHistory(s.store.reads, 900, { from: DAY, to: three }))?.variants ?? [];
      assert.deepEqual(
        [product?.usd[0]?.days.map(({ amounts }) => amounts[0]), product?.eur.days.map(({ amounts }) => amounts[2])],
        [
          [300, 30_000, 31_000],
          [300, 30_000, 31_000],
        ],
      );
    });

    test('is written on that day also when both days are read in one run, and not when it is gone again', async () => {
      await using s = await stage(engine);
      const today = dayOf(Date.now());
      for (const [at, amount] of [3, 300, 310, 3, 310, 3].entries()) {
        const market = tinyMarket(addDays(today, at - 5), CARDS);
        priced(amount, amount)(market);
        await s.market.write(market);
      }
      await runAll(s.store, s.market.dailySources(5));
      const [normal] =
        (await cardHistory(s.store.reads, PRICED_CARD, { from: addDays(today, -9), to: today }))?.variants ?? [];
      assert.deepEqual(
        normal?.usd[0]?.days.map(({ amounts }) => amounts[0]),
        // Its row bears out the way back, and not a second way up.
        [300, 30_000, 31_000, 300, null, 300],
      );
    });

    test('is served at once where what was known before of its row bears it out, and not where the other market does', async () => {
      await using s = await stage(engine);
      const lowest = (low: number) => (market: MarketDay) => {
        for (const row of market.eur) if (row.idProduct === 1003) row.low = low;
      };
      // A lowest offer far below the row's other amounts, and then one near them.
      await s.run(DAY, lowest(0.02));
      const [, eur] = await s.run(addDays(DAY, 1), lowest(2.5));
      assert.equal(eur?.counts.held, 0);
      // The other market has long been where this one goes: which of the two was read first must change nothing.
      for (const at of [2, 3]) {
        await s.run(addDays(DAY, at), (market) => {
          for (const row of market.usd)
            if (row.productId === 3) Object.assign(row, { lowPrice: 140, marketPrice: 150, highPrice: 160 });
        });
      }
      const [, dear] = await s.run(addDays(DAY, 4), (market) => {
        priced(150, 160)(market);
      });
      assert.equal(dear?.counts.held, 1);
    });

    test('is not borne out by a row of which all amounts move so', async () => {
      await using s = await stage(engine);
      await s.run(DAY);
      const [usd, eur] = await s.run(addDays(DAY, 1), (market) => {
        for (const row of market.usd) {
          if (row.productId === 3) Object.assign(row, { lowPrice: 150, marketPrice: 300, highPrice: 600 });
        }
        for (const row of market.eur) {
          if (row.idProduct !== 1003) continue;
          for (const [name, cents] of Object.entries(row)) if (name !== 'idProduct') row[name] = Number(cents) / 100;
        }
      });
      assert.deepEqual([usd?.counts.held, eur?.counts.held], [6, 6]);
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
