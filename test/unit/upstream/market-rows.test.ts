/** Rows of a marketplace that say themselves which day they are of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay } from '../../../src/upstream/markets/market-rows.ts';

test('rows come by their days, the oldest first whatever came first, and those of one day as they came', () => {
  const rows = ['2026-03-02', '2026-02-28', '2026-03-10', '2026-02-28'].map((observed_on, id) => ({ observed_on, id }));
  assert.deepEqual(byDay(rows), [
    { observed_on: '2026-02-28', rows: [{ id: 1 }, { id: 3 }] },
    { observed_on: '2026-03-02', rows: [{ id: 0 }] },
    { observed_on: '2026-03-10', rows: [{ id: 2 }] },
  ]);
  assert.deepEqual(byDay([]), []);
});
