/** A group of prices is measured against its last good day; one that shrinks is left out by itself, and not for ever. */

import assert from 'node:assert/strict';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { health } from '../../src/api/health.ts';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { allHeld } from '../../src/store/sources/held-parts.ts';
import type { Store } from '../../src/store/store.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { listening } from '../support/servers/listening.ts';
import { GROUP_ROWS, GROUPS, publishGroups } from '../support/sources/grouped-market.ts';
import { tinyMarket, type UsdPriceRow } from '../support/sources/tiny-market.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const DAY = '2026-03-01';
/** A card of the group that shrinks, and one of another. */
const SHRUNK = 'ember2-1';
const OTHER = 'ember1-1';

const day = (at: number) => addDays(DAY, at);

type Change = (rows: UsdPriceRow[], group: number) => UsdPriceRow[];

/** Leaves the second group so many of its rows. */
const thinned =
  (rows: number): Change =>
  (all, group) =>
    group === 8 ? all.slice(0, rows) : all;

async function run(s: Stage, at: number, change?: Change, options = {}): Promise<RunReport> {
  await publishGroups(s, day(at), change);
  const [report] = await runAll(s.store, { usd: s.market.sources.usd }, options);
  assert.ok(report);
  return report;
}

/** These files end in the middle. */
async function runCut(s: Stage, at: number, files: readonly string[], options = {}): Promise<RunReport> {
  await publishGroups(s, day(at));
  for (const file of files) await s.market.put(`now/3/${file}`, '{"success":true,"results":[{"productId":');
  const [report] = await runAll(s.store, { usd: s.market.sources.usd }, options);
  assert.ok(report);
  return report;
}

/** The days, as counted from the first, on which the card's first printing has a price. */
async function pricedDays(store: Store, id: string): Promise<number[]> {
  const [printing] = (await cardHistory(store.reads, id, { from: DAY, to: day(30) }))?.variants ?? [];
  return (printing?.usd[0]?.days ?? []).map((observed) => (Date.parse(observed.day) - Date.parse(DAY)) / 86_400_000);
}

/** What `/health` says of the source. */
async function noticeOf(store: Store): Promise<string | null | undefined> {
  const tasks = [{ name: 'usd', windowMs: 3_600_000 }];
  const now = () => new Date(`${DAY}T12:00:00Z`);
  const { tasks: rows } = await health({ store, tasks, now, budgetStore: undefined, games: [GAME] });
  return rows[0]?.notice;
}

