/** Prices that stand still: of rows that do not come the run and `/health` say so, of a source that stays on one day `/health` does. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { health } from '../../src/api/health.ts';
import { addDays } from '../../src/catalog/days.ts';
import { publishGroups } from '../support/sources/grouped-market.ts';
import type { MarketDay, UsdPriceRow } from '../support/sources/tiny-market.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
const day = (at: number) => addDays(DAY, at);
const inWords = (name: string, words: string) => (row: UsdPriceRow) =>
  row.subTypeName === name ? { ...row, subTypeName: words } : row;

/** What `/health` says of the source at that time. */
async function noticeOf(s: Stage, name: string, now: string): Promise<string | null | undefined> {
  const watched = [{ name, windowMs: 3_600_000 }];
  const parts = { store: s.store, tasks: watched, budgetStore: undefined, games: [GAME] };
  return (await health({ ...parts, now: () => new Date(now) })).tasks[0]?.notice;
}

/** What the run of a source says, and `/health` after it, of each day by what comes on it; the first is whole. */
async function saidOf(s: Stage, source: 'usd' | 'eur', days: readonly ((market: MarketDay) => void)[]) {
  const said: (string | null)[] = [];
  for (const [at, change] of [() => undefined, ...days].entries()) {
    const reports = await s.run(day(at), change);
    const reason = reports.find((report) => report.source === source)?.reason ?? null;
    assert.equal(await noticeOf(s, source, `${day(at)}T21:00:00Z`), reason);
    said.push(reason);
  }
  return said;
}

for (const [engine, skip] of ENGINES) {
  test(`a source that stays on one day is called by that day after three others, on ${engine}`, { skip }, async () => {
    await using s = await stage(engine);
    for (const source of ['usd', 'eur']) {
      // The file is the same each time: there is nothing new in it, and nothing wrong with the run.
      for (const _ of [1, 2]) for (const { outcome } of await s.run(DAY)) assert.equal(outcome, 'succeeded');
      assert.equal(await noticeOf(s, source, `${day(3)}T23:59:59Z`), null);
      assert.equal(await noticeOf(s, source, `${day(4)}T00:00:00Z`), `its newest prices are of ${DAY}`);
    }
    const days = { from: DAY, to: DAY };
    for (const { outcome, reason } of await runAll(s.store, s.market.sources, { days })) {
      assert.deepEqual(
        [outcome, reason?.slice(5)],
        ['failed', 'its address holds no {day}, so older days cannot be read'],
      );
    }
    await s.run(day(4));
    assert.equal(await noticeOf(s, 'usd', `${day(4)}T23:00:00Z`), null);
  });

  suite(`rows that cards are priced by, on ${engine}`, { skip }, () => {
    test('of a market that calls a printing otherwise are missed every day, until they are called so again', async () => {
      await using s = await stage(engine);
      const respelled = (market: MarketDay) => {
        market.usd = market.usd.map(inWords('Normal', 'Regular'));
      };
      const told =
        '36 of 72 rows that cards are priced by are missing: those prices stand still; ' +
        '36 came under other words, the first: Normal as Regular (product 1)';
      const said = await saidOf(s, 'usd', [respelled, respelled, respelled, respelled, () => undefined]);
      assert.deepEqual(said, [null, told, told, told, told, null]);
    });

    test('of ten products in other words are missed, of nine they are not', async () => {
      const said: boolean[] = [];
      for (const count of [10, 9]) {
        await using s = await stage(engine);
        const respell = inWords('Normal', 'Regular');
        const some = (market: MarketDay) => {
          market.usd = market.usd.map((row) => (row.productId <= count ? respell(row) : row));
        };
        const [, reason] = await saidOf(s, 'usd', [some]);
        said.push(reason !== null);
      }
      assert.deepEqual(said, [true, false]);
    });

    test('of products that were sold under a further word all along are in no other words while theirs does not come', async () => {
      await using s = await stage(engine);
      const beside = (market: MarketDay) => {
        market.usd = market.usd.flatMap((row) =>
          row.subTypeName === 'Normal' ? [row, { ...row, subTypeName: '1st Edition' }] : [row],
        );
      };
      const without = (market: MarketDay) => {
        beside(market);
        market.usd = market.usd.filter(({ subTypeName, productId }) => subTypeName !== 'Normal' || productId > 10);
      };
      for (const [at, change] of [beside, without, beside].entries()) {
        const [report] = await s.run(day(at), change);
        assert.deepEqual([report?.source, report?.outcome, report?.reason], ['usd', 'succeeded', null]);
      }
    });

    test('of products that are other ones now are missed where they are more than half, and not at half', async () => {
      const said: (string | null | undefined)[] = [];
      for (const count of [CARDS / 2 + 1, CARDS / 2]) {
        await using s = await stage(engine);
        const moved = (market: MarketDay) => {
          for (const row of market.eur.slice(0, count)) row.idProduct += 50_000;
        };
        said.push((await saidOf(s, 'eur', [moved]))[1]);
      }
      assert.deepEqual(said, ['19 of 36 rows that cards are priced by are missing: those prices stand still', null]);
    });

    test('of an older day that is read again are no measure, since fewer were known then', async () => {
      await using s = await stage(engine);
      const sources = { usd: s.market.dailySources(3).usd };
      for (const at of [0, 1]) await s.run(day(at));
      const now = () => new Date(`${day(1)}T21:00:00Z`);
      await runAll(s.store, sources, { now });
      const { put } = s.market;
      const [row] = [{ productId: 1, subTypeName: 'Normal', lowPrice: 1, highPrice: 3, marketPrice: 2 }];
      await put(`${day(0)}/3/7/prices`, { success: true, results: [row] });
      const [report] = await runAll(s.store, sources, { now, days: { from: day(0), to: day(0) } });
      assert.deepEqual([report?.outcome, report?.reason], ['succeeded', null]);
    });

    test('of a single group in other words are missed beside groups that are well', async () => {
      await using s = await stage(engine);
      const run = async (at: number, change?: (rows: UsdPriceRow[], group: number) => UsdPriceRow[]) => {
        await publishGroups(s, day(at), change);
        return (await runAll(s.store, { usd: s.market.sources.usd }))[0]?.reason;
      };
      const respelled = (rows: UsdPriceRow[], group: number) =>
        group === 8 ? rows.map((row) => ({ ...row, subTypeName: `X ${row.subTypeName}` })) : rows;
      assert.equal(await run(0), null);
      assert.match((await run(1, respelled)) ?? '', /^24 of 72 rows .* stand still; 24 came under other words/);
      assert.equal(await run(2), null);
    });
  });
}
