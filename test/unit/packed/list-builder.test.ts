/** Lists told pair by pair are those that an array for each would hold; texts stand in their order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../demo/random.ts';
import { compareText, inOrderBy, listsOf, NumberedKeys } from '../../../src/packed/list-builder.ts';
import { type Lists, listAt } from '../../../src/packed/lists.ts';
import { packTexts, textAt } from '../../../src/packed/packed-texts.ts';
import { inOrderOfLength } from '../../../src/search/names/text-table.ts';
import { fc } from '../../support/made/properties.ts';

const arrays = (lists: Lists) => Array.from({ length: lists.starts.length - 1 }, (_, i) => [...listAt(lists, i)]);

test('lists stand in the order of their keys, each ascending and every value once, however it came', () => {
  const random = seeded(1);
  const keys = new NumberedKeys<string>();
  const pairs: [number, number][] = [];
  const known = new Map<string, Set<number>>();
  for (let i = 0; i < 5000; i++) {
    const [key, value] = [`key ${Math.floor(random() * 40)}`, Math.floor(random() * 300)];
    pairs.push([keys.numberOf(key), value]);
    known.set(key, (known.get(key) ?? new Set()).add(value));
  }
  const { keys: sorted, places } = keys.inOrder();
  assert.deepEqual(sorted, [...known.keys()].sort());
  const lists = listsOf(sorted.length, (add) => {
    for (const [number, value] of pairs) add(places[number] ?? 0, value);
  });
  assert.deepEqual(
    arrays(lists),
    sorted.map((key) => [...(known.get(key) ?? [])].sort((a, b) => a - b)),
  );
});

test('values that come ascending are kept as they come, those of one list twice and of one that has none among them', () => {
  const lists = listsOf(4, (add) => {
    for (const [list, value] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, 1],
      [3, 7],
      [1, 9],
    ] as const)
      add(list, value);
  });
  assert.deepEqual(arrays(lists), [[1], [0, 1, 9], [], [7]]);
  assert.deepEqual(arrays(listsOf(0, () => undefined)), []);
});

test('texts are put in order as a comparison of any two would, by their code units or by their lengths first', () => {
  const unit = fc.constantFrom(...'ab0-é一\ud835\udd16\uffff');
  const drawn = fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 80 });
  fc.assert(
    fc.property(drawn, (texts) => {
      const packed = packTexts(texts);
      assert.deepEqual(
        texts.map((_, at) => textAt(packed, at)),
        texts,
      );
      const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
      const inOrder = (order: Uint32Array) => Array.from(order, (at) => texts[at] ?? '');
      assert.deepEqual(inOrder(inOrderBy(texts, compareText)), texts.toSorted(compare));
      assert.deepEqual(
        inOrder(inOrderOfLength(texts)),
        texts.toSorted((a, b) => a.length - b.length || compare(a, b)),
      );
    }),
  );
});
