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
  'Unlimited Edition Normal': 'normal:unlimited-edition',
  'Unlimited Edition Rainbow Foil': 'rainbow-foil:unlimited-edition',
};
/** Two names of one printing: no marketplace product is sold under both. */
const ALIKE = ['1st Edition', '1st Edition Normal'];
/** Names that no rule foresees. */
const ODD = [
  ...['Unlimited Edition', 'Holo', 'Reverse', 'normal', 'NORMAL', 'cold-foil'],
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
  const names = [...new Set([...Object.keys(NAMED), ...ODD])].filter((name) => !ALIKE.includes(name));
  for (const name of names) assert.deepEqual(printings.subTypesOf(printingOf(name)), [name]);
  const distinct = new Set([...names, ...ALIKE].map((name) => JSON.stringify(printingOf(name))));
  assert.equal(distinct.size, names.length + 1);
});

test('a normal 1st edition is one printing under either of its names', () => {
  for (const name of ALIKE) {
    assert.equal(variantNames([{ id: 1, ...printingOf(name) }]).get(1), 'normal:1st-edition');
    assert.deepEqual(printings.subTypesOf(printingOf(name)), ALIKE);
  }
});
