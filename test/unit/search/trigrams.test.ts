/** Trigrams are cut and compared as pg_trgm does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trigramSimilarity, trigramsOf } from '../../../src/search/names/trigrams.ts';
import { fc } from '../../support/made/properties.ts';

const shown = (folded: string) =>
  Array.from(trigramsOf(folded), (key) =>
    String.fromCharCode(Math.floor(key / 0x1_0000_0000), Math.floor(key / 0x1_0000) % 0x1_0000, key % 0x1_0000),
  );

test('a word stands between two spaces before it and one after', () => {
  assert.deepEqual(shown('word'), ['  w', ' wo', 'ord', 'rd ', 'wor']);
  assert.deepEqual(shown('a b'), ['  a', '  b', ' a ', ' b ']);
  assert.deepEqual(shown(''), []);
});

test('the order and the repetition of words do not matter, letters outside a to z count', () => {
  assert.deepEqual(trigramsOf('frost warden'), trigramsOf('warden frost warden'));
  assert.deepEqual(shown('ナッ'), ['  ナ', ' ナッ', 'ナッ ']);
});

test('similarity is the share of common trigrams', () => {
  assert.equal(trigramSimilarity(0, 5, 0), 0);
  assert.equal(trigramSimilarity(5, 5, 5), 1);
  assert.equal(trigramSimilarity(3, 5, 7), 3 / 9);
});

test('every trigram is found once, in ascending order', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abz09é漢'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const padded = words.map((one) => `  ${one} `);
      const expected = padded.flatMap((one) => [...one].slice(2).map((_, i) => one.slice(i, i + 3)));
      assert.deepEqual(shown(words.join(' ')), [...new Set(expected)].sort());
    }),
  );
});

test('a text longer than any before it is cut whole', () => {
  const letters = Array.from({ length: 3000 }, (_, at) => String.fromCharCode(0x4e00 + at));
  assert.equal(trigramsOf(letters.join('')).length, letters.length + 1);
});
