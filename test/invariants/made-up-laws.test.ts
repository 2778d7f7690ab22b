/** The two laws over a few made-up histories of fixed seeds; scripts/proofs/failure/prove-laws.ts takes thousands, of any seed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ENGINES } from '../support/stages/stores.ts';
import { judgeSeed, smallest } from './made-up.ts';

/** On PostgreSQL one takes six seconds. */
const SEEDS = { sqlite: [1, 2], postgres: [1] };
const HISTORIES = 25;

for (const [engine, skip] of ENGINES) {
  suite(`over made-up histories on ${engine}`, { skip }, () => {
    for (const seed of SEEDS[engine]) {
      test(`what is served depends on what the sources say now, and events are exactly the differences (seed ${seed})`, async () => {
        const { violations } = await judgeSeed(engine, seed, HISTORIES);
        const [first] = violations;
        if (first === undefined) return;
        assert.fail(
          `${first.law} of world ${first.world} (${first.what}):\n  ${await smallest(engine, seed, first.world)}`,
        );
      });
    }
  });
}
