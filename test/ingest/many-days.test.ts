/** A run whose days go in several transactions, so that others may write between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { tinyMarket } from '../support/sources/tiny-market.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, stage } from '../support/stages/market-stage.ts';

const DAYS = 33;

test('a run of more days than go in one transaction counts what all of them brought', async () => {
  await using s = await stage('sqlite');
  for (let at = DAYS; at > 0; at -= 1) await s.market.write(tinyMarket(addDays(dayOf(Date.now()), -at), CARDS));
  const [report] = await runAll(s.store, { usd: s.market.dailySources(DAYS).usd });
  const { rows, printings_priced } = report?.counts ?? {};
  assert.deepEqual([rows, printings_priced], [DAYS * CARDS * 2, DAYS * CARDS * 2]);
});

test('days of far fewer rows one after another are each left out: the last good day is what they are held against', async () => {
  await using s = await stage('sqlite');
  const days = [-4, -3, -2, -1].map((before) => addDays(dayOf(Date.now()), before));
  for (const [at, day] of days.entries()) {
    const market = tinyMarket(day, CARDS);
    if (at === 1 || at === 2) market.eur.splice(CARDS / 4);
    await s.market.write(market);
  }
  const [report] = await runAll(s.store, { eur: s.market.dailySources(days.length).eur });
  assert.deepEqual([report?.outcome, report?.counts.days_left_out], ['succeeded', 2], report?.reason ?? '');
  const window = { from: days[0] ?? '', to: days[3] ?? '' };
  const [printing] = (await cardHistory(s.store.reads, 'ember1-1', window))?.variants ?? [];
  assert.deepEqual(
    printing?.eur.days.map(({ day }) => day),
    [days[0], days[3]],
  );
});