for (const [engine, skip] of ENGINES) {
  suite(`a group of prices on ${engine}`, { skip }, () => {
    test('is measured against its last good day, not against all rows that it ever had', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      // Over a release week the rows change their names: all that ever came are more than twice those of any day.
      for (const [at, name] of ['Normal', 'Unlimited', 'Holofoil', 'Unlimited Holofoil'].entries()) {
        const renamed: Change = (rows, group) =>
          group === 8 ? rows.slice(0, 20).map((row, index) => ({ ...row, subTypeName: `${name} ${index % 2}` })) : rows;
        const { outcome, counts } = await run(s, at + 1, renamed);
        assert.deepEqual([outcome, counts.groups_left_out], ['succeeded', undefined]);
      }
      assert.deepEqual(await pricedDays(s.store, OTHER), [0, 1, 2, 3, 4]);
    });

    test('of fewer than half of its rows is left out by itself, keeps its last day, and is named', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const report = await run(s, 1, thinned(11));
      assert.equal(report.outcome, 'succeeded');
      assert.equal(report.counts.groups_left_out, 1);
      assert.match(report.reason ?? '', /Ember Tide came with 11 rows on 2026-03-02, and had 24: .*--accept-prune/);
      assert.equal(await noticeOf(s.store), report.reason);
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)], [[0], [0, 1]]);
      const { reason } = await run(s, 2);
      assert.deepEqual([reason, await noticeOf(s.store)], [null, null]);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 2]);
    });

    test('of which fewer than three rows are missing is taken as it comes: of a few most may lack a price for a day', async () => {
      await using s = await stage(engine);
      await run(s, 0, thinned(3));
      for (const [at, rows] of [1, 3].entries()) {
        const { outcome, reason, counts } = await run(s, at + 1, thinned(rows));
        assert.deepEqual([outcome, reason, counts.groups_left_out], ['succeeded', null, undefined]);
      }
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1, 2]);
    });

    test('that is listed no longer is held as that alone, whatever was held of it before', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await runCut(s, 1, ['8/prices']);
      const parts = async () => (await allHeld(s.store.reads)).map(({ part }) => part);
      assert.deepEqual(await parts(), ['Ember Tide']);
      for (const [at, held] of [['group 8'], ['group 8'], []].entries()) {
        await publishGroups(s, day(at + 2));
        const results = [...GROUPS].flatMap(([groupId, name]) => (groupId === 8 ? [] : { groupId, name }));
        await s.market.put('now/3/groups', { success: true, results });
        await runAll(s.store, { usd: s.market.sources.usd });
        assert.deepEqual(await parts(), held);
      }
    });

    test('that stays so for 3 days in a row is the new normal; the same day again is no other day', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      for (const at of [1, 1, 2]) {
        // A day is read again when the catalog has changed.
        await s.relink(({ cards }) => {
          for (const card of cards.slice(-1)) card.name = `${card.name} again`;
        });
        assert.equal((await run(s, at, thinned(11))).counts.groups_left_out, 1);
      }
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0]);
      for (const at of [3, 4]) {
        const { outcome, counts } = await run(s, at, thinned(11));
        assert.deepEqual([outcome, counts.groups_left_out], ['succeeded', undefined]);
      }
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1, 2, 3, 4]);
      // Six are more than half of those eleven.
      assert.equal((await run(s, 5, thinned(6))).counts.groups_left_out, undefined);
    });

    test('that is left out lacks nothing more on its next days: the others are measured without it', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      assert.equal((await run(s, 1, thinned(10))).outcome, 'succeeded');
      const fewer: Change = (rows, group) => rows.slice(0, group === 8 ? 10 : 21);
      const { outcome, reason } = await run(s, 2, fewer);
      assert.equal(outcome, 'failed');
      assert.match(reason ?? '', /^only 52 prices came; the last good run had 58/);
    });

    test('whose file a day does not have is no better for that: what was held of it before is held on', async () => {
      await using s = await stage(engine);
      const { usd } = s.market.dailySources(9);
      const held: string[][] = [];
      for (const [at, file] of ['whole', 'cut', undefined, 'whole'].entries()) {
        const today = addDays(dayOf(Date.now()), at - 5);
        await publishGroups(s, today);
        for (const group of GROUPS.keys()) {
          const prices = await readFile(fileURLToPath(`${s.market.place}/now/3/${group}/prices`), 'utf8');
          const content = group === 8 && file !== 'whole' ? file && '{"success":true,' : prices;
          if (content !== undefined) await s.market.put(`${today}/3/${group}/prices`, content);
        }
        await runAll(s.store, { usd });
        held.push((await allHeld(s.store.reads)).map(({ part }) => part));
      }
      assert.deepEqual(held, [[], ['Ember Tide'], ['Ember Tide'], []]);
    });

    test('that is whole again in between has to stay so for 3 days anew', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      for (const at of [1, 2]) await run(s, at, thinned(11));
      await run(s, 3);
      for (const at of [4, 5]) assert.equal((await run(s, at, thinned(11))).counts.groups_left_out, 1);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 3]);
    });

    test('that is accepted by hand is the new normal at once, though its source has nothing new', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await run(s, 1, thinned(11));
      const { outcome, reason } = await run(s, 1, thinned(11), { acceptPrune: true });
      assert.deepEqual([outcome, reason, await noticeOf(s.store)], ['succeeded', null, null]);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
      assert.equal((await run(s, 2, thinned(11))).counts.groups_left_out, undefined);
    });

    test('whose file is cut is left out by itself, keeps what it had, and is read again the same day', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const report = await runCut(s, 1, ['8/prices']);
      assert.deepEqual([report.outcome, report.counts.groups_left_out], ['succeeded', 1]);
      assert.match(
        report.reason ?? '',
        /^Ember Tide: .*\/8\/prices is not whole JSON: .*: left out until it can be read$/,
      );
      assert.equal(await noticeOf(s.store), report.reason);
      const held = (await allHeld(s.store.reads)).map(({ part, guard, since, days }) => [part, guard, since, days]);
      assert.deepEqual(held, [['Ember Tide', 'records', day(1), []]]);
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)], [[0], [0, 1]]);
      const { reason } = await run(s, 1);
      assert.deepEqual([reason, await noticeOf(s.store), await allHeld(s.store.reads)], [null, null, []]);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
      // It is whole: there is nothing new any more.
      assert.deepEqual((await runAll(s.store, { usd: s.market.sources.usd }))[0]?.counts, {});
    });

    test('whose file is cut has nothing to be taken, by its third day or by hand, and its measure stays', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      for (const at of [1, 2, 3, 4]) {
        const { outcome, counts } = await runCut(s, at, ['8/prices'], { acceptPrune: at > 3 });
        assert.deepEqual([outcome, counts.groups_left_out], ['succeeded', 1]);
      }
      assert.match((await run(s, 5, thinned(11))).reason ?? '', /Ember Tide came with 11 rows on .*, and had 24/);
      await run(s, 6);
      assert.deepEqual(
        [await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)],
        [
          [0, 6],
          [0, 1, 2, 3, 4, 5, 6],
        ],
      );
    });

    test('that lists a product of another group at another price leaves it the price that it had', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const twice = (at: number, change: object) => {
        const same = tinyMarket(day(at), CARDS).usd.filter(({ productId }) => productId === 1);
        return run(s, at, (all, group) =>
          group === 8 ? [...all, ...same.map((row) => ({ ...row, ...change }))] : all,
        );
      };
      const other = await twice(1, { marketPrice: 77 });
      assert.deepEqual([other.outcome, other.counts.quarantined], ['succeeded', 2]);
      assert.match(other.reason ?? '', /rows quarantined: 2 × contradicts another row of its key/);
      assert.deepEqual(await pricedDays(s.store, OTHER), [0]);
      const { counts } = await twice(2, {});
      assert.deepEqual([counts.quarantined, counts.duplicates], [0, 2]);
      assert.deepEqual(await pricedDays(s.store, OTHER), [0, 2]);
    });

    test('that is of the next day, since the source went on meanwhile, is not taken for one of this day', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await publishGroups(s, day(1));
      const says = [day(1), day(2)];
      const server = createServer(async ({ url = '' }, response) => {
        const stated = url === '/last-updated.txt' && `${says.shift()}T20:05:33+0000`;
        response.end(stated || (await readFile(fileURLToPath(`${s.market.place}${url}`))));
      });
      await using source = await listening(server);
      const [report] = await runAll(s.store, { usd: { ...s.market.sources.usd, url: `${source.base}/now` } });
      assert.equal(report?.outcome, 'failed');
      assert.match(report?.reason ?? '', /went on from 2026-03-02 to 2026-03-03 while it was read/);
      assert.deepEqual(await pricedDays(s.store, OTHER), [0]);
    });

    test('whose list of products is cut keeps its products, and its prices are published', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const { outcome, counts, reason } = await runCut(s, 1, ['8/products']);
      assert.deepEqual([outcome, counts.groups_left_out], ['succeeded', 1]);
      assert.match(reason ?? '', /^Ember Tide: .*\/8\/products is not whole JSON: .*: left out until it can be read$/);
      assert.deepEqual(
        (await allHeld(s.store.reads)).map(({ part }) => part),
        ['products of Ember Tide'],
      );
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
      assert.equal((await run(s, 1)).reason, null);
      assert.deepEqual(await allHeld(s.store.reads), []);
    });

    test('whose files are not there is left out by itself', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await publishGroups(s, day(1));
      for (const file of ['prices', 'products']) await rm(fileURLToPath(`${s.market.place}/now/3/8/${file}`));
      const [report] = await runAll(s.store, { usd: s.market.sources.usd });
      assert.deepEqual([report?.outcome, report?.counts.groups_left_out], ['succeeded', 2]);
      assert.match(report?.reason ?? '', /^Ember Tide: .*\/8\/prices cannot be read: .*, Ember Tide: .*\/8\/products/);
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)], [[0], [0, 1]]);
      assert.equal((await run(s, 1)).reason, null);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
    });

    test('of which most rows cannot be taken is left out by itself, and is the new normal on its third day', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const nameless: Change = (rows, group) =>
        group === 8 ? rows.map((row, at) => (at < 13 ? { ...row, subTypeName: '' } : row)) : rows;
      const { outcome, counts, reason } = await run(s, 1, nameless);
      assert.deepEqual([outcome, counts.groups_left_out, counts.quarantined], ['succeeded', 1, 0]);
      assert.match(
        reason ?? '',
        /^Ember Tide came with 11 rows .*; quarantined: 13 × subTypeName is no text .*: left out/,
      );
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)], [[0], [0, 1]]);
      for (const at of [2, 3, 4]) assert.equal((await run(s, at, nameless)).outcome, 'succeeded');
      assert.deepEqual([await allHeld(s.store.reads), await pricedDays(s.store, OTHER)], [[], [0, 1, 2, 3, 4]]);
    });

    test('whose cards are listed without numbers for a day gets no sealed products', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await publishGroups(s, day(1));
      const results = [13, 901].map((productId) => ({ productId, name: `Article ${productId}`, extendedData: null }));
      await s.market.put('now/3/8/products', { success: true, results });
      const [report] = await runAll(s.store, { usd: s.market.sources.usd });
      assert.match(
        report?.reason ?? '',
        /^rows quarantined: 1 × listed without a number, .* as a card \(13 Article 13\)/,
      );
      const products = await s.store.reads.selectFrom('products').select('id').execute();
      assert.deepEqual(
        products.map(({ id }) => Number(id)).filter((id) => id !== 900),
        [901],
      );
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
    });

    test('that is listed no longer is named, until its third day or its return; of most it is the day', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const runWith = async (at: number, ids: readonly number[]) => {
        await publishGroups(s, day(at));
        const results = [...GROUPS].flatMap(([groupId, name]) => (ids.includes(groupId) ? [{ groupId, name }] : []));
        await s.market.put('now/3/groups', { success: true, results });
        return (await runAll(s.store, { usd: s.market.sources.usd }))[0];
      };
      const first = await runWith(1, [7, 9]);
      assert.deepEqual([first?.outcome, first?.counts.groups_left_out], ['succeeded', 1]);
      assert.match(first?.reason ?? '', /^group 8 is not listed on 2026-03-02, and had 24 rows: left out until/);
      assert.deepEqual(
        (await allHeld(s.store.reads)).map(({ part, guard }) => [part, guard]),
        [['group 8', 'rows']],
      );
      assert.equal((await run(s, 2)).reason, null);
      assert.deepEqual(await allHeld(s.store.reads), []);
      assert.equal((await runWith(3, [7]))?.outcome, 'failed');
      await run(s, 4);
      for (const at of [5, 6]) assert.equal((await runWith(at, [7, 9]))?.counts.groups_left_out, 1);
      for (const at of [7, 8]) assert.equal((await runWith(at, [7, 9]))?.reason, null);
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await allHeld(s.store.reads)], [[0, 2, 4], []]);
      await run(s, 9);
      for (const at of [10, 11]) assert.equal((await runWith(at, [7]))?.outcome, 'failed');
      for (const at of [12, 13, 14]) assert.equal((await runWith(at, [7]))?.outcome, 'succeeded');
      assert.deepEqual(await pricedDays(s.store, OTHER), [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    });

    test('whose prices are those of another group is left out and told, not taken as standing still', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      await publishGroups(s, day(1));
      const place = new URL(`${s.market.place}/now/3/`);
      await copyFile(new URL('7/prices', place), new URL('8/prices', place));
      const [report] = await runAll(s.store, { usd: s.market.sources.usd });
      assert.match(report?.reason ?? '', /^Ember Tide: it came with the products of group 7: left out until it can/);
      assert.deepEqual([await pricedDays(s.store, SHRUNK), await pricedDays(s.store, OTHER)], [[0], [0, 1]]);
      await run(s, 1);
      assert.deepEqual(await pricedDays(s.store, SHRUNK), [0, 1]);
    });

    test('most of whose rows come without any amount is so from its third day on', async () => {
      await using s = await stage(engine);
      const none = { marketPrice: null, lowPrice: null, highPrice: null };
      const emptied: Change = (rows, group) =>
        rows.map((row) => (group === 8 && row.productId !== 24 ? { ...row, ...none } : row));
      for (const at of [0, 1, 2, 3, 4]) await run(s, at, at === 0 ? undefined : emptied);
      assert.deepEqual([await allHeld(s.store.reads), await pricedDays(s.store, 'ember2-12')], [[], [0, 1, 2, 3, 4]]);
    });

    test('of which most have cut files is an outage of the source', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const { outcome, reason } = await runCut(s, 1, ['8/prices', '9/prices']);
      assert.equal(outcome, 'failed');
      assert.match(reason ?? '', /2 of 3 groups .*Ember Tide, Frost Gate.* is not whole JSON/);
      assert.deepEqual(await pricedDays(s.store, OTHER), [0]);
    });

    test('is not alone when most groups shrink: the day is left out, until its third', async () => {
      await using s = await stage(engine);
      await run(s, 0);
      const most: Change = (rows, group) => (group === 7 ? rows : rows.slice(0, GROUP_ROWS / 2 - 1));
      for (const at of [1, 2]) {
        const { outcome, reason } = await run(s, at, most);
        assert.equal(outcome, 'failed');
        assert.match(reason ?? '', /\(Ember Tide, Frost Gate\), .*: left out until .* --accept-prune/);
      }
      assert.deepEqual(await pricedDays(s.store, OTHER), [0]);
      for (const at of [3, 4]) assert.equal((await run(s, at, most)).outcome, 'succeeded');
      assert.deepEqual(await pricedDays(s.store, OTHER), [0, 1, 2, 3, 4]);
    });
  });
}
