/** The first of many rows: in their order, whatever their ranks, also in a game of more than a million cards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FirstRows } from '../../../src/store/views/listing/list-order.ts';

const RANK_MAX = 2 ** 31 - 1;
const ROW_MAX = 2 ** 21 - 1;

test('rows come by rank, then by their place, up to two million of them', () => {
  const first = new FirstRows(4, undefined);
  for (const [rank, row] of [
    [RANK_MAX, 0],
    [RANK_MAX - 1, ROW_MAX],
    [7, ROW_MAX],
    [7, 2 ** 20],
    [8, 1],
    [-1, ROW_MAX],
  ] as const)
    first.offer(rank, row);
  assert.deepEqual(first.rows(), [ROW_MAX, 2 ** 20, ROW_MAX, 1]);
});

test('a page begins after a row, and halfway between two where it is gone', () => {
  for (const after of [ROW_MAX - 1, ROW_MAX - 0.5]) {
    const first = new FirstRows(2, { rank: RANK_MAX, row: after });
    for (const row of [ROW_MAX - 2, ROW_MAX - 1, ROW_MAX]) first.offer(RANK_MAX, row);
    assert.deepEqual(first.rows(), [ROW_MAX], `after ${after}`);
  }
});
