/** Amounts of money as upstreams write them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { centsOf } from '../../../src/upstream/markets/money.ts';
import { fc } from '../../support/made/properties.ts';

test('every amount of two decimals, as number or text, becomes exactly its cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      assert.equal(centsOf(text), cents);
      assert.equal(centsOf(Number(text)), cents);
    }),
  );
});

test('0, null and an absent amount mean no price', () => {
  for (const value of [0, '0', '0.00', 0.004, null, undefined]) assert.equal(centsOf(value), null, String(value));
});

test('a third decimal rounds half up', () => {
  assert.equal(centsOf(1.005), 101);
  assert.equal(centsOf('0.0049'), null);
  assert.equal(centsOf(0.005), 1);
});

test('negative, foreign or absurd amounts are no amounts', () => {
  for (const value of [
    -1,
    '-0.01',
    '1,234.00',
    '€5',
    '',
    '1e3',
    Number.NaN,
    Infinity,
    1e21,
    21_474_836.48,
    true,
    {},
    [1],
  ]) {
    assert.equal(centsOf(value), undefined, String(value));
  }
});
