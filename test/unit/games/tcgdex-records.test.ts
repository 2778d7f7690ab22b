/** What a record of TCGdex says: where the marketplace products of a card stand, and how mark and damages are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSeed } from '../../../src/games/pokemon/tcgdex/records.ts';

const FINDINGS = { leftOut: (fault: string) => assert.fail(fault), unknownWord: (word: string) => assert.fail(word) };

const seedOf = (more: object) => {
  const row = { id: 'a-1', localId: '1', name: 'A', set: { id: 'a' }, rarity: 'Common', ...more };
  return cardSeed(row, 'webp', FINDINGS, { idsComplete: true });
};
const idsOf = (more: object) => seedOf(more).external_ids;

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

test('a regulation mark is a capital; a card that has none, in whatever letters it says so, has no mark', () => {
  const markOf = (regulationMark?: string) => seedOf({ regulationMark }).metadata.attributes?.regulation_mark;
  assert.deepEqual(['G', 'g', 'None', 'none', undefined].map(markOf), ['G', 'G', undefined, undefined, undefined]);
});

test('a damage and a modifier have one sign, however it came', () => {
  const attacks = ['30x', '20＋', '10−', '×2'].map((damage) => ({ name: 'A', damage }));
  const { metadata } = seedOf({ attacks, weaknesses: [{ type: 'Fire', value: 'x2' }] });
  assert.deepEqual(
    metadata.attacks.map(({ damage }) => damage),
    ['30×', '20+', '10-', '×2'],
  );
  assert.deepEqual(metadata.weaknesses, [{ type: 'Fire', modifier: '×2' }]);
});
