/** The simulation holds, is the same each time, and meets what it is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../../demo/random.ts';
import { metaValue, setMetaValue } from '../../src/store/meta.ts';
import { SqlitePlace } from './places/sqlite-place.ts';
import { fewestFaults, live } from './seeds.ts';

const SEEDS = 4;
/** One that changes records itself, and one that ingests. */
const KINDS = [1, SEEDS];
const PAIR = ['public_url', 'cursor_secret'] as const;

const lived = new Map<number, ReturnType<typeof live>>();

/** The life of a seed, lived once for all that ask what comes of it. */
function firstLife(seed: number): ReturnType<typeof live> {
  const life = lived.get(seed) ?? live(seed);
  lived.set(seed, life);
  return life;
}

test('whatever strikes, each change is told once, in order, and delivered; no reader sees half of one', async () => {
  const struck = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await firstLife(seed);
    assert.deepEqual(outcome.violations, [], `seed ${seed}`);
    for (const fault of Object.keys(outcome.struck)) struck.add(fault);
  }
  assert.ok(struck.has('crash') && struck.size > 2, [...struck].join());
});

test('a seed lives the same life each time', async () => {
  for (const seed of KINDS) {
    const [first, second] = [await firstLife(seed), await live(seed)];
    assert.deepEqual(first, second);
    assert.ok(first.steps > 100);
  }
});

test('a red life is told with the fewest strikes that it takes', async () => {
  const faultDraws = Array.from({ length: 60 }, (_, at) => 7 * at);
  const needs = (taken: number[]) =>
    fewestFaults(faultDraws, async (only) => taken.every((each) => only.includes(each)));
  for (const taken of [[], [0], [413], [7, 14], [21, 210, 406]]) assert.deepEqual(await needs(taken), taken);
});

test('a life with some of its strikes is lived with those alone', async () => {
  for (const seed of KINDS) {
    const { faultDraws } = await firstLife(seed);
    assert.deepEqual((await live(seed, faultDraws)).faultDraws, faultDraws);
    assert.deepEqual((await live(seed, [])).faultDraws, []);
  }
});

test('when the power goes, every commit is there but the last, which is there whole or not at all', async () => {
  const kept = new Set<boolean>();
  for (let time = 0; time < 20; time += 1) {
    const place = await SqlitePlace.emptied();
    const store = await place.open();
    for (const state of ['before', 'last'])
      await store.write(async (writes) => {
        for (const name of PAIR) await setMetaValue(writes, name, state);
      });
    const isKept = place.losePower(randomOf(`power ${time}`));
    const { reads, close } = await place.open();
    const found = [await metaValue(reads, PAIR[0]), await metaValue(reads, PAIR[1])];
    assert.deepEqual(found, isKept ? ['last', 'last'] : ['before', 'before']);
    await close();
    kept.add(isKept);
  }
  assert.equal(kept.size, 2);
});
