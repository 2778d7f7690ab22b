/** Where the marketplace products of a card stand in a record of TCGdex. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSeed } from '../../../src/games/pokemon/tcgdex/records.ts';

const FINDINGS = { leftOut: (fault: string) => assert.fail(fault), unknownWord: (word: string) => assert.fail(word) };

const idsOf = (more: object) => {
  const row = { id: 'a-1', localId: '1', name: 'A', set: { id: 'a' }, rarity: 'Common', ...more };
  return cardSeed(row, 'webp', FINDINGS, { idsComplete: true }).external_ids;
};

test('ids are those of the card, else those of its price blocks, of which any may be empty or say none', () => {
  const normal = { productId: 7, lowPrice: 0.1 };
  assert.deepEqual(idsOf({}), { tcgplayer: null, cardmarket: null });
  assert.deepEqual(idsOf({ pricing: { tcgplayer: null, cardmarket: null } }), { tcgplayer: null, cardmarket: null });
  const tcgplayer = { updated: '2026-09-14', unit: 'USD', holofoil: null, reverse: {}, normal };
  const pricing = { tcgplayer, cardmarket: { idProduct: 8 } };
  assert.deepEqual(idsOf({ pricing }), { tcgplayer: 7, cardmarket: 8 });
  assert.deepEqual(idsOf({ pricing: { tcgplayer: { normal: { productId: '7' } } } }).tcgplayer, null);
  assert.deepEqual(idsOf({ pricing, thirdParty: { tcgplayer: 9 } }), { tcgplayer: 9, cardmarket: 8 });
});
