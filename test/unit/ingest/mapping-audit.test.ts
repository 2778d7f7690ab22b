/** Which marketplace ids are shared, and which of those cannot be right. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { auditMappings } from '../../../src/ingest/matching/claims/mapping-audit.ts';
import { card, variant } from './claiming.ts';

/** Of each shared id of Cardmarket whether its claimants bear different names, and whether it is to be settled among them. */
const kinds = (cards: Parameters<typeof auditMappings>[0]) =>
  auditMappings(cards).flatMap(({ market, id, contradictory, contested }) =>
    market === 'cardmarket' ? [[id, contradictory, contested]] : [],
  );

test('an id on several cards is shared, contradictory where their names differ, and else contested', () => {
  const shared = auditMappings([
    card('a', [variant({ tp: 1, cm: 11 }), variant({ tp: 1, cm: 11 })]),
    card('b', [variant({ tp: 2, cm: 11 })]),
    card('c', [variant({ tp: 2, cm: 12 })], { name: 'Name of b' }),
  ]);
  assert.deepEqual(
    shared.map(({ market, id, contradictory, contested, cards }) => {
      return [market, id, contradictory, contested, cards.map((entry) => entry.id)];
    }),
    [
      ['tcgplayer', 2, false, true, ['b', 'c']],
      ['cardmarket', 11, true, false, ['a', 'b']],
    ],
  );
});

test('an id written on the card as a whole is a claim, even where it speaks for no printing', () => {
  const whole = { external_ids: { tcgplayer: null, cardmarket: 11 } };
  const b = card('b', [variant({ tp: 2, cm: 11 })]);
  assert.deepEqual(kinds([card('a', [variant({ cm: 12 })], whole), b]), [[11, true, false]]);
  // Of one name it takes nothing from the only printing that has it.
  assert.deepEqual(kinds([card('a', [variant({ cm: 12 })], { ...whole, name: b.name }), b]), [[11, false, false]]);
});

test('names are compared as printed: one that differs only in its letter case is another card', () => {
  const cards = [card('a', [variant()], { name: 'Name EX' }), card('b', [variant({ tp: 2 })], { name: 'Name ex' })];
  assert.deepEqual(kinds(cards), [[11, true, false]]);
});
