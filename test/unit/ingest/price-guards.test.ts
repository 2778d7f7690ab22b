/** What a day of prices must pass before any of it is published. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkShortGroups,
  checkUnit,
  type HeldAmount,
  isBorneOut,
  isLoneOffer,
  judgeAmount as judge,
  judgeGroup,
} from '../../../src/ingest/prices/price-guards.ts';
import { Outage } from '../../../src/upstream/document.ts';

const ratios = (ratio: number, count = 20) => Array.from({ length: count }, () => ratio);

const known = { group_id: 7, rows: 100, short_days: 0, short_on: null };
const groupDay = (rows: number, day = 1) => ({ group_id: 7, rows, observed_on: `2026-01-0${day}` });

test('a group is short with fewer than half of the rows of its last good day', () => {
  assert.deepEqual(judgeGroup(groupDay(50), known, false), {
    isShort: false,
    lacking: 0,
    now: { ...known, rows: 50 },
  });
  const short = { isShort: true, lacking: 51, now: { ...known, short_days: 1, short_on: '2026-01-01' } };
  assert.deepEqual(judgeGroup(groupDay(49), known, false), short);
  assert.deepEqual(judgeGroup(groupDay(49), undefined, false).now, { ...known, rows: 49 });
  assert.deepEqual(judgeGroup(groupDay(0), { ...known, rows: 0 }, false).isShort, false);
});

test('a short group is believed on its third day in a row, or when it is accepted', () => {
  const second = judgeGroup(groupDay(40, 2), { ...known, short_days: 1, short_on: '2026-01-01' }, false).now;
  assert.deepEqual(second, { ...known, short_days: 2, short_on: '2026-01-02' });
  assert.deepEqual(judgeGroup(groupDay(40, 2), second, false).now, second, 'the same day is no other');
  const believed = { isShort: false, lacking: 0, now: { ...known, rows: 40 } };
  assert.deepEqual(judgeGroup(groupDay(40, 3), second, false), believed);
  assert.deepEqual(judgeGroup(groupDay(40, 2), second, true), believed);
  assert.equal(judgeGroup(groupDay(40), known, true).lacking, 60);
});

test('half of the groups may be short; more of them are an outage, named', () => {
  checkShortGroups(['A'], 2);
  assert.throws(() => checkShortGroups(['A'], 1), /^Outage: 1 of 1 groups/);
  checkShortGroups(['A', 'B'], 4);
  assert.throws(() => checkShortGroups(['A', 'B'], 3), /^Outage: 2 of 3 groups .*: A, B; --accept-prune/);
  assert.throws(() => checkShortGroups([...'ABCDEFG'], 7), /: A, B, C, D, E, 2 more;/);
});

test('a file whose median ratio to the last known prices lies outside 0.5 to 2 is an outage', () => {
  for (const ratio of [100, 2.01, 0.49, 0.01]) assert.throws(() => checkUnit('f', ratios(ratio)), Outage);
  for (const ratio of [1, 2, 0.5]) checkUnit('f', ratios(ratio));
  checkUnit('f', [...ratios(100, 4), ...ratios(1, 5)].concat(ratios(1, 1)));
  checkUnit('f', ratios(100, 9));
  assert.throws(() => checkUnit('f', ratios(100, 10)), Outage, 'ten amounts are enough to tell');
});

const judgeAmount = (
  key: string,
  today: Parameters<typeof judge>[1],
  believed: number | undefined,
  waiting: HeldAmount | undefined,
  hasEvidence = () => false,
) => judge(key, today, believed, waiting, hasEvidence);

const day = (cents: number, observed_on: string) => ({ cents, observed_on });

test('a single amount that moves 50-fold waits until a second day confirms it', () => {
  const first = judgeAmount('k', day(5000, '2026-01-02'), 100, undefined);
  assert.deepEqual(first, { hold: { key: 'k', previous: 100, held: 5000, observed_on: '2026-01-02' } });
  const { hold } = first as { hold: HeldAmount };
  assert.deepEqual(judgeAmount('k', day(5000, '2026-01-02'), undefined, hold), first, 'the same day confirms nothing');
  assert.deepEqual(judgeAmount('k', day(4000, '2026-01-03'), undefined, hold), {
    serve: 4000,
    settled: true,
    confirms: true,
  });
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

test('an amount that moves 50-fold is served at once where there is evidence, and settles what waits', () => {
  const known = () => true;
  assert.deepEqual(judgeAmount('k', day(5000, '2026-01-02'), 100, undefined, known), { serve: 5000, settled: false });
  const hold = { key: 'k', previous: 100, held: 5, observed_on: '2026-01-02' };
  assert.deepEqual(judgeAmount('k', day(5000, '2026-01-02'), 100, hold, known), { serve: 5000, settled: true });
});

test('a move is borne out by amounts within 5 times of it and nearer to it than to what was, a list by itself', () => {
  assert.ok(isBorneOut(2, 298, [[523]]), 'a lowest offer comes to where the trend has been');
  assert.ok(isBorneOut(386, 2, [[17, 2]]));
  assert.ok(isBorneOut(2, 298, [[2], [300]]), 'what the row does not say the other market may');
  assert.ok(!isBorneOut(2, 298, [[1500]]));
  assert.ok(!isBorneOut(2, 298, [[5], [20], []]));
  assert.ok(!isBorneOut(100, 5000, []));
});

test('a lowest offer may fall by itself, while all that came with it stays within twice of what it was', () => {
  const fall = { previous: 200, today: 2 };
  assert.ok(isLoneOffer(fall, [{ previous: 300, today: 290 }]));
  assert.ok(!isLoneOffer(fall, [{ previous: 300, today: 149 }]), 'the row moves');
  assert.ok(!isLoneOffer(fall, []), 'nothing says where the row is');
  assert.ok(
    !isLoneOffer({ previous: 2, today: 200 }, [{ previous: 300, today: 300 }]),
    'nobody asks more than the rest',
  );
});
