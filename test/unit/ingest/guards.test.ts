/** When an upstream is not believed: each bound with the last case inside it and the first one outside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  byReason,
  checkRows,
  columnFault,
  emptiedFault,
  leftOutFault,
  quarantineFault,
  rowsFault,
  shrunkExpansions,
  unlinkedFault,
  unplacedFault,
} from '../../../src/ingest/guards.ts';
import { Outage } from '../../../src/upstream/document.ts';

test('fewer than 90 % of the last good run speaks against an answer; one row less never does', () => {
  const falls: [rows: number, last: number, isOut: boolean][] = [
    [900, 1000, false],
    [899, 1000, true],
    [90, 100, false],
    [89, 100, true],
    // 90 % of 5 is 4.5: in a short list one row less is no sign of anything, two are.
    [4, 5, false],
    [3, 5, true],
    [1, 2, false],
    [1000, 100, false],
  ];
  for (const [rows, last, isOut] of falls) {
    assert.equal(rowsFault('cards', rows, last) !== undefined, isOut, `${rows} after ${last}`);
  }
});

test('nothing at all is an outage whatever was known, and anything is believed the first time', () => {
  assert.throws(() => checkRows('cards', 0), Outage);
  checkRows('cards', 1);
  for (const last of [null, undefined, 0]) assert.equal(rowsFault('cards', 1, last), undefined);
  assert.equal(rowsFault('cards', 89, 100), 'only 89 cards came; the last good run had 100');
});

test('an expansion that is listed with fewer than half of its cards is named, one that is not listed is not', () => {
  const named = (now: number | undefined, before: number) =>
    shrunkExpansions(new Map(now === undefined ? [] : [['e', now]]), new Map([['e', before]]));
  assert.deepEqual([named(5, 10), named(5, 9), named(undefined, 10)], [[], [], []]);
  assert.deepEqual([named(4, 10), named(4, 9), named(0, 1)].flat(), [
    '4 of the 10 cards of e',
    '4 of the 9 cards of e',
    '0 of the 1 cards of e',
  ]);
});

test('at most 1 % of the rows may be quarantined, and one of however few', () => {
  const aside = (count: number) => Array.from({ length: count }, () => ({ reason: 'bad', sample: 'x' }));
  const cases: [aside: number, rows: number, isOut: boolean][] = [
    [1, 100, false],
    [1, 20, false],
    [2, 199, true],
    [2, 200, false],
    [3, 200, true],
    [0, 0, false],
  ];
  for (const [count, rows, isOut] of cases) {
    assert.equal(quarantineFault(aside(count), rows) !== undefined, isOut, `${count} of ${rows}`);
  }
});

test('as many as on the last good run may be quarantined, one more is against the answer', () => {
  const aside = (count: number) => Array.from({ length: count }, () => ({ reason: 'bad', sample: 'x' }));
  assert.equal(quarantineFault(aside(5), 100, 5), undefined);
  assert.notEqual(quarantineFault(aside(6), 100, 5), undefined);
});

test('more than half of the links lost, and more than two, speak against the lists', () => {
  const isOut = (lost: number, had: number) => unlinkedFault('products', lost, had) !== undefined;
  assert.deepEqual([isOut(2, 2), isOut(3, 3), isOut(5, 10), isOut(6, 10)], [false, true, false, true]);
});

test('what is said of records that cannot be taken is what is wrong with most of them', () => {
  const found = (reason: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ reason, sample: `${at}` }));
  const mixed = [...found('is of another game', 2), ...found('is dated 2029-03-03', 7)];
  assert.equal(quarantineFault(mixed, 9), '9 of 9 records cannot be taken; the first of 7: is dated 2029-03-03 (0)');
  assert.equal(quarantineFault(found('is bad', 2), 9), '2 of 9 records cannot be taken; the first: is bad (0)');
});

const left = (count: number, reason = 'bad') => Array.from({ length: count }, (_, at) => ({ reason, sample: `${at}` }));

test('something may be left out of one record whatever their number, and of 1 % of many; what one record lacks twice is one', () => {
  const isOut = (count: number, rows: number) => leftOutFault(left(count), rows) !== undefined;
  assert.deepEqual([isOut(1, 5), isOut(2, 5), isOut(2, 200), isOut(3, 200)], [false, true, false, true]);
  assert.equal(leftOutFault([...left(1), ...left(1, 'worse')], 5), undefined);
});

test('a field that cannot be taken in more than half of the rows speaks against a file', () => {
  assert.equal(columnFault('f', left(5), 10), undefined);
  assert.equal(columnFault('f', left(6), 10), 'f: bad in 6 of 10 rows (0)');
  assert.equal(columnFault('f', [...left(5), ...left(5, 'worse')], 10), undefined, 'two fields, each in half');
  assert.equal(columnFault('f', left(6), 10, 6), undefined, 'as many as on the last good run are the normal');
  assert.match(columnFault('f', left(6), 10, 5) ?? '', /^f: bad in 6 of 10 rows/);
});

test('an amount that does not come any more speaks against a file from ten rows on that had it', () => {
  const emptied = (had: number) => emptiedFault('f', { name: 'low', gone: had, had }, [], had);
  assert.equal(emptied(9), undefined);
  assert.equal(emptied(10), 'f: low is missing in 10 of 10 rows that had it');
  assert.equal(emptiedFault('f', undefined, left(6), 10), undefined);
  assert.match(emptiedFault('f', { name: 'low', gone: 6, had: 9 }, left(6), 10) ?? '', /bad in 6 of 10 rows/);
});

test('one card in ten may be of expansions that are not listed', () => {
  assert.equal(unplacedFault(['x-1'], 9), undefined);
  assert.equal(unplacedFault(['x-1', 'x-2'], 17), '2 cards are of expansions that are not listed; the first: x-1');
  assert.equal(unplacedFault(['x-1', 'x-2'], 17, 2), undefined, 'as many as on the last good run are the normal');
  assert.match(unplacedFault(['x-1', 'x-2'], 17, 1) ?? '', /^2 cards/);
});

test('five reasons are told of one kind, the most frequent first, and how many more there are', () => {
  const reasons = (count: number) => Array.from({ length: count }, (_, at) => left(at + 1, `r${at}`)).flat();
  assert.deepEqual(byReason('cards', []), []);
  const five = 'cards: 5 × r4 (0), 4 × r3 (0), 3 × r2 (0), 2 × r1 (0), 1 × r0 (0)';
  assert.deepEqual(byReason('cards', reasons(5)), [five]);
  assert.match(byReason('cards', reasons(7))[0] ?? '', /^cards: 7 × r6 .*, 3 × r2 \(0\), 2 more$/);
});
