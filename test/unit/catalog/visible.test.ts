/** Holds what a terminal never gets to obey, and that JSON stays the same JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisible, NAME_PATTERN, visible, visibleDocument } from '../../../src/catalog/visible.ts';

const HOSTILE = '\x1b[2J \n\r\t \x07 \x7f \x9b31m \u2028 \u202e \u2066 \u200f end';
/** Of each kind one that nothing is seen of: a name with it reads as the one without. */
const UNSEEN = [
  '\u200b',
  '\u00ad',
  '\u2060',
  '\u206a',
  '\u180e',
  '\u034f',
  '\u115f',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\ufff9',
];

test('controls, line separators and marks of direction are spelled; everything else stays as it is', () => {
  assert.equal(visible(HOSTILE), '\\u001b[2J \\n\\r\\t \\u0007 \\u007f \\u009b31m \\u2028 \\u202e \\u2066 \\u200f end');
  for (const name of ['Pokémon ♀ δ', '名探偵ピカチュウ', '👩‍👩‍👧', 'C:\\shop', 'a b']) {
    assert.equal(visible(name), name);
    assert.ok(isVisible(name) && new RegExp(NAME_PATTERN).test(name), name);
  }
});

test('what nothing is seen of is spelled and refused too, tags spelled; a name of joining characters alone is none', () => {
  for (const sign of UNSEEN) {
    assert.equal(visible(`shop${sign}`), `shop\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    assert.doesNotMatch(`shop${sign}`, new RegExp(NAME_PATTERN, 'u'), JSON.stringify(sign));
  }
  const tagged = JSON.stringify('shop\u{e0061}');
  assert.equal(visible(tagged), '"shop\\udb40\\udc61"');
  assert.equal(JSON.parse(visibleDocument(tagged)), JSON.parse(tagged));
  for (const name of ['\u200d', '\u2800', ' \u200c\ufe0f']) assert.doesNotMatch(name, new RegExp(NAME_PATTERN, 'u'));
});

test('a name to be shown holds none of them, and more than spaces', () => {
  for (const character of HOSTILE.replaceAll(/[ -~]/g, '')) {
    assert.ok(!isVisible(`a${character}b`));
    assert.doesNotMatch(`a${character}b`, new RegExp(NAME_PATTERN, 'u'), JSON.stringify(character));
  }
  for (const name of ['', ' ', '\u00a0']) assert.doesNotMatch(name, new RegExp(NAME_PATTERN));
});

test('a document keeps its lines and columns, and JSON its meaning', () => {
  assert.equal(visibleDocument('a\tb\n\x1bc\n'), 'a\tb\n\\u001bc\n');
  const json = visibleDocument(JSON.stringify({ name: HOSTILE }, null, 2));
  assert.deepEqual(JSON.parse(json), { name: HOSTILE });
  assert.ok(isVisible(json.replaceAll('\n', '')));
});
