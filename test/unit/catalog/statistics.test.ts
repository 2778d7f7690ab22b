/** Statistics of a series and of many at their bounds: how few observations say something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DayAmounts, statisticsOf } from '../../../src/catalog/statistics/statistics.ts';
import { ValueIndex } from '../../../src/catalog/statistics/value-index.ts';

const daily = (...cents: number[]): DayAmounts => ({
  days: Int32Array.from(cents.keys()),
  cents: Int32Array.from(cents),
});

test('volatility is null below three observations in its window, and a number from the third on', () => {
  const volatility = (...cents: number[]) => statisticsOf(daily(...cents))?.windows[0]?.volatility;
  assert.deepEqual([volatility(100), volatility(100, 200)], [null, null]);
  // The steps are ln 2 and −ln 2, whose mean is 0.
  assert.ok(Math.abs((volatility(100, 200, 100) ?? 0) - Math.SQRT2 * Math.LN2) < 1e-12);
});

test('the index of an expansion moves with what costs a cent, and begins where anything has an amount', () => {
  const index = new ValueIndex('day');
  index.add([{ owner: 1, amounts: daily(1, 2, 4) }]);
  index.end();
  assert.deepEqual(
    index.points.map(({ cents, index: of }) => [cents, of]),
    [
      [1, 100],
      [2, 200],
      [4, 400],
    ],
  );
});
