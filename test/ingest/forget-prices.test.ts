/** A day that is taken out of the store leaves it as one that never read it, and is not read again by itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { checkPriceDays } from '../../src/cli/doctor.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { forgetPrices } from '../../src/ingest/runs/forget-prices.ts';
import { runSources } from '../../src/ingest/runs/runner.ts';
import { documentEtags, putDocumentEtags } from '../../src/store/document-etags.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import { putSourceDay, rewindDocuments } from '../../src/store/sources/source-days.ts';
import type { Store } from '../../src/store/store.ts';
import { REAL_TIME } from '../../src/time.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { FollowedStore } from '../invariants/followed-store.ts';
import { staleIn } from '../support/oracles/derived.ts';
import type { MarketDay } from '../support/sources/tiny-market.ts';
import { runAll } from '../support/stages/ingest.ts';
import { current, PRICED_CARD, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const TODAY = dayOf(Date.now());
const [ONE, TWO, THREE] = [-3, -2, -1].map((days) => addDays(TODAY, days)) as [string, string, string];

/** Everything that price runs write but which days were read, as text. */
async function pricesIn({ reads }: Store): Promise<unknown> {
  const hex = (body: Uint8Array) => Buffer.from(body).toString('hex');
  const months = await reads.selectFrom('price_months').selectAll().orderBy('key').execute();
  const articles = await reads.selectFrom('article_months').selectAll().orderBy('article').orderBy('month').execute();
  return {
    months: months.map(({ key, body }) => [key, hex(body)]),
    articles: articles.map(({ article, month, body }) => [article, month, hex(body)]),
    current: (await reads.selectFrom('current_prices').selectAll().orderBy('owner').execute()).filter(
      ({ body }) => body !== '[]',
    ),
    kept: await reads.selectFrom('article_prices').selectAll().orderBy('article').execute(),
    facts: await reads.selectFrom('article_sub_types').selectAll().orderBy('product_id').orderBy('sub_type').execute(),
    links: await reads.selectFrom('price_links').selectAll().orderBy('variant_id').orderBy('market').execute(),
    held: await reads.selectFrom('held_amounts').selectAll().orderBy('key').execute(),
  };
}

/** Beside what the cards read: a marketplace product that nobody reads, a sealed product, and one product that has a single sub type. */
const more = (at: number) => (market: MarketDay) => {
  market.usd = market.usd.filter(({ productId, subTypeName }) => productId !== 5 || subTypeName === 'Holofoil');
  market.usd.push(
    { productId: 5, subTypeName: 'Holofoil', lowPrice: null, highPrice: null, marketPrice: 5 + at },
    { productId: 150, subTypeName: 'Normal', lowPrice: null, highPrice: null, marketPrice: 50 + at },
    { productId: 900, subTypeName: 'Normal', lowPrice: 80 + at, highPrice: null, marketPrice: 90 },
  );
  market.eur.push({ idProduct: 1150, avg: 40 + at, low: null, trend: null });
  for (const row of market.usd) row.highPrice = at + 100;
  for (const row of market.eur) row.low = at + 1;
};

/** A stage that has read these days. */
async function read(engine: 'sqlite' | 'postgres', days: readonly (readonly [string, number])[]): Promise<Stage> {
  const s = await stage(engine);
  for (const [day, at] of days)
    for (const { outcome, reason } of await s.run(day, more(at))) assert.equal(outcome, 'succeeded', reason ?? '');
  return s;
}

const sourcesOf = (s: Stage) =>
  configuredSources({
    games: [{ scope: DEFAULT_SCOPE, sources: s.market.sources }],
    userAgent: 'cardstock-test/1',
    publicUrl: 'http://127.0.0.1:1',
  });

const forget = (s: Stage, source: 'usd' | 'eur', day: string, isDry = false) =>
  forgetPrices(s.store, sourcesOf(s), { source, day, isDry });

/** Runs both sources at another time, as a machine with a wrong clock would. */
const runAt = (s: Stage, moment: string) =>
  runSources(
    {
      ...{ store: s.store, runLock: 'sources', sources: sourcesOf(s), demo: () => undefined },
      ...{ onProgress: () => undefined, onReport: () => undefined },
      surroundings: { ...REAL_TIME, now: () => new Date(moment), openReader },
    },
    { acceptPrune: false, days: null, scheduled: false },
  );

