/** What is built from the same rows has a form, and files of another form are not read. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { INDEX_FORM } from '../../../src/search/build/index-files.ts';
import { buffersOf, buildIndexData } from '../../../src/search/tables/index-data.ts';

const names = ['Ember Warden', 'Élan & Tide', 'Frost ex', 'ピカチュウ', 'Glimmer 3', 'Ember Tide // Ebb', 'Nimbus♀'];

test('whoever changes what is built raises INDEX_FORM', () => {
  const data = buildIndexData({
    rows: names.map((name, at) => ({ id: `set-${at}`, name, number: `${at}/${at + 9}`, groups: [`set${at % 2}`] })),
    officialCounts: new Map([['set0', 12]]),
    integerIds: false,
    hasNumbers: true,
    furtherNames: [{ id: 'set-1', name: 'Schwung' }],
    facts: {
      phrasesOf: (at) => [at % 2 === 0 ? 'Rare' : 'Holo Rare'],
      groups: new Map([['set0', { phrases: ['Dawn'], codes: ['set0', 'DWN'] }]]),
    },
  });
  const digest = createHash('sha256');
  digest.update(
    JSON.stringify(data, (_, value: unknown) => (ArrayBuffer.isView(value) ? value.constructor.name : value)),
  );
  for (const buffer of buffersOf(data)) digest.update(new Uint8Array(buffer));
  assert.deepEqual(
    { form: INDEX_FORM, digest: digest.digest('hex').slice(0, 16) },
    { form: 6, digest: '7bbdf78729d1edb0' },
  );
});
