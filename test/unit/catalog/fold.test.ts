/** Name folding: the spellings people use for one name become equal, and folding is stable. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName, spokenOf } from '../../../src/catalog/fold.ts';
import { foldText } from '../../../src/catalog/listing/card-values.ts';
import { fc } from '../../support/made/properties.ts';

const equalSpellings: readonly (readonly string[])[] = [
  ['Pokémon Center', 'pokemon center', 'POKEMON  CENTER', 'Poke\u0301mon Center', 'Ｐｏｋｅｍｏｎ　Ｃｅｎｔｅｒ'],
  ["Farfetch'd", 'Farfetch’d', 'farfetchd', 'Farfetch`d', 'Farfetch´d', 'Farfetch＇d'],
  ['Charizard-EX', 'charizard ex', 'Charizard—ex', ' charizard_EX '],
  ['Charizard δ', 'charizard delta', 'CharizardΔ'],
  ['Espeon ★', 'Espeon ☆', 'espeon star'],
  ['Jirachi ◇', 'jirachi prism star'],
  ['Nidoran♀', 'Nidoran ♀', 'nidoran female'],
  ['Nidoran♂', 'nidoran male'],
  ['Æther', 'aether'],
  ['İstanbul', 'istanbul'],
  ['ﾅｯｼｰ', 'ナッシー'],
];

for (const spellings of equalSpellings) {
  test(`folding makes ${spellings.join(' = ')}`, () => {
    assert.deepEqual(new Set(spellings.map(foldName)).size, 1, JSON.stringify(spellings.map(foldName)));
  });
}

test('folding gives words of letters and digits, in lower case, joined by single spaces', () => {
  assert.equal(foldName('  Mr. Mime [Lv. 12] & Friends! '), 'mr mime lv 12 friends');
  assert.equal(foldName('Nidoran♀δ'), 'nidoran female delta');
});

test('each sign of a name is said, and a name of two faces is that of either', () => {
  const said = (name: string) => spokenOf(name).map(foldName);
  assert.deepEqual(said('Ash & Birch & Cedar'), ['ash and birch and cedar']);
  assert.deepEqual(said('Fire // Ice'), ['fire', 'ice']);
  assert.deepEqual(said('Ember'), []);
});

test('only characters and spaces fold to nothing', () => {
  for (const name of ['', ' ', '!!!', '—', '___', "'", '\u0301', '😀']) assert.equal(foldName(name), '');
});

test('folding any text gives words joined by single spaces, and folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const folded = foldName(name);
      assert.equal(foldName(folded), folded);
      assert.match(folded, /^$|^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u);
    }),
    { numRuns: 5_000 },
  );
});

const drawn = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 20 });
const ascii = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 });

test('a name that is ASCII is folded as it is beside a letter that is none', () => {
  fc.assert(
    fc.property(drawn(ascii), (name) => {
      assert.equal(foldName(name), foldName(`${name} 語`).replace(/ ?語$/, ''));
    }),
  );
});

test('a long text is folded as a name is', () => {
  fc.assert(
    fc.property(drawn(fc.oneof(ascii, fc.constantFrom(...'éÉ’—–×e\u0301語'))), (text) => {
      assert.equal(foldText(text), foldName(text));
    }),
  );
});
