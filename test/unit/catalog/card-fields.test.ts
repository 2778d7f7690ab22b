/** What a card is found by when a list is filtered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD_FIELDS, cardFacets } from '../../../src/catalog/listing/card-fields.ts';

const formatsOf = (metadata: object) => cardFacets({ metadata } as never)[CARD_FIELDS.indexOf('legality')];

test('a format is one of a card where it may be played, also as one copy alone, and not where it is banned or was never', () => {
  const legalities = { modern: 'legal', vintage: 'restricted', legacy: 'banned', pauper: 'not_legal', brawl: '' };
  assert.deepEqual(formatsOf({ legalities }), ['modern', 'vintage']);
  assert.deepEqual(formatsOf({ legality: { standard: true, expanded: false }, legalities }), [
    ...['modern', 'standard', 'vintage'],
  ]);
  assert.deepEqual(formatsOf({}), []);
});
