/** Holds that the use of keys is written in batches, whole, whatever fails between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDay, KeyUse } from '../../../src/keys/key-use.ts';
import type { KeyUsed } from '../../../src/store/keys.ts';
import { keyOf } from '../../support/made/made-key.ts';

/** What a batch says, without its times. */
const told = ({ at, counts }: KeyUsed) => ({
  used: [...at.keys()],
  counts: counts.map(({ key_id, route, status, count }) => [key_id, route, status, count].join(' ')),
});

test('a first use is written at once, then 10,000 requests are two writes a minute, of which one has the time', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const batches: ReturnType<typeof told>[] = [];
  const use = new KeyUse(
    async (batch) => void batches.push(told(batch)),
    (cause) => assert.fail(String(cause)),
  );
  const pass = (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
  };
  for (let i = 1; i <= 10_000; i += 1) use.note(keyOf({ id: 'k1' }), '/v1/cards/:id', 200);
  use.note(keyOf({ id: 's1', owner: 'k1' }), '/v1/cards', 401);
  assert.deepEqual(batches, [{ used: ['k1'], counts: ['k1 /v1/cards/{id} 200 1'] }]);
  pass(30_000);
  const rest = { used: [], counts: ['k1 /v1/cards 401 1', 'k1 /v1/cards/{id} 200 9999'] };
  assert.deepEqual(batches.slice(1), [rest]);
  pass(30_000);
  assert.deepEqual(batches.slice(2), [{ used: ['k1', 's1'], counts: [] }]);
  pass(120_000);
  assert.equal(batches.length, 3, 'nothing was used since');
});

test('a batch that could not be written goes with the next, and the rest at the end', async () => {
  const batches: ReturnType<typeof told>[] = [];
  const faults: unknown[] = [];
  let isDown = true;
  const use = new KeyUse(
    async (batch) => {
      if (isDown) throw new Error('gone');
      batches.push(told(batch));
    },
    (cause) => faults.push(cause),
  );
  use.note(keyOf({ id: 'k1' }), '/v1/cards', 200);
  use.note(keyOf({ id: 'k2' }), '/v1/cards', 200);
  await assert.rejects(use.flush(), /gone/);
  assert.equal(faults.length, 1, 'the first use was tried at once');
  isDown = false;
  use.note(keyOf({ id: 'k1' }), '/v1/cards', 200);
  await use.close();
  assert.deepEqual(batches, [{ used: ['k1', 'k2'], counts: ['k1 /v1/cards 200 2', 'k2 /v1/cards 200 1'] }]);
});

test('one day is today, and so many are those up to and with it, by UTC', () => {
  const days = (count: number, at: string) => firstDay(count, new Date(at));
  assert.equal(days(1, '2026-03-01T00:00:00.000Z'), '2026-03-01');
  assert.equal(days(1, '2026-03-01T23:59:59.999Z'), '2026-03-01');
  assert.equal(days(2, '2026-03-01T12:00:00.000Z'), '2026-02-28');
  assert.equal(days(31, '2026-03-31T12:00:00.000Z'), '2026-03-01');
});
