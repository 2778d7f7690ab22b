/** A picture as light and colour, halved and kept in few bytes: what each step keeps, and how exactly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rasterOf } from '../../../fit/views.ts';
import { halved, type Planes, planesOf, pyramidOf, shrunk } from '../../../src/scan/photo/planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';
import {
  COLOUR_HEIGHT,
  COLOUR_WIDTH,
  keptIn,
  keptOf,
  THUMBNAIL_BYTES,
  thumbnailOf,
} from '../../../src/scan/photo/thumbnail.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const near = (one: ArrayLike<number>, other: ArrayLike<number>, by: number): boolean =>
  one.length === other.length &&
  Array.from(one).every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) <= by);

const picture = (width: number, height: number): Planes => planesOf(drawnCard(4, width, height));

test('light and colours are those of BT.601, and come back as the same picture', () => {
  const data = Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
  const { luma, blue, red } = planesOf({ width: 4, height: 1, data });
  assert.ok(near(luma, [76.245, 149.685, 29.07, 255], 1e-3));
  assert.ok(near(blue, [-43.002, -84.422, 127.425, 0], 1e-2));
  assert.ok(near(red, [127.453, -106.725, -20.727, 0], 1e-2));
  const card = drawnCard(4);
  assert.ok(near(rasterOf(planesOf(card)).data, card.data, 1));
});

test('half the size is the mean of each four; an odd last row and column are left out', () => {
  const luma = Float32Array.from([1, 3, 9, 5, 7, 9, 9, 9, 9]);
  const none = new Float32Array(9);
  const half = halved({ width: 3, height: 3, luma, blue: luma, red: none });
  assert.deepEqual([half.width, half.height, [...half.luma], [...half.blue], [...half.red]], [1, 1, [4], [4], [0]]);
  assert.deepEqual([...shrunk(Float32Array.from([1, 3, 9, 9, 5, 7, 9, 9]), 4, 2, 2)], [4, 9]);
  assert.equal(shrunk(luma, 3, 3, 1), luma);
});

test('halvings go down to a longest side of 64, or just above', () => {
  const sides = (width: number, height: number, sideMin?: number) =>
    pyramidOf(picture(width, height), sideMin).map((level) => [level.width, level.height]);
  assert.deepEqual(sides(128, 100), [
    [128, 100],
    [64, 50],
  ]);
  assert.deepEqual(sides(127, 100), [[127, 100]]);
  assert.deepEqual(sides(40, 16, 10), [
    [40, 16],
    [20, 8],
    [10, 4],
  ]);
  assert.deepEqual(sides(40, 3, 5), [[40, 3]], 'what is too thin is not halved');
});

test('a thumbnail keeps light to half a step at full size, colours at a quarter of it, and the extremes', () => {
  const view = picture(VIEW_WIDTH, VIEW_HEIGHT);
  const kept = keptOf(view);
  const bytes = thumbnailOf(view);
  assert.equal(bytes.length, THUMBNAIL_BYTES);
  const back = keptIn(bytes);
  assert.ok(near(back.luma, kept.luma, 0.5) && near(back.blue, kept.blue, 0.5) && near(back.red, kept.red, 0.5));
  assert.equal(back.blue.length, COLOUR_WIDTH * COLOUR_HEIGHT);
  assert.ok(near(back.blue, shrunk(view.blue, VIEW_WIDTH, VIEW_HEIGHT, 4), 0.5));
  const glaring = thumbnailOf({ ...view, luma: view.luma.map(() => 300), blue: view.blue.map(() => -200) });
  assert.deepEqual([keptIn(glaring).luma[7], keptIn(glaring).blue[7]], [255, -128]);
  assert.throws(() => keptIn(bytes.subarray(1)), RangeError);
});
