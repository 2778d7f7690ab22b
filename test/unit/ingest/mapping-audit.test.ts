/** Which marketplace ids are shared, and which of those cannot be right. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { auditMappings, withheldIds } from '../../../src/ingest/matching/mapping-audit.ts';
import { card, variant } from './claiming.ts';

test('an id on several cards is shared, and contradictory where their names differ', () => {
  const shared = auditMappings([
    card('a', [variant({ tp: 1, cm: 11 }), variant({ tp: 1, cm: 11 })]),
    card('b', [variant({ tp: 2, cm: 11 })]),
    card('c', [variant({ tp: 2, cm: 12 })], { name: 'Name of b' }),
  ]);
  assert.deepEqual(
    shared.map(({ market, id, contradictory, cards }) => [market, id, contradictory, cards.map((entry) => entry.id)]),
    [
      ['tcgplayer', 2, false, ['b', 'c']],
      ['cardmarket', 11, true, ['a', 'b']],
    ],
  );
  assert.deepEqual([...withheldIds(shared, 'cardmarket')], [11]);
  assert.deepEqual([...withheldIds(shared, 'tcgplayer')], []);
});

test('an id written on the card as a whole is a claim, even where it speaks for no printing', () => {
  const shared = auditMappings([
    card('a', [variant({ cm: 12 })], { external_ids: { tcgplayer: null, cardmarket: 11 } }),
    card('b', [variant({ tp: 2, cm: 11 })]),
  ]);
  assert.deepEqual([...withheldIds(shared, 'cardmarket')], [11]);
});

test('names are compared as printed: one that differs only in its letter case is another card', () => {
  const shared = auditMappings([
    card('a', [variant()], { name: 'Name EX' }),
    card('b', [variant({ tp: 2 })], { name: 'Name ex' }),
  ]);
  assert.deepEqual([...withheldIds(shared, 'cardmarket')], [11]);
});
