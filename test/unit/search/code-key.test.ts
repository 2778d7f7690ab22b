/** Codes of expansions are one in every spelling, and a word may hold a code and a number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeKey, placesIn } from '../../../src/search/tables/code-key.ts';

test('case, characters and zeros before a number say nothing about a code', () => {
  for (const spelling of ['sv03.5', 'SV3.5', 'sv035', 'ＳＶ03·5']) assert.equal(codeKey(spelling), 'sv35', spelling);
  assert.equal(codeKey('A10b'), 'a10b');
  assert.equal(codeKey('B100'), 'b100');
  assert.notEqual(codeKey('sv1'), codeKey('sv10'));
  assert.equal(codeKey('::'), '');
});

test('a word is parted behind its last dash or colon, and between letters and digits', () => {
  assert.deepEqual(placesIn('sv03.5-199'), [{ code: 'sv35', number: '199', printed: 'sv03.5-199' }]);
  assert.deepEqual(placesIn('P-A-001'), [{ code: 'pa', number: '001', printed: 'P-A-001' }]);
  assert.deepEqual(placesIn('svp085'), [{ code: 'svp', number: '085', printed: 'svp-085' }]);
  assert.deepEqual(placesIn('SHF:SV107'), [{ code: 'shf', number: 'SV107', printed: 'SHF-SV107' }]);
  assert.deepEqual(placesIn('OP01096').at(-1), { code: 'op1', number: '096', printed: 'OP01-096' });
  // Letters of a language may stand before the number: it is printed LOB-EN005.
  const printed = (word: string) => placesIn(word).map((place) => place.printed);
  assert.ok(printed('LOBEN005').includes('LOB-EN005'));
  assert.ok(printed('LOBE003').includes('LOB-E003'));
  assert.ok(printed('ra01en001').includes('ra01-en001'));
  assert.equal(placesIn('swsh12').length, 1, 'a code with digits needs a number of three');
  for (const word of ['charizard', '199/165', '-4', 'base-']) assert.deepEqual(placesIn(word), [], word);
});
