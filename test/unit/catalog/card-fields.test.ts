/** What a card is found by when a list is filtered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD_FIELDS, cardFacets } from '../../../src/catalog/listing/card-fields.ts';
import { field, valueTest } from '../../../src/catalog/listing/fields.ts';

const formatsOf = (metadata: object) => cardFacets({ metadata } as never)[CARD_FIELDS.indexOf('legality')];

test('a format is one of a card where it may be played, also as one copy alone, and not where it is banned or was never', () => {
  const legalities = { modern: 'legal', vintage: 'restricted', legacy: 'banned', pauper: 'not_legal', brawl: '' };
  assert.deepEqual(formatsOf({ legalities }), ['modern', 'vintage']);
  assert.deepEqual(formatsOf({ legality: { standard: true, expanded: false }, legalities }), [
    ...['modern', 'standard', 'vintage'],
  ]);
  assert.deepEqual(formatsOf({}), []);
});

test('a pattern of a thousand stars is answered, whatever it is laid on', () => {
  const fits = (value: string, text: string) => {
    const term = { field: 'name', op: ':' as const, value, isQuoted: false, at: 1 };
    return valueTest(field('word', 'name', ['name'], '', ''), term).text?.(text, text);
  };
  const stars = `a${'*a'.repeat(900)}*b`;
  assert.equal(fits(stars, 'a'.repeat(3000)), false);
  assert.equal(fits(stars, `${'a'.repeat(3000)} b`), false);
  assert.equal(fits(stars, `b ${'a'.repeat(3000)}b`), true);
  assert.equal(fits('*a*bc*ab', 'xab bcab abcxab'), true);
});
