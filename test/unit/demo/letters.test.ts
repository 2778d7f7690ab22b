/** The letters of the demo's pictures are those of the font they are said to be of. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { glyphOf, LETTERS } from '../../../demo/draw/glyphs.ts';
import { lettersFile } from '../../../scripts/draw/draw-letters.ts';

test('demo/draw/letters.txt is what scripts/draw/draw-letters.ts makes of the font', () => {
  assert.equal(readFileSync(LETTERS, 'utf8'), lettersFile());
});

test('a letter that the font lacks is told, not left out', () => {
  assert.equal(glyphOf('body', ' ').contours.length, 0);
  assert.throws(() => glyphOf('body', '字'), /no "字"/);
});
