/** Kana that are typed otherwise: what each typo costs, by example and by the plain rule over any texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../../../src/catalog/words/edit-distance.ts';
import { kanaCost } from '../../../src/search/scripts/kana-typos.ts';
import { fc } from '../../support/made/properties.ts';
import { plainKanaCost } from '../../support/plain/plain-kana.ts';

const costOf = (typed: string, name: string): number => {
  // Behind other names, as they stand in the table.
  const units = unitsOf(`カ${name}カ`);
  return kanaCost(unitsOf(typed), units, 1, units.length - 1);
};

test('each typo of kana has its cost: half an edit what sounds alike, a likely edit a swap', () => {
  for (const [typed, name, cost] of [
    ['ピカチュウ', 'ピカチュウ', 0],
    ['カピチュウ', 'ピカチュウ', 9],
    ['ピチカュウ', 'ピカチュウ', 9],
    ['ピカチウュ', 'ピカチュウ', 9],
    ['ピュチカウ', 'ピカチュウ', 20],
    ['ピカチユウ', 'ピカチュウ', 5],
    ['ヒカチュウ', 'ピカチュウ', 5],
    ['ピカチメウ', 'ピカチュウ', 10],
    ['ピカチュ', 'ピカチュウ', 9],
    ['ピカチュウウ', 'ピカチュウ', 9],
    ['ピカチュウア', 'ピカチュウ', 10],
    ['リザド', 'リザード', 5],
    ['リザーード', 'リザード', 5],
    ['ロケト', 'ロケット', 5],
    ['ロケッット', 'ロケット', 5],
    ['', 'リー', 14],
    ['リー', '', 15],
  ] as const) {
    assert.equal(costOf(typed, name), cost, `${typed} for ${name}`);
    assert.equal(plainKanaCost(typed, name), cost, `${typed} for ${name}, plainly`);
  }
});

test('the cost is that of the cheapest way to spell the one as the other, for any texts', () => {
  const text = fc.string({ unit: fc.constantFrom(...'カガツッァアー'), maxLength: 5 });
  fc.assert(
    fc.property(text, text, (typed, name) => assert.equal(costOf(typed, name), plainKanaCost(typed, name))),
    { numRuns: 400 },
  );
});
