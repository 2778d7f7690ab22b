/** Names of printings in price rows. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { printingNames } from '../../../src/catalog/printing-names.ts';
import type { Printing } from '../../../src/catalog/records.ts';

const printing = (over: Partial<Printing>): Printing => ({
  type: 'normal',
  subtype: null,
  size: 'standard',
  stamps: [],
  foil: null,
  ...over,
});

test('a printing is named by type, subtype, size unless standard, stamps and foil', () => {
  assert.deepEqual(
    printingNames([
      printing({}),
      printing({ type: 'holo', subtype: 'shadowless', stamps: ['1st-edition'] }),
      printing({ size: 'jumbo', stamps: ['set-logo', 'staff'], foil: 'cosmos' }),
    ]),
    ['normal', 'holo:shadowless:1st-edition', 'normal:jumbo:set-logo+staff:cosmos'],
  );
});

test('a name is unique within its card: exact duplicates and names that read alike are counted', () => {
  assert.deepEqual(
    printingNames([printing({}), printing({ foil: 'gold' }), printing({}), printing({ subtype: 'gold' })]),
    ['normal', 'normal:gold', 'normal#2', 'normal:gold#2'],
  );
});
