/** The six places in which a source says which day it is: one that lies ahead is refused there, and nothing is written. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import type { Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { takeIn } from '../support/sources/price-days.ts';
import { tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll, runGames } from '../support/stages/ingest.ts';
import { CARDS, current, PRICED_CARD, type Stage, stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const TODAY = dayOf(Date.now());
const AHEAD = '2029-11-25';
const NAMED = new RegExp(`is dated ${AHEAD}`);

/** Everything that price runs write, as text. */
async function pricesIn({ reads }: Store): Promise<string> {
  const months = await reads.selectFrom('price_months').selectAll().orderBy('key').execute();
  const now = await reads.selectFrom('current_prices').selectAll().orderBy('owner').execute();
  const days = await reads.selectFrom('source_days').selectAll().orderBy('source').orderBy('observed_on').execute();
  return JSON.stringify([months.map(({ key, body }) => [key, Buffer.from(body).toString('hex')]), now, days]);
}

function assertRefused({ outcome, reason, source }: RunReport): void {
  assert.equal(outcome, 'failed', source);
  assert.match(reason ?? '', NAMED, source);
}

/** Publishes a day of both markets in files that say another. */
const publish = async (s: Stage, day: string) => {
  await s.market.write(tinyMarket(day, CARDS));
  return runAll(s.store, s.market.sources);
};

for (const [engine, skip] of ENGINES) {
  suite(`the clock of sources on ${engine}`, { skip }, () => {
    test('a file of a day later than tomorrow is an outage that names it, and true days go on', async () => {
      await using s = await stage(engine);
      await s.run(addDays(TODAY, -1));
      const before = await pricesIn(s.store);
      for (const report of await publish(s, AHEAD)) assertRefused(report);
      assert.equal(await pricesIn(s.store), before);
      for (const { outcome } of await publish(s, TODAY)) assert.equal(outcome, 'succeeded');
      const [row] = await s.store.reads.selectFrom('current_prices').select('body').execute();
      assert.ok(row?.body.includes(TODAY));
    });

    test('tomorrow is a day, the day after is none', async () => {
      await using s = await stage(engine);
      for (const { outcome, reason } of await publish(s, addDays(TODAY, 1)))
        assert.equal(outcome, 'succeeded', reason ?? '');
      for (const { outcome } of await publish(s, addDays(TODAY, 2))) assert.equal(outcome, 'failed');
    });

    test('a file of long before the last good day is told, stands in the history of its day and changes no price', async () => {
      await using s = await stage(engine);
      const old = addDays(TODAY, -32);
      await s.run(TODAY, ({ eur, usd }) => {
        eur.splice(2, 1);
        usd.splice(4, 2);
      });
      const shown = await current(s.store);
      assert.deepEqual(shown, {});
      for (const { outcome, reason } of await publish(s, old)) {
        assert.equal(outcome, 'succeeded');
        assert.match(reason ?? '', new RegExp(`is dated ${old}, long before ${TODAY}`));
      }
      assert.deepEqual(await current(s.store), {});
      const history = await cardHistory(s.store.reads, PRICED_CARD, { from: old, to: TODAY });
      assert.deepEqual(
        history?.variants[0]?.eur.days.map(({ day }) => day),
        [old],
      );
      await publish(s, addDays(TODAY, -31));
      assert.equal(Object.keys(await current(s.store)).length, 4);
    });
  });
}

test('a line of an import that lies ahead is named before anything is written', async () => {
  const line = (observed_on: string) =>
    JSON.stringify({
      ...{ product_id: 900, source: 'usd', variant: 'normal', currency: 'USD', condition: 'Unopened' },
      history: [{ observed_on, market: 100, low: null, high: null }],
    });
  const now = new Date(`${TODAY}T10:00:00Z`);
  await using s = await stage('sqlite');
  await s.run('2026-03-01', ({ usd }) => {
    usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 1, highPrice: null, marketPrice: 1 });
  });
  await takeIn(s.store, [line(addDays(TODAY, 1))], { now });
  await assert.rejects(
    takeIn(s.store, [line(TODAY), line(AHEAD)], { now }),
    /lines\.ndjson line 2 "observed_on": is dated 2029-11-25/,
  );
});

const only = (base: string, name: string) => ({ [name]: fixtureSources(base)[name] as SourceSettings });

async function refusedBy(
  server: FixtureUpstream,
  store: Store,
  match: string,
  sources: Record<string, SourceSettings>,
  game = 'pokemon',
) {
  const before = await pricesIn(store);
  await server.control({ faults: [{ match, kind: `dated:${AHEAD}` }] });
  const scope = { ...DEFAULT_SCOPE, game };
  const reports = game === 'pokemon' ? await runAll(store, sources) : await runGames(store, [{ scope, sources }]);
  await server.control({ faults: [] });
  assert.ok(reports.length > 0);
  for (const report of reports) assertRefused(report);
  assert.equal(await pricesIn(store), before);
}

test('each source of the fixtures that is dated ahead is refused', {
  skip: fixturesMissing,
  timeout: 600_000,
}, async () => {
  await using server = await startFixtureUpstream('sample', ['--day', '2026-08-04']);
  await using place = await newStore('sqlite');
  const { store } = place;
  const all = fixtureSources(server.base);
  for (const { outcome, reason } of await runAll(store, all)) assert.equal(outcome, 'succeeded', reason ?? '');
  await server.control({ day: '2026-08-05' });
  await refusedBy(server, store, 'price_guide', only(server.base, 'eur_market'));
  await refusedBy(server, store, 'last-updated', only(server.base, 'usd_market'));
  await refusedBy(server, store, 'justtcg', only(server.base, 'usd_conditions'));
  await using embedded = await newStore('sqlite');
  const rest = {
    catalog: { adapter: 'tcgdex', url: server.rest, language: 'en', give_up_after: '1s' } as SourceSettings,
  };
  await refusedBy(server, embedded.store, '/cards/', rest);
  await using magic = await newStore('sqlite');
  const scryfall = {
    catalog: { adapter: 'scryfall', url: `${server.base}/scryfall`, give_up_after: '1s' } as SourceSettings,
  };
  await refusedBy(server, magic.store, 'bulk-data', scryfall, 'magic');
});