for (const [engine, skip] of ENGINES) {
  suite(`a forgotten day on ${engine}`, { skip }, () => {
    for (const source of ['usd', 'eur'] as const) {
      test(`cards that have no price in ${source} any more are told by their records, and the day that has none`, async () => {
        await using s = await read(engine, [[ONE, 0]]);
        await s.store.write((writes) => writes.deleteFrom('events').execute());
        await forget(s, source, ONE);
        const events = await s.store.reads.selectFrom('events').select(['name', 'body']).execute();
        const told = events.filter(({ name }) => name === 'game.cards.updated');
        const ids = told.flatMap(({ body }) => (JSON.parse(body).data.cards as { id: string }[]).map(({ id }) => id));
        assert.ok(ids.includes(PRICED_CARD), events.map(({ name }) => name).join());
        const days = events.filter(({ name }) => name === 'game.price_days.recorded');
        const ofCards = days.map(({ body }) => JSON.parse(body).data).find(({ entity }) => entity === 'card_prices');
        const { currency, day, rows, file } = ofCards ?? {};
        assert.deepEqual([currency, day, rows, file], [source, ONE, 0, null], 'and that the day has none');
      });
    }

    test('what a source read that is configured no more is taken out with the day of the one that feeds it now', async () => {
      await using s = await read(engine, [[ONE, 0]]);
      await s.store.write((writes) =>
        sql`update current_prices set body = replace(body, '"usd"', '"former"')`.execute(writes),
      );
      await forget(s, 'usd', ONE);
      assert.deepEqual(Object.keys(await current(s.store)).sort(), ['normal eur', 'reverse eur']);
    });

    for (const [what, day, rest] of [
      ['newest', THREE, [ONE, TWO]],
      ['middle', TWO, [ONE, THREE]],
      ['first', ONE, [TWO, THREE]],
    ] as const) {
      test(`the ${what} of three leaves what a store has that never read it`, async () => {
        const days = [ONE, TWO, THREE].map((each, at) => [each, at] as const);
        await using s = await read(engine, days);
        await using other = await read(
          engine,
          days.filter(([each]) => (rest as readonly string[]).includes(each)),
        );
        const copy = new FollowedStore(s.store);
        await copy.follow();
        const dry = await forget(s, 'usd', day, true);
        assert.deepEqual(await copy.follow(), []);
        const { dry_run, ...done } = await forget(s, 'usd', day);
        assert.deepEqual({ ...done, dry_run: true }, dry);
        await forget(s, 'eur', day);
        assert.deepEqual(await pricesIn(s.store), await pricesIn(other.store));
        assert.deepEqual(await copy.follow(), []);
        assert.deepEqual(await staleIn(s.store, []), []);
        const [run] = await s.store.reads
          .selectFrom('runs')
          .selectAll()
          .where('task', '=', 'usd')
          .orderBy('id', 'desc')
          .execute();
        assert.match(run?.reason ?? '', new RegExp(`^forgot ${day}: `));
      });
    }

    test('is said to be of as many cards as had an amount on it, and not of those that had one on other days alone', async () => {
      await using s = await stage(engine);
      await s.run(ONE);
      await s.run(TWO, (market) => {
        market.usd = market.usd.filter(({ productId }) => productId !== 5);
      });
      const { observations, cards, products } = await forget(s, 'usd', TWO, true);
      assert.deepEqual({ observations, cards, products }, { observations: 70, cards: 35, products: 0 });
    });

    test('is not read again by itself, and with --from and --to it is', async () => {
      await using s = await read(engine, [[ONE, 0]]);
      const daily = s.market.dailySources(1);
      await forget(s, 'eur', ONE);
      const before = await pricesIn(s.store);
      await s.relink(({ cards }) => Object.assign(cards[0] ?? {}, { name: 'Glimmer of another name' }));
      await runAll(s.store, { eur: s.market.sources.eur });
      assert.deepEqual(await pricesIn(s.store), before);
      const [report] = await runAll(s.store, { eur: daily.eur }, { days: { from: ONE, to: ONE } });
      assert.equal(report?.outcome, 'succeeded');
      assert.notDeepEqual(await pricesIn(s.store), before);
    });

    test('what was never read cannot be forgotten', async () => {
      await using s = await read(engine, [[ONE, 0]]);
      await assert.rejects(forget(s, 'usd', TWO), /nothing of usd is of/);
      await assert.rejects(forget(s, 'cards' as 'usd', ONE), /cards is no source of prices; there are usd, eur/);
    });

    test('that is left out is taken out of what would be let go, also where nothing else is of it', async () => {
      await using s = await stage(engine);
      for (const [day, factor] of [
        [ONE, 1],
        [TWO, 100],
        [THREE, 100],
      ] as const)
        await s.run(day, guideTimes(factor));
      await forget(s, 'eur', TWO);
      const listed = async () => (await allHeld(s.store.reads)).map(({ part, since, days }) => [part, since, days]);
      assert.deepEqual(await listed(), [[THREE, THREE, [THREE]]]);
      await forget(s, 'eur', THREE);
      assert.deepEqual(await listed(), []);
      await assert.rejects(forget(s, 'eur', THREE), /nothing of eur is of/);
    });

    test('by which another may have been left out is told with that one', async () => {
      await using s = await stage(engine);
      await s.run(ONE);
      await s.run(TWO, guideTimes(100));
      await s.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
      for (const [day, factor] of [
        [TWO, 100],
        [THREE, 1],
      ] as const)
        await s.run(day, guideTimes(factor));
      const { still_held } = await forget(s, 'eur', TWO);
      assert.deepEqual(still_held, ['eur:unit:day']);
    });

    test('that lies ahead is where the next run would go on from: it goes on from the newest that is left', async () => {
      await using place = await newStore(engine);
      const [today, now] = ['2026-03-03', new Date('2026-03-03T12:00:00Z')];
      const goesOnFrom = async (stamp: string, forgotten: string, left?: string) =>
        place.store.write(async (writes) => {
          await writes.deleteFrom('source_days').execute();
          if (left !== undefined) await putSourceDay(writes, 'usd', left, 'read');
          await putDocumentEtags(writes, 'usd', new Map([['days', `${stamp} matched so`]]));
          await rewindDocuments(writes, 'usd', forgotten, now);
          return (await documentEtags(writes, 'usd')).get('days');
        });
      const [ahead, further] = ['2026-03-05', '2026-03-06'];
      for (const stamp of [ahead, further])
        assert.equal(await goesOnFrom(stamp, ahead, '2026-03-02'), '2026-03-02 matched so', stamp);
      assert.equal(await goesOnFrom(ahead, ahead), undefined, 'from the first one where none is left');
      assert.equal(await goesOnFrom(ahead, further, ahead), `${ahead} matched so`, 'it had not come to that day');
      assert.equal(await goesOnFrom(today, today, '2026-03-02'), `${today} matched so`, 'no day lies ahead');
    });

    test('that lies ahead is found by doctor, and taken out the store is one that never read it', async () => {
      const days = [[ONE, 0]] as const;
      await using s = await read(engine, days);
      await using other = await read(engine, [...days, [TWO, 2]]);
      await s.market.write({ ...(await marketOf(1)), day: '2029-11-25' });
      for (const { outcome, reason } of (await runAt(s, '2029-11-25T12:00:00Z')) ?? [])
        assert.equal(outcome, 'succeeded', reason ?? '');
      for (const { outcome } of await s.run(TWO, more(2))) assert.equal(outcome, 'succeeded');
      const findings = [await checkPriceDays(s.store)].flat();
      assert.deepEqual(
        findings.map(({ state, remedy }) => [state, remedy]),
        ['usd', 'eur']
          .map((source) => ['bad', `cardstock prices forget --source ${source} --day 2029-11-25, first with --dry-run`])
          .toSorted(),
      );
      await forget(s, 'usd', '2029-11-25');
      await forget(s, 'eur', '2029-11-25');
      assert.deepEqual(await pricesIn(s.store), await pricesIn(other.store));
      assert.equal([await checkPriceDays(s.store)].flat()[0]?.state, 'ok');
      const movers = await s.store.reads.selectFrom('movers').select('observed_on').distinct().execute();
      assert.ok(movers.every(({ observed_on }) => observed_on <= TWO));
    });
  });
}

const guideTimes = (factor: number) => (market: MarketDay) => {
  for (const row of market.eur)
    for (const key of Object.keys(row)) if (key !== 'idProduct') row[key] = Number(row[key]) * factor;
};

async function marketOf(at: number): Promise<MarketDay> {
  const { tinyMarket } = await import('../support/sources/tiny-market.ts');
  const market = tinyMarket(ONE, 36);
  more(at)(market);
  return market;
}
