/** The same days of prices in any split into runs: a few made-up ones of fixed seeds; prove-laws.ts takes thousands, of any seed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ENGINES } from '../support/stages/stores.ts';
import { judgeForgottenDay } from './forgotten-days.ts';
import { judgeSplitSeed } from './split-days.ts';

/** With late days and corrected ones, days of another unit, and a catalog that changes between. */
const SEEDS = { sqlite: [303, 310, 436], postgres: [310] };
const HISTORIES = 20;

for (const [engine, skip] of ENGINES) {
  suite(`days of prices in made-up splits on ${engine}`, { skip }, () => {
    for (const seed of SEEDS[engine]) {
      test(`give the history, current prices and held amounts that they give in one run (seed ${seed})`, async () => {
        const { differences, split, compared } = await judgeSplitSeed(engine, seed, HISTORIES);
        assert.ok(compared > HISTORIES * 5);
        assert.deepEqual(differences, [], JSON.stringify(split));
      });
    }

    for (const forgotten of [0, 2, 4, 6, 7]) {
      test(`leave nothing of one that was read and forgotten (day ${forgotten})`, async () => {
        const of = { count: 5, forgotten };
        const { differences, compared } = await judgeForgottenDay(engine, 1000 + forgotten, of);
        assert.ok(compared > 25);
        assert.deepEqual(differences, []);
      });
    }
  });
}
