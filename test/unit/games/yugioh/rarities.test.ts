/** Rarities of Yu-Gi-Oh!: which of them a marketplace may sell as one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOneRarity, settledRarity } from '../../../../src/games/yugioh/rarities.ts';

test('common and its short prints are one at TCGplayer; no other rarity is one with them, or with another', () => {
  const isOne = (a: string, b: string) => isOneRarity(settledRarity(a), settledRarity(b));
  assert.ok(isOne('Common', 'Short Print') && isOne('Super Short Print', 'Common / Short Print'));
  assert.ok(isOne("Collector's Rare", 'Collectors Rare'));
  assert.ok(!isOne('Common', 'Ultra Rare') && !isOne('Ultra Rare', 'Short Print') && !isOne('Rare', 'Ultra Rare'));
});
