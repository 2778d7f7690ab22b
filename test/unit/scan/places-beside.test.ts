/** Where further cards may lie, by those that were found: the holes of a row or page, and its next places. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesBeside } from '../../../src/scan/compare/places-beside.ts';
import type { Quad } from '../../../src/scan/photo/homography.ts';
import { placed } from '../../support/made/laid-card.ts';

/** Middles of the places, in whole pixels, from left to right and top to bottom. */
const middles = (found: readonly Quad[], width: number, height: number): string[] =>
  placesBeside(found, width, height)
    .map((quad) => [0, 1].map((axis) => Math.round(quad.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 4)))
    .sort(([a = 0, b = 0], [c = 0, d = 0]) => b - d || a - c)
    .map((middle) => middle.join(' '));

const card = (x: number, y: number, high = 200): Quad => placed(x, y, high, 0);

test('the hole of a page is a place, and so are the next of each row and column that are on the photo', () => {
  const found = [card(100, 120), card(260, 120), card(100, 340)];
  assert.deepEqual(middles(found, 400, 450), ['260 340']);
  assert.deepEqual(middles(found, 500, 450), ['420 120', '260 340']);
});

test('one card tells nothing, nor do two far from each other, or of unlike size', () => {
  assert.deepEqual(placesBeside([card(100, 120)], 2000, 2000), []);
  assert.deepEqual(placesBeside([card(100, 120), card(700, 120)], 2000, 2000), []);
  assert.deepEqual(placesBeside([card(100, 120), card(300, 120, 280)], 2000, 2000), []);
});

test('a step of less than 1.8 long sides is taken, a longer one is not; cards alike in size by less than a third', () => {
  const besides = (step: number, high = 200) =>
    middles([card(1000, 500), card(1000 + step, 500, high)], 3000, 1000).length;
  assert.deepEqual(
    [350, 359, 361, 370].map((step) => besides(step)),
    [2, 2, 0, 0],
  );
  assert.deepEqual(
    [258, 262].map((high) => besides(200, high) > 0),
    [true, false],
  );
});

test('there are never more than two dozen', () => {
  const found = Array.from({ length: 12 }, (_, i) => card(1000 + 150 * i + 11 * i * i, 1000 + 40 * (i % 5)));
  assert.equal(placesBeside(found, 5000, 5000).length, 24);
});
