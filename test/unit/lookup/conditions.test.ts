/** What a text says of a condition, and what stands behind it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnopened, readCondition } from '../../../src/lookup/conditions.ts';

test('that a better one will do is no word of what stands behind a condition', () => {
  assert.deepEqual(readCondition('Near Mint or better Foil'), { condition: 'NM', rest: 'foil' });
  assert.deepEqual(readCondition('NM oder besser (Near Mint)'), { condition: 'NM', rest: '' });
});

test('what may be either of two conditions is none, and one that is said twice is that', () => {
  for (const text of ['NM/LP', 'Near Mint or Lightly Played']) assert.equal(readCondition(text), undefined, text);
  assert.deepEqual(readCondition('Near Mint (NM)'), { condition: 'NM', rest: '' });
});

test('a product is sealed where it is new or nothing is said, not where it is like new or was opened', () => {
  for (const text of ['', ' ', 'New', 'Factory sealed', 'unopened']) assert.equal(isUnopened(text), true, text);
  for (const text of ['Like New', 'not sealed', 'unsealed', 'opened', 'NM'])
    assert.equal(isUnopened(text), false, text);
});
