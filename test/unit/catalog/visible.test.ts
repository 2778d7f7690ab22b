/** Holds what a terminal never gets to obey, and that JSON stays the same JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisible, NAME_PATTERN, visible, visibleDocument } from '../../../src/catalog/visible.ts';

const HOSTILE = '\x1b[2J \n\r\t \x07 \x7f \x9b31m \u2028 \u202e \u2066 \u200f end';

test('controls, line separators and marks of direction are spelled; everything else stays as it is', () => {
  assert.equal(visible(HOSTILE), '\\u001b[2J \\n\\r\\t \\u0007 \\u007f \\u009b31m \\u2028 \\u202e \\u2066 \\u200f end');
  for (const name of ['Pokémon ♀ δ', '名探偵ピカチュウ', '👩‍👩‍👧', 'C:\\shop', 'a b']) {
    assert.equal(visible(name), name);
    assert.ok(isVisible(name) && new RegExp(NAME_PATTERN).test(name), name);
  }
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
