/** What a day of prices must pass before any of it is published. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkGroupCount, checkUnit, type HeldAmount, judgeAmount } from '../../../src/ingest/prices/price-guards.ts';
import { Outage } from '../../../src/upstream/document.ts';

const moves = (ratio: number, count = 20) =>
  Array.from({ length: count }, () => ({ previous: 100, today: 100 * ratio }));

test('an expansion with fewer than half of its known rows is an outage', () => {
  assert.throws(() => checkGroupCount('s', 7, 4, 9), Outage);
  assert.throws(() => checkGroupCount('s', 7, 49, 100), Outage);
  checkGroupCount('s', 7, 50, 100);
  checkGroupCount('s', 7, 0, 0);
});

test('a file whose median ratio to the last known prices lies outside 0.5 to 2 is an outage', () => {
  for (const ratio of [100, 2.01, 0.49, 0.01]) assert.throws(() => checkUnit('f', moves(ratio)), Outage);
  for (const ratio of [1, 2, 0.5]) checkUnit('f', moves(ratio));
  checkUnit('f', [...moves(100, 4), ...moves(1, 5)].concat(moves(1, 1)));
  checkUnit('f', moves(100, 9));
  assert.throws(() => checkUnit('f', moves(100, 10)), Outage, 'ten amounts are enough to tell');
});

const day = (cents: number, observed_on: string) => ({ cents, observed_on });

test('a single amount that moves 50-fold waits until a second day confirms it', () => {
  const first = judgeAmount('k', day(5000, '2026-01-02'), 100, undefined);
  assert.deepEqual(first, { hold: { key: 'k', previous: 100, held: 5000, observed_on: '2026-01-02' } });
  const { hold } = first as { hold: HeldAmount };
  assert.deepEqual(judgeAmount('k', day(5000, '2026-01-02'), undefined, hold), first, 'the same day confirms nothing');
  assert.deepEqual(judgeAmount('k', day(4000, '2026-01-03'), undefined, hold), { serve: 4000, settled: true });
});

test('a second day that shows the old amount, or yet another one, does not confirm the move', () => {
  const hold = { key: 'k', previous: 100, held: 5000, observed_on: '2026-01-02' };
  assert.deepEqual(judgeAmount('k', day(110, '2026-01-03'), undefined, hold), { serve: 110, settled: true });
  assert.deepEqual(judgeAmount('k', day(1, '2026-01-03'), undefined, hold), {
    hold: { key: 'k', previous: 100, held: 1, observed_on: '2026-01-03' },
  });
});

test('a second day confirms a move by an amount of half to twice what it saw, and by no other', () => {
  const hold = { key: 'k', previous: 10, held: 10_000, observed_on: '2026-01-02' };
  for (const [cents, isServed] of [
    [5000, true],
    [4999, false],
    [20_000, true],
    [20_001, false],
  ] as const) {
    assert.equal('serve' in judgeAmount('k', day(cents, '2026-01-03'), 10, hold), isServed, String(cents));
  }
});

test('a fall to a fiftieth waits as well; anything less, or with nothing known before, is served', () => {
  assert.ok('hold' in judgeAmount('k', day(2, '2026-01-02'), 100, undefined));
  assert.deepEqual(judgeAmount('k', day(3, '2026-01-02'), 100, undefined), { serve: 3, settled: false });
  assert.deepEqual(judgeAmount('k', day(4999, '2026-01-02'), 100, undefined), { serve: 4999, settled: false });
  assert.deepEqual(judgeAmount('k', day(1, '2026-01-02'), undefined, undefined), { serve: 1, settled: false });
});

test('an earlier day run later does not settle what waits', () => {
  const hold = { key: 'k', previous: 100, held: 5000, observed_on: '2026-01-02' };
  assert.deepEqual(judgeAmount('k', day(100, '2026-01-01'), 100, hold), { serve: 100, settled: false });
});
