/** What the short name of a printing promises. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printingIdentity } from '../../../src/catalog/changes.ts';
import type { Printing } from '../../../src/catalog/records.ts';
import { storedVariantNames, variantNames } from '../../../src/catalog/variant-names.ts';
import { fc } from '../../support/made/properties.ts';

const plain: Printing = { type: 'holo', subtype: null, size: 'standard', stamps: [], foil: null };
const nameOf = (printing: Partial<Printing>) => variantNames([{ id: 1, ...plain, ...printing }]).get(1);

test('a name is type, subtype, size unless standard, stamps and foil, each only where there is one', () => {
  assert.equal(nameOf({}), 'holo');
  assert.equal(nameOf({ subtype: 'unlimited' }), 'holo:unlimited');
  assert.equal(nameOf({ size: 'jumbo' }), 'holo:jumbo');
  assert.equal(nameOf({ stamps: ['staff', '1st-edition'] }), 'holo:1st-edition+staff');
  assert.equal(nameOf({ subtype: 'a', size: 'b', stamps: ['d', 'c'], foil: 'e' }), 'holo:a:b:c+d:e');
});

test('exact duplicates are numbered in the order they come in, whatever their ids', () => {
  const names = variantNames([
    { id: 9, ...plain },
    { id: 5, ...plain, foil: 'x' },
    { id: 4, ...plain },
  ]);
  assert.deepEqual(
    [...names].sort(([a], [b]) => a - b),
    [
      [4, 'holo#2'],
      [5, 'holo:x'],
      [9, 'holo'],
    ],
  );
});

test('printings that are alike in nothing but their name are numbered by what they are, not by their ids', () => {
  const [one, other] = [
    { ...plain, subtype: 'x' },
    { ...plain, foil: 'x' },
  ];
  const named = variantNames([
    { id: 1, ...one },
    { id: 2, ...other },
  ]);
  const turned = variantNames([
    { id: 1, ...other },
    { id: 2, ...one },
  ]);
  assert.deepEqual([named.get(1), named.get(2)], [turned.get(2), turned.get(1)]);
});

test('a name is unique within its card', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const printing = fc.record({
    type: word,
    subtype: fc.option(word),
    size: fc.constantFrom('standard', 'a'),
    stamps: fc.array(word, { maxLength: 2 }),
    foil: fc.option(word),
  });
  fc.assert(
    fc.property(fc.array(printing, { maxLength: 20 }), (printings) => {
      const names = variantNames(printings.map((each, id) => ({ id, ...each })));
      assert.equal(new Set(names.values()).size, printings.length);
      const stored = printings.map((each, id) => ({ id, identity: printingIdentity(each) }));
      assert.deepEqual(storedVariantNames(stored), names, 'and the same of printings as they are stored');
    }),
  );
});
