/** Letters rule texts out at a glance, and none that a look at each would keep. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildTextTable,
  costBetween,
  eachTypo,
  inOrderOfLength,
  typedText,
} from '../../../src/search/names/text-table.ts';
import { fc } from '../../support/made/properties.ts';

const letter = fc.constantFrom(...'aaeeiorntxq 1é');
const text = fc.string({ unit: letter, minLength: 1, maxLength: 9 });

test('of hundreds of texts those are found that each compared alone is a typo of', () => {
  const drawn = fc.tuple(
    fc.uniqueArray(text, { minLength: 100, maxLength: 400 }),
    text,
    fc.integer({ min: 0, max: 3 }),
  );
  fc.assert(
    fc.property(drawn, ([texts, typed, maxEdits]) => {
      const sorted = Array.from(inOrderOfLength(texts), (at) => texts[at] ?? '');
      const table = buildTextTable(sorted);
      const found = new Map<number, number>();
      eachTypo(table, typedText(typed), maxEdits, (i, cost) => {
        assert.equal(found.has(i), false, 'visited twice');
        found.set(i, cost);
      });
      for (const i of texts.keys()) {
        const [start = 0, end = 0] = [table.starts[i], table.starts[i + 1]];
        const cost = costBetween(table.units, start, end, typedText(typed), maxEdits);
        assert.equal(found.get(i) ?? Number.POSITIVE_INFINITY, cost);
      }
    }),
    { numRuns: 100 },
  );
});
