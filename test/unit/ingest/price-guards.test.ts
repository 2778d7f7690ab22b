/** What a day of prices must pass before any of it is published. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { heldPartsOf } from '../../../src/ingest/held-parts.ts';
import { withOlder } from '../../../src/ingest/prices/held-days.ts';
import {
  isBorneOut,
  isLoneOffer,
  mostGroupsFault,
  shortFault,
  unitFault,
} from '../../../src/ingest/prices/price-guards.ts';

const ratios = (ratio: number, count = 20) => Array.from({ length: count }, () => ratio);

const known = { group_id: 7, rows: 100 };
const groupDay = (rows: number) => ({ name: 'A', rows, observed_on: '2026-01-01' });

test('a group is short with fewer than half of the rows of its last good day, and three fewer', () => {
  const few = { ...known, rows: 5 };
  assert.equal(shortFault(groupDay(2), few), 'A came with 2 rows on 2026-01-01, and had 5');
  assert.equal(shortFault(groupDay(0), { ...known, rows: 2 }), undefined);
  assert.equal(shortFault(groupDay(50), known), undefined);
  assert.equal(shortFault(groupDay(49), known), 'A came with 49 rows on 2026-01-01, and had 100');
  assert.equal(shortFault(groupDay(49), undefined), undefined);
  assert.equal(shortFault(groupDay(0), { ...known, rows: 0 }), undefined);
});

const held = () => heldPartsOf('usd', new Map(), false);
const judged = (day: number, fault: string | undefined = 'bad') => ({
  ...{ name: 'A', guard: 'rows' as const, fault },
  ...{ observed_on: `2026-01-0${day}`, rows: [day] },
});

test('a part is taken with its third day in a row, and its days before with it; the same day is no other', () => {
  const parts = held();
  for (const day of [1, 2, 2]) assert.deepEqual(parts.judge(judged(day)), { isHeld: true });
  const earlier = [1, 2].map((day) => ({ observed_on: `2026-01-0${day}`, rows: [day] }));
  assert.deepEqual(parts.judge(judged(3)), { isHeld: false, isAccepted: true, others: earlier });
  assert.equal(parts.has('rows', 'A'), false);
});

test('a part that is good in between has to stay so for 3 days anew; a late good day says nothing', () => {
  const parts = held();
  for (const day of [2, 3]) assert.ok(parts.judge(judged(day)).isHeld);
  parts.judge({ ...judged(1), fault: undefined });
  assert.ok(parts.has('rows', 'A'));
  parts.judge({ ...judged(4), fault: undefined });
  assert.equal(parts.has('rows', 'A'), false);
  for (const day of [5, 6]) assert.ok(parts.judge(judged(day)).isHeld);
  assert.ok(!parts.judge(judged(7)).isHeld);
});

test('days that were left out count towards the third for 31 days, and are let go of then', () => {
  const on = (observed_on: string) => ({ ...judged(1), observed_on });
  const parts = held();
  for (const day of ['2026-01-01', '2026-01-02']) assert.ok(parts.judge(on(day)).isHeld);
  const kept = parts.copy();
  assert.ok(!parts.judge(on('2026-02-01')).isHeld, '31 days after the first');
  kept();
  assert.ok(parts.judge(on('2026-02-02')).isHeld, 'the first has gone, this is the second');
});

test('a day behind which others were read is left out alone, and takes none with it', () => {
  const parts = heldPartsOf('usd', new Map(), false, '2026-01-05');
  for (const day of [1, 2, 3, 4]) assert.ok(parts.judge(judged(day)).isHeld, String(day));
  assert.equal(parts.has('rows', 'A'), false);
  for (const day of [5, 6]) assert.ok(parts.judge(judged(day)).isHeld);
  assert.ok(!parts.judge(judged(7)).isHeld);
});

test('half of the groups may be left out; more of them are the day, named', () => {
  const left = (names: string) =>
    [...names].map((name) => ({ name, guard: name < 'C' ? 'rows' : 'unit', fault: `${name} is bad` }));
  assert.equal(mostGroupsFault([], 0), undefined);
  assert.equal(mostGroupsFault(left('A'), 2), undefined);
  assert.equal(mostGroupsFault(left('AB'), 4), undefined);
  const fault = '2 of 3 groups are held (A, B), the first since A is bad';
  assert.deepEqual(mostGroupsFault(left('AB'), 3), { guard: 'rows', fault });
  const many = mostGroupsFault(left('ABCDEFG'), 7);
  assert.equal(many?.guard, 'unit', 'the guard of most of them');
  assert.match(many?.fault ?? '', /A, B, C, D, E, 2 more/);
});

test('a file whose median ratio to the last known prices lies outside 0.5 to 2 is an outage', () => {
  for (const ratio of [100, 2.01, 0.49, 0.01]) assert.match(unitFault('f', ratios(ratio)) ?? '', /wrong unit/);
  for (const ratio of [1, 2, 0.5]) assert.equal(unitFault('f', ratios(ratio)), undefined);
  assert.equal(unitFault('f', [...ratios(100, 4), ...ratios(1, 5)].concat(ratios(1, 1))), undefined);
  assert.equal(unitFault('f', ratios(100, 9)), undefined);
  assert.ok(unitFault('f', ratios(100, 10)), 'ten amounts are enough to tell');
});

test('a file in which one amount in a hundred, and ten of them, moved 50-fold is of other products', () => {
  const moved = (wild: number, ratio: number, all: number) =>
    unitFault('f', [...ratios(ratio, wild), ...ratios(1, all - wild)]);
  for (const ratio of [50, 0.02]) assert.match(moved(10, ratio, 1000) ?? '', /^f: 10 of 1000 amounts moved 50-fold/);
  assert.equal(moved(10, 49.9, 1000), undefined);
  assert.equal(moved(10, 50, 1001), undefined);
  assert.equal(moved(9, 50, 100), undefined);
});

test('a move is borne out by amounts within 5 times of it and nearer to it than to what was', () => {
  assert.ok(isBorneOut(2, 298, [523]), 'a lowest offer comes to where the trend has been');
  assert.ok(isBorneOut(386, 2, [17, 2]));
  assert.ok(!isBorneOut(2, 298, [1500]));
  assert.ok(!isBorneOut(2, 298, [5, 20]));
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

test('days come with what was read of them before, the oldest first, each row as it was read last', () => {
  const row = (product_id: number, cents: number) => ({ product_id, cents });
  const [before, day] = ['2026-01-01', '2026-01-02'];
  const older = [
    { observed_on: day, rows: [row(1, 10), row(2, 20)] },
    { observed_on: before, rows: [row(1, 5)] },
  ];
  assert.deepEqual(withOlder(older, [{ observed_on: day, rows: [row(1, 11), row(3, 30)] }]), [
    { observed_on: before, rows: [row(1, 5)] },
    { observed_on: day, rows: [row(1, 11), row(2, 20), row(3, 30)] },
  ]);
});
