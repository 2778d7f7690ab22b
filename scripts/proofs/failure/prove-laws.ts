/** Proves the laws over made-up histories, thousands where they are asked for, on both engines; a seed that is printed can be run again. */
// Usage: node scripts/proofs/failure/prove-laws.ts [--seed N|any] [--histories N] [--splits N] [--engine sqlite|postgres] [--world N to shrink one]
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { suite, test } from 'node:test';
import { parseArgs } from 'node:util';
import '../../../test/support/house/unfollowed.ts';
import { judgeSeed, smallest } from '../../../test/invariants/made-up.ts';
import { judgeSplitSeed } from '../../../test/invariants/split-days.ts';
import { ENGINES } from '../../../test/support/stages/stores.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    histories: { type: 'string', default: '125' },
    // Each is a store of its own, and takes a second on PostgreSQL.
    splits: { type: 'string', default: '20' },
    engine: { type: 'string' },
    world: { type: 'string' },
  },
});
/** Histories side by side in one store: alone each would take twenty times as long. */
const SIDE_BY_SIDE = 125;
/** Those of one split of days: what is split otherwise is another store. */
const SPLITS_AT_ONCE = 20;
/** Seeds of batches, a thousand histories each, stay below 2^31. */
const SEED_MAX = 2_000_000;

/** The same histories each time, so that what lands is not left to chance; `any` looks for new ones. */
const SEED = 424_242;

const first = values.seed === 'any' ? randomInt(SEED_MAX) : Number(values.seed ?? SEED);
const wanted = Number(values.histories);
const splits = Number(values.splits);

suite('the two laws', { concurrency: true }, () => {
  for (const [engine, skip] of ENGINES) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    test(`over ${wanted} made-up histories on ${engine}, from seed ${first} on`, { skip }, async (t) => {
      if (values.world !== undefined) return t.diagnostic(await smallest(engine, first, Number(values.world)));
      const total = { histories: 0, runs: 0, stopped: 0, compared: 0 };
      for (let seed = first; total.histories < wanted; seed += 1) {
        const count = Math.min(SIDE_BY_SIDE, wanted - total.histories);
        const { violations, runs, stopped, compared } = await judgeSeed(engine, seed, count);
        const [broken] = violations;
        if (broken !== undefined) {
          const worlds = new Set(violations.map(({ world }) => world)).size;
          const found = await smallest(engine, seed, broken.world);
          assert.fail(`seed ${seed}, world ${broken.world} (of ${worlds}), ${broken.law}:\n  ${found}`);
        }
        total.histories += count;
        total.runs += runs;
        total.stopped += stopped;
        total.compared += compared;
      }
      t.diagnostic(`seeds from ${first} on: ${JSON.stringify(total)}`);
    });

    test(`of the same days in ${splits} made-up splits on ${engine}, from seed ${first} on`, { skip }, async (t) => {
      const total = { histories: 0, runs: 0, compared: 0 };
      for (let seed = first; total.histories < splits; seed += 1) {
        const { differences, runs, compared, split } = await judgeSplitSeed(engine, seed, SPLITS_AT_ONCE);
        assert.deepEqual(differences, [], `seed ${seed}: ${JSON.stringify(split)}`);
        total.histories += SPLITS_AT_ONCE;
        total.runs += runs;
        total.compared += compared;
      }
      t.diagnostic(`seeds from ${first} on: ${JSON.stringify(total)}`);
    });
  }
});
