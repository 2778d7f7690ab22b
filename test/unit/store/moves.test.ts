/** Between which days a price's move is measured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountIn, endsOf } from '../../../src/store/views/movers/moves.ts';

/** The days of March of an observation, by whether a move from or to it is one over so many days up to the 31st. */
const ofMarch = (days: number) => {
  const ends = endsOf('2026-03-31', days);
  const within = (end: { first: string; last: string }) =>
    Array.from({ length: 31 }, (_, at) => at + 1).filter((day) => {
      const observed = { day: `2026-03-${String(day).padStart(2, '0')}`, amounts: [100] };
      return amountIn([observed], 0, end) !== undefined;
    });
  return { from: within(ends.from), to: within(ends.to) };
};

test('a move may begin up to three days early and end up to two days ago, and never ends where it begins', () => {
  assert.deepEqual(ofMarch(1), { from: [27, 28, 29, 30], to: [31] });
  assert.deepEqual(ofMarch(7), { from: [21, 22, 23, 24], to: [29, 30, 31] });
  assert.deepEqual(ofMarch(30), { from: [1], to: [29, 30, 31] });
});
