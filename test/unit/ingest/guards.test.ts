/** When an upstream is not believed: each bound with the last case inside it and the first one outside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpansionCards, checkQuarantine, checkRows } from '../../../src/ingest/guards.ts';
import { Outage } from '../../../src/upstream/document.ts';

const isOutage = (check: () => void): boolean => {
  try {
    check();
    return false;
  } catch (error) {
    assert.ok(error instanceof Outage, String(error));
    return true;
  }
};

test('fewer than 90 % of the last good run is an outage; one row less never is', () => {
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
    assert.equal(
      isOutage(() => checkRows('cards', rows, last)),
      isOut,
      `${rows} after ${last}`,
    );
  }
});

test('nothing at all is an outage whatever was known, and anything is believed the first time', () => {
  for (const last of [null, undefined, 0, 1, 100]) assert.ok(isOutage(() => checkRows('cards', 0, last)));
  for (const last of [null, undefined, 0]) assert.ok(!isOutage(() => checkRows('cards', 1, last)));
  assert.throws(() => checkRows('cards', 89, 100), /^Outage: only 89 cards came; the last good run had 100$/);
});

test('an expansion that is listed with fewer than half of its cards is an outage, one that is not listed is none', () => {
  const isOut = (now: number | undefined, before: number) =>
    isOutage(() => checkExpansionCards(new Map(now === undefined ? [] : [['e', now]]), new Map([['e', before]])));
  assert.ok(!isOut(5, 10));
  assert.ok(isOut(4, 10));
  assert.ok(!isOut(5, 9));
  assert.ok(isOut(4, 9));
  assert.ok(isOut(0, 1));
  assert.ok(!isOut(undefined, 10));
});

test('at most 1 % of the rows may be put aside', () => {
  const aside = (count: number) => Array.from({ length: count }, () => ({ reason: 'bad', sample: 'x' }));
  const cases: [aside: number, rows: number, isOut: boolean][] = [
    [1, 100, false],
    [1, 99, true],
    [2, 200, false],
    [3, 200, true],
    [0, 0, false],
  ];
  for (const [count, rows, isOut] of cases) {
    assert.equal(
      isOutage(() => checkQuarantine(aside(count), rows)),
      isOut,
      `${count} of ${rows}`,
    );
  }
});
