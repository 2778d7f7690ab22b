/** What a record says of a card where its game, or who wrote it by hand, says nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CardMetadata, NO_METADATA } from '../../../src/catalog/card-metadata.ts';
import { faultsBySchema } from '../../../src/upstream/usable-fields.ts';

test('what is not there is null where a field may be null, resistances too; other lists are empty, and nothing is legal', () => {
  for (const [field, value] of Object.entries(NO_METADATA)) {
    const mayBeNull = faultsBySchema(CardMetadata, { ...NO_METADATA, [field]: null }).length === 0;
    const isLegality = field === 'legality';
    assert.deepEqual(value, mayBeNull ? null : isLegality ? { expanded: false, standard: false } : [], field);
  }
  assert.equal(NO_METADATA.resistances, null);
});
