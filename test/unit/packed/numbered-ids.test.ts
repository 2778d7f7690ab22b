/** Numbers of ids are those that a map would give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../demo/random.ts';
import { NumberedIds } from '../../../src/packed/numbered-ids.ts';

test('ids are numbered as a map numbers them, whatever their characters are', () => {
  const random = seeded(4);
  const ids = new NumberedIds();
  const numbers = new Map<string, number>();
  const signs = ['a', '-', '7', 'é', 'ÿ', '\0', '竜', '\ud83d', '\udc09', '😀'];
  for (let turn = 0; turn < 20_000; turn += 1) {
    // The first thousand have a byte a character.
    const from = turn < 1000 ? 6 : signs.length;
    const id = Array.from({ length: Math.floor(random() * 7) }, () => signs[Math.floor(random() * from)]).join('');
    assert.equal(ids.numberOf(id), numbers.get(id));
    assert.equal(ids.has(id), numbers.has(id));
    numbers.set(id, numbers.get(id) ?? numbers.size);
    assert.equal(ids.add(id), numbers.get(id));
  }
  assert.equal(ids.length, numbers.size);
  assert.deepEqual([...ids], [...numbers.keys()]);
  assert.deepEqual(ids.slice(5, 9), [...numbers.keys()].slice(5, 9));
  assert.equal(ids.slice(ids.length - 2, ids.length + 500).length, 2);
});

test('an id as long as a document is an id', () => {
  const ids = new NumberedIds();
  const long = 'x'.repeat(300_000);
  ids.add('竜');
  ids.add(long);
  assert.deepEqual([...ids], ['竜', long]);
});
