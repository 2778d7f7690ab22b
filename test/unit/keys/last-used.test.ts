/** Holds that the use of keys is written in batches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LastUsed } from '../../../src/keys/last-used.ts';

/** A clock on which this process started at the beginning of time. */
const bootTime = () => new Date(performance.now());

/** Times to the second: the two clocks are read one after the other. */
const seconds = (batch: ReadonlyMap<string, string>) =>
  Object.fromEntries([...batch].map(([id, at]) => [id, Math.round(Date.parse(at) / 1000)]));

test('a first use is written at once, and 10,000 requests of a key are one write a minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const batches: Record<string, number>[] = [];
  const write = async (batch: ReadonlyMap<string, string>) => void batches.push(seconds(batch));
  const lastUsed = new LastUsed(write, (cause) => assert.fail(String(cause)), bootTime);
  for (let i = 1; i <= 10_000; i += 1) lastUsed.note('k1', i);
  assert.deepEqual(batches, [{ k1: 0 }]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(batches, [{ k1: 0 }, { k1: 10 }]);
  t.mock.timers.tick(60_000);
  assert.equal(batches.length, 2, 'nothing was used since');
});

test('a batch that could not be written goes with the next, and the rest at the end', async () => {
  const batches: Record<string, number>[] = [];
  const faults: unknown[] = [];
  let isDown = true;
  const lastUsed = new LastUsed(
    async (batch) => {
      if (isDown) throw new Error('gone');
      batches.push(seconds(batch));
    },
    (cause) => faults.push(cause),
    bootTime,
  );
  lastUsed.note('k1', 1000);
  lastUsed.note('k2', 1000);
  await assert.rejects(lastUsed.flush(), /gone/);
  assert.equal(faults.length, 1, 'the first use was tried at once');
  isDown = false;
  lastUsed.note('k1', 2000);
  await lastUsed.close();
  assert.deepEqual(batches, [{ k1: 2, k2: 1 }]);
});
