/** The list of guards of price files: each trips, is told, leaves out the smallest part, and lets go by both ways. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { sealedLinks } from '../../src/store/catalog/products.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { publishGroups } from '../support/sources/grouped-market.ts';
import { type MarketDay, tinyMarket, type UsdPriceRow } from '../support/sources/tiny-market.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const day = (at: number) => addDays(DAY, at);

const hundredfold = (rows: UsdPriceRow[]): UsdPriceRow[] =>
  rows.map((row) => ({
    ...row,
    lowPrice: (row.lowPrice ?? 0) * 100,
    highPrice: (row.highPrice ?? 0) * 100,
    marketPrice: Number(row.marketPrice) * 100,
  }));
const guideTimes = (factor: number) => (market: MarketDay) => {
  for (const row of market.eur)
    for (const key of Object.keys(row)) if (key !== 'idProduct') row[key] = Number(row[key]) * factor;
};

const guideRow = ({ eur: [row] }: MarketDay) => row ?? { idProduct: 0, avg: 0, low: 0, trend: 0 };

/** One guard: what trips it on a day, what the run says, and a card whose prices it keeps back, with one that it does not. */
interface Guard {
  what: string;
  /** Publishes the day, spoilt or not, and runs the source that the guard is of. */
  run(s: Stage, at: number, isSpoilt: boolean, options?: { acceptPrune?: boolean }): Promise<RunReport>;
  says: RegExp;
  part: string;
  guard: string;
  held: string;
  free?: string;
  market: 'usd' | 'eur';
  /** What is told of it once it is taken as it is. */
  afterwards?: RegExp;
}

const inGroups =
  (spoil: (rows: UsdPriceRow[], group: number) => UsdPriceRow[]): Guard['run'] =>
  async (s, at, isSpoilt, options = {}) => {
    await publishGroups(s, day(at), isSpoilt ? spoil : undefined);
    const [report] = await runAll(s.store, { usd: s.market.sources.usd }, options);
    assert.ok(report);
    return report;
  };
const inGuide =
  (spoil: (market: MarketDay) => void): Guard['run'] =>
  async (s, at, isSpoilt, options = {}) => {
    const market = tinyMarket(day(at), CARDS);
    if (isSpoilt) spoil(market);
    await s.market.write(market);
    const [report] = await runAll(s.store, { eur: s.market.sources.eur }, options);
    assert.ok(report);
    return report;
  };

