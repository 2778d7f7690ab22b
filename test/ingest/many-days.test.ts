/** A run whose days go in several transactions, so that others may write between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
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
