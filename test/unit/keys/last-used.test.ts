/** Holds that the use of keys is written in batches. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { LastUsed } from '../../../src/keys/last-used.ts';

test('10,000 requests of a key are one write a minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const write = mock.fn(async () => undefined);
  const lastUsed = new LastUsed(write, (cause) => assert.fail(String(cause)));
  for (let i = 0; i < 10_000; i += 1) lastUsed.note('k1', i);
  assert.equal(write.mock.callCount(), 0);
  t.mock.timers.tick(60_000);
  assert.deepEqual(
    write.mock.calls.map((call) => call.arguments),
    [[new Map([['k1', '1970-01-01T00:00:09.999Z']])]],
  );
  t.mock.timers.tick(60_000);
  assert.equal(write.mock.callCount(), 1, 'nothing was used since');
});

test('a batch that could not be written goes with the next, and the rest at the end', async () => {
  const batches: Map<string, string>[] = [];
  let isDown = true;
  const lastUsed = new LastUsed(
    async (batch) => {
      if (isDown) throw new Error('gone');
      batches.push(new Map(batch));
    },
    (cause) => assert.fail(String(cause)),
  );
  lastUsed.note('k1', 1);
  lastUsed.note('k2', 1);
  await assert.rejects(lastUsed.flush(), /gone/);
  isDown = false;
  lastUsed.note('k1', 2);
  await lastUsed.close();
  assert.deepEqual(batches, [
    new Map([
      ['k1', '1970-01-01T00:00:00.002Z'],
      ['k2', '1970-01-01T00:00:00.001Z'],
    ]),
  ]);
});
