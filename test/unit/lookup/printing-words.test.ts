/** What collectors' and apps' words of printings mean on a card, and what of them is never dropped in silence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Printing } from '../../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { gameOf } from '../../../src/games/games.ts';
import { cardLexicon, gameLexicon, readPrinting } from '../../../src/lookup/printing-words.ts';

const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);
const printing = (more: Partial<Printing>): Printing => ({
  ...{ type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null },
  ...more,
});
const VARIANTS = [
  printing({}),
  printing({ type: 'reverse', foil: 'masterball' }),
  printing({ type: 'holo', foil: 'galaxyfoil' }),
  printing({ subtype: '1999-2000-copyright' }),
  printing({ stamps: ['pre-release', 'staff'] }),
  printing({ stamps: ['worlds-2004'] }),
  printing({ size: 'jumbo' }),
];
const lexicons = [cardLexicon({ rarity: 'Holo Rare', variants: VARIANTS }, game), gameLexicon(game)];
const read = (text: string) => {
  const { meanings, left } = readPrinting(text.split(' '), lexicons);
  const fitting = VARIANTS.filter((variant) =>
    meanings.every(({ meaning }) => meaning.isFinish || meaning.is(variant)),
  );
  return { fitting, left };
};

test('a value of the catalog is read parted and joined, in any order, with what is said beside it', () => {
  for (const [text, at] of [
    ['masterball', 1],
    ['master ball pattern', 1],
    ['reverse holo master ball', 1],
    ['masterballreverse', 1],
    ['galaxy foil', 2],
    ['galaxy', 2],
    ['foil galaxy', 2],
    ['1999 2000', 3],
    ['copyright 1999 2000', 3],
    ['staff prerelease', 4],
    ['pre release staff stamp', 4],
    ['2004 worlds', 5],
    ['world 2004 stamp', 5],
    ['oversized', 6],
    ['jumbo', 6],
  ] as const) {
    assert.deepEqual(read(text), { fitting: [VARIANTS[at]], left: [] }, text);
  }
});

test('of values that begin alike the one that is written is meant', () => {
  const alike = [printing({ foil: 'player-reward' }), printing({ stamps: ['player-rewards-program'] })];
  for (const variants of [alike, alike.toReversed()]) {
    const own = [cardLexicon({ rarity: null, variants }, game), gameLexicon(game)];
    for (const [text, meant] of [
      ['player reward pattern', alike[0]],
      ['player rewards program stamp', alike[1]],
      ['player rewards program', alike[1]],
    ] as const) {
      const { meanings, left } = readPrinting(text.split(' '), own);
      assert.deepEqual(left, [], text);
      assert.deepEqual(
        variants.filter((variant) => meanings.every(({ meaning }) => meaning.is(variant))),
        [meant],
        text,
      );
    }
  }
});

test('what no printing of the card has is left over, word by word', () => {
  for (const [text, left] of [
    ['poke ball pattern', ['poke', 'ball', 'pattern']],
    ['stamped', ['stamped']],
    ['master ball gold', ['gold']],
    ['winner', ['winner']],
    ['reverseholox', ['reverseholox']],
  ] as const) {
    assert.deepEqual(read(text).left, left, text);
  }
});

test('the rarity of the card is understood, and no other one', () => {
  assert.deepEqual(read('holo rare').left, []);
  assert.deepEqual(read('ultra rare').left, ['ultra']);
});
