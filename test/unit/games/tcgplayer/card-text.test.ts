/** Texts of marketplace products: markup, numbers, names of attributes, collector numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressPart,
  attributeName,
  numberOrText,
  plainText,
  printedNumber,
} from '../../../../src/games/tcgplayer/tcgcsv/card-text.ts';

test('markup becomes plain text, and what a card prints in angle brackets stays', () => {
  assert.equal(plainText('Draw.<br>Then <em>discard</em>.<BR />End<br/>'), 'Draw.\nThen discard.\nEnd');
  assert.equal(plainText('<p>One</p><p class="x">Two</p>'), 'One\nTwo');
  assert.equal(
    plainText('Choose 1;<ul><li>Draw.</li><li>Deal 2.</li></ul>Then end.'),
    'Choose 1;\nDraw.\nDeal 2.\nThen end.',
  );
  assert.equal(
    plainText('<Blocker> A &amp; B &lt;C&gt; &#39;d&#x27; &nope; &#0;'),
    "<Blocker> A & B <C> 'd' &nope; &#0;",
  );
  for (const half of ['&#xD800;', '&#55296;', '&#xdfff;', '&#57343;', '&#x110000;', '&#9999999;'])
    assert.equal(plainText(half), half, 'half of a pair is no sign, nor is what lies beyond them');
  assert.equal(plainText('&#xD7FF;&#xE000;&#x10FFFF;'), '\ud7ff\ue000\u{10ffff}');
  assert.equal(plainText('  <br> '), null);
  for (const end of ['\r\n', '\r', '\n'])
    assert.equal(plainText(`Draw.${end}Then <em>discard</em>.${end}${end}End${end}`), 'Draw.\nThen discard.\n\nEnd');
});

test('numbers are numbers; what only looks like one is a text', () => {
  for (const [text, value] of [
    ['0', 0],
    ['-3', -3],
    ['1000', 1000],
    ['1.5', 1.5],
  ] as const) {
    assert.equal(numberOrText(text), value);
  }
  for (const text of ['*', '1+*', '05', '', '-0', '1e3', '1,000', '?', '9'.repeat(20), '٣']) {
    assert.equal(numberOrText(text), text);
  }
});

test('names of attributes are in snake case', () => {
  const named = ['CardType', 'Card Type', 'HP', 'Counterplus', 'CostInk', 'HPMax', 'Subtype(s)', '1st Rarité', 'P'];
  assert.deepEqual(named.map(attributeName), [
    ...['card_type', 'card_type', 'hp', 'counterplus', 'cost_ink', 'hp_max', 'subtype_s', 'st_rarite', 'p'],
  ]);
  assert.deepEqual(['123', '', '★', '__'].map(attributeName), [null, null, null, null]);
});

test('a count behind a slash is no part of the number, a set is', () => {
  assert.deepEqual(printedNumber('1/204'), { number: '1', count: 204 });
  assert.deepEqual(printedNumber(' 001 / 063 '), { number: '001', count: 63 });
  assert.deepEqual(printedNumber('TG01/TG30'), { number: 'TG01', count: null });
  for (const number of ['001/SV-P', 'OP01-001', '★42', '2†', '1//2', '/12', '']) {
    assert.deepEqual(printedNumber(number), { number, count: null });
  }
});

test('as a part of an address it has no sign that means something there', () => {
  assert.equal(addressPart(' OP18 RE '), 'OP18-RE');
  assert.equal(addressPart('001/SV-P'), '001-SV-P');
  assert.equal(addressPart('a?b#c%d\\e\u0000f'), 'a-b-c-d-e-f');
  assert.equal(addressPart('★42'), '★42');
  assert.equal(addressPart(' / '), '');
});
