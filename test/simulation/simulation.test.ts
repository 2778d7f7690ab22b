/** The simulation holds, is the same each time, and meets what it is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { live } from './lives.ts';

const SEEDS = 4;

test('whatever strikes, each change is told once, in order, and delivered; no reader sees half of one', async () => {
  const struck = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await live(seed);
    assert.deepEqual(outcome.violations, [], `seed ${seed}`);
    for (const fault of Object.keys(outcome.struck)) struck.add(fault);
  }
  assert.ok(struck.has('crash') && struck.size > 2, [...struck].join());
});

test('a seed lives the same life each time', async () => {
  for (const seed of [1, 8]) {
    const [first, second] = [await live(seed), await live(seed)];
    assert.deepEqual(first, second);
    assert.ok(first.steps > 100);
  }
});
