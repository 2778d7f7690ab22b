/** The demo shows what matters: a price that is withheld, an amount that waits, a run that failed, changes that are told. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { failedRunOf } from '../../demo/past.ts';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { DEMO } from '../../src/games/games.ts';
import { auditReport } from '../../src/ingest/matching/audit-report.ts';
import { explainCard } from '../../src/ingest/matching/explain-card.ts';
import { checkUnit } from '../../src/ingest/prices/price-guards.ts';
import { lastRuns, recentRuns, tasks } from '../../src/store/runs.ts';
import type { Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { GAME } from '../support/game.ts';
import { runAll } from '../support/ingest.ts';
import { ENGINES, newStore } from '../support/stores.ts';

/** The demo with a week of prices. */
const SOURCES = Object.fromEntries(
  Object.entries(DEMO.sources).map(([name, source]): [string, SourceSettings] => [
    name,
    'history_days' in source ? { ...source, history_days: 6 } : source,
  ]),
);

/** What a first load tells. */
const EVENTS = [
  'game.card_prices.updated',
  'game.cards.updated',
  'game.expansions.created',
  'game.product_prices.updated',
  'game.products.updated',
  'game.series.created',
];

const reasonsOf = async (store: Store, id: string) =>
  (await explainCard(store.reads, id, [GAME]))?.variants.map(({ usd_market }) => usd_market.reason);

for (const [engine, skip] of ENGINES) {
  suite(`the demo on ${engine}`, { skip }, () => {
    test('has an article that two cards claim, an amount that waits, a field left out, and events', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const today = dayOf(Date.now());
      const reports = await runAll(store, SOURCES);
      assert.deepEqual(
        reports.map(({ source, outcome, reason }) => [source, outcome, reason?.replace(/ \(.*/, '') ?? null]),
        [
          ['catalog', 'succeeded', 'fields left out: 1 × card: /retreat must be integer'],
          ['usd_market', 'succeeded', null],
          ['usd_conditions', 'succeeded', null],
          ['eur_market', 'succeeded', null],
        ],
      );
      const { withheld, held } = await auditReport(store.reads, [GAME]);
      assert.deepEqual(
        withheld.map(({ market, cards }) => [market, ...cards.map(({ name }) => name)]),
        [['tcgplayer', 'Dusk Glow', 'Fool’s Glow']],
      );
      for (const { id } of withheld[0]?.cards ?? []) {
        assert.deepEqual(await reasonsOf(store, id), ['contradictory-id', 'contradictory-id'], id);
      }
      assert.deepEqual(
        held.map(({ source, observed_on }) => [source, observed_on]),
        [['usd_market', today]],
      );
      const told = await store.reads.selectFrom('events').select('name').distinct().orderBy('name').execute();
      assert.deepEqual(
        told.map(({ name }) => name),
        EVENTS,
      );
    });

    test('had a run the day before that failed, told once, as the guard tells it, and mended since', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const started = Date.now();
      await runAll(store, SOURCES);
      await runAll(store, SOURCES);
      const runs = await recentRuns(store.reads, { limit: 99 });
      const failed = runs.filter(({ outcome }) => outcome === 'failed');
      const yesterday = addDays(dayOf(started), -1);
      assert.equal(runs.indexOf(failed[0] as (typeof runs)[number]), runs.length - 1, 'it is the oldest');
      assert.deepEqual(
        failed.map(({ task, started_at, reason }) => [task, dayOf(Date.parse(started_at)), reason]),
        [['eur_market', yesterday, failedRunOf(yesterday).reason]],
      );
      const file = `demo:@${yesterday}/cardmarket/price_guide.json`;
      const moves = Array.from({ length: 10 }, () => ({ previous: 1, today: 100 }));
      assert.throws(() => checkUnit(file, moves), { message: failedRunOf(yesterday).reason });
      assert.ok((await lastRuns(store.reads)).every(({ outcome }) => outcome === 'succeeded'));
      assert.ok((await tasks(store.reads)).every(({ last_error }) => last_error === null));
    });
  });
}
