/** Lists gathered pair by pair are those that an array for each would hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../demo/random.ts';
import { GatheredLists, NumberedKeys, positionsOf } from '../../../src/search/gathered-lists.ts';
import { type Lists, listAt } from '../../../src/search/lists.ts';
import { NumberedTrigrams } from '../../../src/search/names/trigrams.ts';

const arrays = (lists: Lists) => Array.from({ length: lists.starts.length - 1 }, (_, i) => [...listAt(lists, i)]);

test('lists stand in the order of their keys, each ascending and every value once, however it came', () => {
  const random = seeded(1);
  const keys = new NumberedKeys<string>();
  const gathered = new GatheredLists();
  const known = new Map<string, Set<number>>();
  for (let i = 0; i < 5000; i++) {
    const [key, value] = [`key ${Math.floor(random() * 40)}`, Math.floor(random() * 300)];
    gathered.add(keys.numberOf(key), value);
    known.set(key, (known.get(key) ?? new Set()).add(value));
  }
  const { keys: sorted, places } = keys.inOrder();
  assert.deepEqual(sorted, [...known.keys()].sort());
  assert.deepEqual(
    arrays(gathered.lists(places)),
    sorted.map((key) => [...(known.get(key) ?? [])].sort((a, b) => a - b)),
  );
});

test('positions of numbers ascend, a number that none has among them', () => {
  assert.deepEqual(arrays(positionsOf(Uint32Array.of(1, 0, 1, 3), Uint32Array.of(2, 0, 1, 3))), [[0, 2], [], [1], [3]]);
  assert.deepEqual(arrays(new GatheredLists().lists(new Uint32Array())), []);
});

test('trigrams keep their numbers however many there are', () => {
  const random = seeded(2);
  const numbered = new NumberedTrigrams(4);
  const trigrams = [...new Set(Array.from({ length: 3000 }, () => Math.floor(random() * 2 ** 48)))];
  for (const [number, trigram] of trigrams.entries()) assert.equal(numbered.numberOf(trigram), number);
  for (const [number, trigram] of trigrams.entries()) assert.equal(numbered.find(trigram), number);
  assert.equal(numbered.find(2 ** 48), -1);
  const { keys, places } = numbered.inOrder();
  assert.deepEqual(
    trigrams.map((_, number) => keys[places[number] ?? 0]),
    trigrams,
  );
});