const guards: Guard[] = [
  {
    what: 'a group of another unit',
    run: inGroups((rows, group) => (group === 8 ? hundredfold(rows) : rows)),
    says: /the prices of Ember Tide: half of its amounts are 100.00 times .*wrong unit\?: left out until it stays so for 3 days/,
    ...{ part: 'Ember Tide', guard: 'unit', held: 'ember2-1', free: 'ember1-1', market: 'usd' },
  },
  {
    what: 'a group of fewer than half of its rows',
    run: inGroups((rows, group) => (group === 8 ? rows.slice(0, 11) : rows)),
    says: /Ember Tide came with 11 rows on 2026-03-02, and had 24: left out/,
    ...{ part: 'Ember Tide', guard: 'rows', held: 'ember2-1', free: 'ember1-1', market: 'usd' },
  },
  {
    what: 'a group with an amount that most of its rows lack',
    run: inGroups((rows, group) => (group === 8 ? rows.map((row) => ({ ...row, marketPrice: null })) : rows)),
    says: /the prices of Ember Tide: market is missing in 24 of 24 rows that had it: left out/,
    ...{ part: 'Ember Tide', guard: 'column', held: 'ember2-1', free: 'ember1-1', market: 'usd' },
  },
  {
    what: 'a group with the rows of other products',
    run: inGroups((rows, group) => (group === 8 ? [...hundredfold(rows.slice(0, 4)), ...rows.slice(4)] : rows)),
    says: /the prices of Ember Tide: 12 of 72 amounts moved 50-fold or more: wrong unit, or of other products\?: left out/,
    ...{ part: 'Ember Tide', guard: 'unit', held: 'ember2-1', free: 'ember1-1', market: 'usd' },
  },
  {
    what: 'a day of another unit in all its groups',
    run: inGroups(hundredfold),
    says: /3 of 3 groups are held \(.*\), the first since the prices of Ember Dawn: .*: left out/,
    ...{ part: '2026-03-02', guard: 'unit', held: 'ember1-1', market: 'usd' },
  },
  {
    what: 'a guide of another unit',
    run: inGuide(guideTimes(100)),
    says: /guide.json: half of its amounts are 100.00 times .*: left out/,
    ...{ part: '2026-03-02', guard: 'unit', held: 'ember1-1', market: 'eur' },
  },
  {
    what: 'a guide of fewer than 90 % of its rows',
    run: inGuide((market) => market.eur.splice(30)),
    says: /only 30 prices came; the last good run had 36: left out/,
    ...{ part: '2026-03-02', guard: 'rows', held: 'ember1-1', market: 'eur' },
  },
  {
    what: 'a guide of which rows cannot be taken',
    run: inGuide((day) => day.eur.push(...['x', 'y'].map((id) => ({ ...guideRow(day), idProduct: id as never })))),
    says: /2 of 38 records cannot be taken; the first: idProduct is no id \(.*: left out/,
    ...{ part: '2026-03-02', guard: 'records', held: 'ember1-1', market: 'eur' },
    afterwards: /^rows quarantined: 2 × idProduct is no id/,
  },
  {
    what: 'a guide that lacks a column',
    run: inGuide((market) => {
      for (const row of market.eur) delete row.trend;
    }),
    says: /guide.json: trend is missing in 36 of 36 rows that had it: left out/,
    ...{ part: '2026-03-02', guard: 'column', held: 'ember1-1', market: 'eur' },
  },
  {
    what: 'a guide with a column that cannot be read',
    run: inGuide((market) => {
      for (const row of market.eur) row.trend = -1;
    }),
    says: /guide.json: trend is no amount in 36 of 36 rows \(.*: left out/,
    ...{ part: '2026-03-02', guard: 'column', held: 'ember1-1', market: 'eur' },
    afterwards: /^fields left out: 36 × trend is no amount/,
  },
];

/** The days, as counted from the first, on which the card's first printing has a price. */
async function pricedDays(store: Store, id: string, market: 'usd' | 'eur'): Promise<number[]> {
  const [printing] = (await cardHistory(store.reads, id, { from: DAY, to: day(30) }))?.variants ?? [];
  const days = market === 'usd' ? printing?.usd[0]?.days : printing?.eur.days;
  return (days ?? []).map((observed) => (Date.parse(observed.day) - Date.parse(DAY)) / 86_400_000);
}

/** What the runs say of single amounts that had waited. */
const amountsTaken = (reports: readonly RunReport[]) => ({
  accepted: reports.flatMap(({ counts }) => counts.amounts_accepted ?? []),
  released: reports.flatMap(({ counts }) => counts.amounts_released ?? []),
});

/** Guards judge in code; engines differ in how parts are stored, which one of a group and one of a guide show. */
const guardsOn = (engine: Engine) =>
  engine === 'sqlite' ? guards : guards.filter((each) => each === guards.find(({ market }) => market === each.market));

for (const [engine, skip] of ENGINES) {
  suite(`a guard of prices on ${engine}`, { skip }, () => {
    for (const { what, run, says, part, guard, held, free, market, afterwards = /^$/ } of guardsOn(engine)) {
      test(`${what} is left out and told, and nothing else is`, async () => {
        await using s = await stage(engine);
        await run(s, 0, false);
        const { reason } = await run(s, 1, true);
        assert.match(reason ?? '', says);
        const [listed, ...others] = await allHeld(s.store.reads);
        assert.deepEqual([listed?.part, listed?.guard, listed?.since, listed?.days], [part, guard, day(1), [day(1)]]);
        assert.deepEqual(others, []);
        assert.deepEqual(await pricedDays(s.store, held, market), [0]);
        if (free !== undefined) assert.deepEqual(await pricedDays(s.store, free, market), [0, 1]);
        const { outcome, counts } = await run(s, 2, false);
        assert.equal(outcome, 'succeeded');
        assert.deepEqual([counts.parts_released, counts.parts_accepted], [undefined, undefined]);
        assert.deepEqual(await allHeld(s.store.reads), []);
        assert.deepEqual(await pricedDays(s.store, held, market), [0, 2]);
      });

      test(`${what} lets go by itself with the third day, and its days are written`, async () => {
        await using s = await stage(engine);
        await run(s, 0, false);
        for (const at of [1, 1, 2]) await run(s, at, true);
        assert.deepEqual(
          (await allHeld(s.store.reads)).map(({ days }) => days),
          [[day(1), day(2)]],
        );
        const { outcome, reason, counts } = await run(s, 3, true);
        assert.equal(outcome, 'succeeded');
        assert.deepEqual([counts.parts_released, counts.parts_accepted], [1, undefined]);
        assert.match(reason ?? '', afterwards);
        assert.deepEqual(await pricedDays(s.store, held, market), [0, 1, 2, 3]);
        assert.deepEqual(await allHeld(s.store.reads), []);
        assert.match((await run(s, 4, true)).reason ?? '', afterwards);
      });

      test(`${what} lets go when it is accepted, though its source has nothing new`, async () => {
        await using s = await stage(engine);
        await run(s, 0, false);
        for (const at of [1, 2]) await run(s, at, true);
        await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
        const { outcome, reason, counts } = await run(s, 2, true);
        assert.equal(outcome, 'succeeded');
        assert.deepEqual([counts.parts_released, counts.parts_accepted], [undefined, 1]);
        assert.match(reason ?? '', afterwards);
        assert.deepEqual(await pricedDays(s.store, held, market), [0, 1, 2]);
        assert.deepEqual(await allHeld(s.store.reads), []);
      });
    }

    for (const { what, run, says, held, market } of guardsOn(engine)) {
      test(`${what} that was accepted is taken too where the next day is as it was before`, async () => {
        await using s = await stage(engine);
        await run(s, 0, false);
        await run(s, 1, true);
        await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
        const { outcome, counts } = await run(s, 2, false);
        assert.equal(outcome, 'succeeded');
        assert.equal(counts.parts_accepted, 1);
        // Amounts that then fall a hundredfold wait for their second day.
        const isFalling = /100.00|50-fold|groups/.test(String(says));
        assert.deepEqual(await pricedDays(s.store, held, market), isFalling ? [0, 1] : [0, 1, 2]);
        const waiting = (await allHeld(s.store.reads)).filter((part) => part.guard !== 'amount');
        assert.deepEqual(waiting, []);
      });
    }

    test('a single amount that waits is taken when it is accepted', async () => {
      await using s = await stage(engine);
      const parked = (market: MarketDay) => {
        for (const row of market.usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = 300;
      };
      await s.run(day(0));
      const shown = async () => {
        const [printing] = (await cardHistory(s.store.reads, 'ember1-3', { from: DAY, to: day(30) }))?.variants ?? [];
        return printing?.usd[0]?.days.map(({ amounts }) => amounts[0]);
      };
      await s.run(day(1), parked);
      const [listed] = await allHeld(s.store.reads);
      assert.deepEqual([listed?.guard, listed?.part, listed?.days], ['amount', '3/Normal/NM/market', [day(1)]]);
      assert.deepEqual(await shown(), [300, null]);
      await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
      assert.deepEqual(amountsTaken(await s.run(day(1), parked)), { accepted: [1], released: [] });
      assert.deepEqual([await shown(), await allHeld(s.store.reads)], [[300, 30_000], []]);
      assert.deepEqual(await s.store.reads.selectFrom('held_parts').selectAll().execute(), []);
    });

    for (const [what, isAgain] of [
      ['taken with the day that bears it out is counted', true],
      ['given up for an ordinary one is not counted', false],
    ] as const) {
      test(`a single amount that waits and is ${what}`, async () => {
        await using s = await stage(engine);
        const parked = (market: MarketDay) => {
          for (const row of market.usd) if (row.productId === 3 && row.subTypeName === 'Normal') row.marketPrice = 300;
        };
        await s.run(day(0));
        const held = await s.run(day(1), parked);
        const next = await s.run(day(2), isAgain ? parked : undefined);
        assert.deepEqual(amountsTaken(held), { accepted: [], released: [] });
        assert.deepEqual(amountsTaken(next), { accepted: [], released: isAgain ? [1] : [] });
        assert.deepEqual(await allHeld(s.store.reads), []);
      });
    }

    const sixtyfold = (rows: UsdPriceRow[], product: number) => {
      for (const row of rows) if (row.productId === product) row.marketPrice = Number(row.marketPrice) * 60;
      return rows;
    };
    test('the amounts of a part that lets go of fewer rows are judged one by one all the same', async () => {
      await using s = await stage(engine);
      const thin = (rows: UsdPriceRow[], group: number) => (group === 8 ? rows.slice(0, 11) : rows);
      await publishGroups(s, day(0));
      await runAll(s.store, { usd: s.market.sources.usd });
      for (const at of [1, 2, 3]) {
        await publishGroups(s, day(at), (rows, group) =>
          at === 3 ? sixtyfold(thin(rows, group), 13) : thin(rows, group),
        );
        await runAll(s.store, { usd: s.market.sources.usd });
      }
      const listed = (await allHeld(s.store.reads)).map(({ guard, part }) => `${guard} ${part}`);
      assert.deepEqual(listed.sort(), ['amount 13/Normal/NM/market', 'amount 13/Reverse Holofoil/NM/market']);
      assert.deepEqual(await pricedDays(s.store, 'ember2-1', 'usd'), [0, 1, 2, 3]);
      assert.deepEqual(await pricedDays(s.store, 'ember2-2', 'usd'), [0, 1, 2, 3]);
    });

    test('a list of products that is cut or empty leaves products as they are, and prices are published', async () => {
      await using s = await stage(engine);
      const run = async (at: number, list?: string) => {
        await s.market.write(tinyMarket(day(at), CARDS));
        if (list !== undefined) await s.market.put('nonsingles.json', list);
        const [report] = await runAll(s.store, { eur: s.market.sources.eur });
        return report;
      };
      await s.run(day(0));
      const whole = { version: 1, createdAt: '2026-01-01T08:00:00+0100' };
      for (const [at, list, says] of [
        [
          1,
          '{"version":1,"products":[{"idPro',
          /nonsingles.json is not whole JSON: .*: left out until it can be read$/,
        ],
        [2, JSON.stringify({ ...whole, products: [] }), /^no products came: left out until it can be read$/],
      ] as const) {
        const report = await run(at, list);
        assert.equal(report?.outcome, 'succeeded');
        assert.match(report?.reason ?? '', says);
        const held = (await allHeld(s.store.reads)).map(({ part, guard }) => [part, guard]);
        assert.deepEqual(held, [['product lists', 'records']]);
      }
      // The same guide once more: it is read again until the list can be.
      const row = { idProduct: 1900, idExpansion: 70, categoryName: 'Kind', name: 'Ember Dawn Booster Display' };
      const report = await run(2, JSON.stringify({ ...whole, products: [row] }));
      assert.deepEqual([report?.outcome, report?.reason], ['succeeded', null]);
      assert.deepEqual(await allHeld(s.store.reads), []);
      assert.deepEqual(await pricedDays(s.store, 'ember1-1', 'eur'), [0, 1, 2]);
    });

    test('lists by which most sealed products would be unlinked leave the links for two days, and then hold', async () => {
      await using s = await stage(engine);
      const SEALED = ['Booster Box', 'Elite Trainer Box', 'Blister'].map((kind) => `Ember Dawn ${kind}`);
      const lists = async (expansionOf: (at: number) => number) => {
        const whole = { version: 1, createdAt: '2026-01-01T08:00:00+0100' };
        const row = (idProduct: number, name: string, at: number) => {
          return { idProduct, name, categoryName: 'Kind', idExpansion: expansionOf(at) };
        };
        const singles = Array.from({ length: CARDS }, (_, at) => row(1001 + at, `Article ${at + 1}`, at));
        await s.market.put('singles.json', { ...whole, products: singles });
        const products = SEALED.map((name, at) => row(1900 + at, name, 0));
        await s.market.put('nonsingles.json', { ...whole, products });
      };
      const own = (at: number) => 70 + Math.floor(at / 12);
      const results = Array.from({ length: CARDS }, (_, at) => {
        return { productId: at + 1, name: `Article ${at + 1}`, extendedData: [{ name: 'Number', value: `${at + 1}` }] };
      });
      const sealed = SEALED.map((name, at) => ({ productId: 900 + at, name, extendedData: [] }));
      await s.market.put('now/3/7/products', { success: true, results: [...results.slice(0, 12), ...sealed] });
      const run = async (at: number, options = {}, change = (_: MarketDay): void => undefined) => {
        const market = tinyMarket(day(at), CARDS);
        change(market);
        await s.market.write(market);
        const now = () => new Date(`${day(at)}T12:00:00Z`);
        const reports = await runAll(s.store, s.market.sources, { now, ...options });
        const parts = (await allHeld(s.store.reads)).map(({ part }) => part);
        return [reports.at(-1)?.reason ?? null, parts, (await sealedLinks(s.store.reads, GAME.name)).length] as const;
      };
      await lists(own);
      assert.deepEqual(await run(0), [null, [], 3]);
      await lists(() => 70);
      const told =
        'by the product lists 3 of 3 sealed products are no product any more, or another: left out until it stays so for 3 days, or a run with --accept-prune takes it as it is';
      for (const at of [1, 2]) assert.deepEqual(await run(at), [told, ['product lists'], 3]);
      await lists(own);
      assert.deepEqual(await run(3), [null, [], 3], 'lists that are well again heal it');
      await lists(() => 70);
      for (const at of [4, 5]) assert.deepEqual(await run(at), [told, ['product lists'], 3]);
      assert.deepEqual(await run(6), [null, [], 0], 'what stays so for three days is true');
      await lists(own);
      assert.deepEqual(await run(7), [null, [], 3]);
      await lists(() => 70);
      assert.deepEqual(await run(8, { acceptPrune: true }), [null, [], 0], 'and what is accepted at once');
      await lists(own);
      await run(9);
      await lists(() => 70);
      await run(10);
      await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
      await run(11, {}, guideTimes(100));
      assert.deepEqual(await run(12), [null, [], 0], 'but not by a day that is left out, which publishes nothing');
    });

    test('one bad day among many does not keep the good ones from being read', async () => {
      await using s = await stage(engine);
      for (const at of [0, 1, 2, 3]) {
        const market = tinyMarket(day(at), CARDS);
        if (at === 1) guideTimes(100)(market);
        await s.market.write(market);
      }
      const { eur } = s.market.dailySources(0);
      const [report] = await runAll(s.store, { eur }, { days: { from: day(0), to: day(3) } });
      assert.equal(report?.outcome, 'succeeded');
      assert.match(report?.reason ?? '', /half of its amounts are 100.00 times/);
      assert.deepEqual(await pricedDays(s.store, 'ember1-1', 'eur'), [0, 2, 3]);
    });

    for (const isMended of [true, false]) {
      test(`a left-out day with an address of its own is ${isMended ? 'written' : 'no price'} where its file ${isMended ? 'was mended' : 'stays wrong'} until the next day`, async () => {
        await using s = await stage(engine);
        const write = (at: number, isSpoilt = false) => {
          const market = tinyMarket(day(at), CARDS);
          if (isSpoilt) guideTimes(100)(market);
          return s.market.write(market);
        };
        for (const at of [0, 1]) await write(at, at === 1);
        const { eur } = s.market.dailySources(0);
        await runAll(s.store, { eur }, { days: { from: day(0), to: day(1) } });
        assert.deepEqual(await pricedDays(s.store, 'ember1-1', 'eur'), [0]);
        for (const at of [1, 2]) await write(at, at === 1 && !isMended);
        const [report] = await runAll(s.store, { eur });
        assert.equal(report?.outcome, 'succeeded');
        assert.deepEqual(await pricedDays(s.store, 'ember1-1', 'eur'), isMended ? [0, 1, 2] : [0, 2]);
        assert.deepEqual(await allHeld(s.store.reads), [], 'the next good day settles it');
      });
    }
  });
}
