/** The table of signs: what WebAssembly counts is what counting one by one gives, at every size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitChance } from '../../../fit/chance.ts';
import { SignTable } from '../../../src/scan/describe/sign-table.ts';

const DIMENSIONS = 250;

const vectorOf = (chance: { normal(spread: number): number }): Float32Array =>
  Float32Array.from({ length: DIMENSIONS }, () => chance.normal(1));

const differing = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, i) => sum + (value < 0 === (other[i] ?? 0) < 0 ? 0 : 1), 0);

test('distances are those counted one by one, before and after growing over several pages', () => {
  const chance = fitChance(5);
  const vectors = Array.from({ length: 5000 }, () => vectorOf(chance));
  const query = vectorOf(chance);
  const expected = vectors.map((vector) => differing(vector, query));
  const table = new SignTable(DIMENSIONS, 100);
  for (let slot = 0; slot < 100; slot += 1) table.set(slot, vectors[slot] ?? query);
  assert.deepEqual([...table.distances(query, 100)], expected.slice(0, 100));
  table.grow(5000);
  for (let slot = 100; slot < 5000; slot += 1) table.set(slot, vectors[slot] ?? query);
  assert.deepEqual([...table.distances(query, 5000)], expected);
  assert.ok(table.bytes >= 5000 * 34 && table.bytes < 5000 * 34 + 2 * 65_536, `${table.bytes} bytes`);
});

test('from no sign to all of them, a slot set again and one put into another', () => {
  const table = new SignTable(256, 3);
  const ones = new Float32Array(256).fill(1);
  table.set(0, ones);
  table.set(1, new Int8Array(256).fill(-1));
  table.set(2, ones);
  assert.deepEqual([...table.distances(ones, 3)], [0, 256, 0]);
  table.copy(1, 0);
  table.set(1, ones);
  assert.deepEqual([...table.distances(ones, 3)], [256, 0, 0]);
  assert.deepEqual([...table.distances(ones, 0)], []);
});

test('a vector of more signs than there is room for is refused', () => {
  assert.throws(() => new SignTable(257, 1), RangeError);
});
