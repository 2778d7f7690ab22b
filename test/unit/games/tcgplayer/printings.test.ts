/** Sub types and printings: each sub type is one printing, and that printing is sold under it alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variantNames } from '../../../../src/catalog/variant-names.ts';
import { printingOf, printings } from '../../../../src/games/tcgplayer/printings.ts';

const NAMED: Readonly<Record<string, string>> = {
  Normal: 'normal',
  Foil: 'foil',
  'Cold Foil': 'cold-foil',
  Holofoil: 'holo',
  'Reverse Holofoil': 'reverse',
  '1st Edition': 'normal:1st-edition',
  '1st Edition Holofoil': 'holo:1st-edition',
  '1st Edition Rainbow Foil': 'rainbow-foil:1st-edition',
  Unlimited: 'normal:unlimited',
  'Unlimited Holofoil': 'holo:unlimited',
  Limited: 'normal:limited',
};
/** Names that no rule foresees. */
const ODD = [
  ...['1st Edition Normal', 'Unlimited Edition Normal', 'Holo', 'Reverse', 'normal', 'NORMAL', 'cold-foil'],
  ...[
    'Cold  Foil',
    'E-League',
    'Foil (Etched)',
    'Limited  Foil',
    'Unlimited Normal',
    '1st Edition 1st Edition',
    'Fólia',
  ],
  ...['Unlimited Unlimited', ' Foil', '-', 'x', 'X', 'İ', 'Limited', '1st edition'],
];

test('a sub type has the finish and edition of its name', () => {
  for (const [name, wanted] of Object.entries(NAMED)) {
    assert.equal(variantNames([{ id: 1, ...printingOf(name) }]).get(1), wanted);
  }
});

test('whatever a sub type is called, its printing is sold under that name and no other', () => {
  for (const name of [...Object.keys(NAMED), ...ODD]) assert.deepEqual(printings.subTypesOf(printingOf(name)), [name]);
  const distinct = new Set([...Object.keys(NAMED), ...ODD].map((name) => JSON.stringify(printingOf(name))));
  assert.equal(distinct.size, new Set([...Object.keys(NAMED), ...ODD]).size);
});
