/** Where a card lies on a photo: the plane maps, the outline that is guessed, and how a picture is fitted onto it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aligned, templateOf } from '../../../src/scan/compare/align.ts';
import { inverse, mapped, type Point, type Quad, squareTo, turned } from '../../../src/scan/photo/homography.ts';
import { type Planes, planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import { quadrilaterals } from '../../../src/scan/photo/quadrilaterals.ts';
import { rectified, rectifiedLight, VIEW_HEIGHT, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const LEANING: Quad = [
  [52, 40],
  [268, 61],
  [250, 371],
  [38, 344],
];
const UNIT: Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const farthest = (a: Quad, b: Quad): number =>
  Math.max(...a.map(([x, y], i) => Math.hypot(x - (b[i]?.[0] ?? 0), y - (b[i]?.[1] ?? 0))));

/** A card laid on a grey table. */
function photoOf(seed: number, quad: Quad, width = 320, height = 420): Planes[] {
  const card = drawnCard(seed);
  const back = inverse(squareTo(quad));
  const data = new Uint8Array(3 * width * height).fill(110);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = mapped(back, [x + 0.5, y + 0.5]);
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue;
      const from = (Math.floor(v * card.height) * card.width + Math.floor(u * card.width)) * 3;
      data.set(card.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return pyramidOf(planesOf({ width, height, data }));
}

test('a plane map takes the corners of the square to those of the quadrilateral', () => {
  const map = squareTo(LEANING);
  for (const [i, corner] of UNIT.entries()) {
    const [x, y] = mapped(map, corner);
    assert.ok(Math.hypot(x - (LEANING[i]?.[0] ?? 0), y - (LEANING[i]?.[1] ?? 0)) < 1e-9);
  }
});

test('four quarter turns name the corners as before, and a cut-out follows the turn', () => {
  assert.deepEqual(turned(LEANING, 4), LEANING);
  assert.deepEqual(turned(turned(LEANING, 3), 1), LEANING);
  const photo = photoOf(3, LEANING);
  const upright = rectified(photo, LEANING);
  const over = rectified(photo, turned(LEANING, 2));
  const last = VIEW_WIDTH * VIEW_HEIGHT - 1;
  for (const at of [5, 1000, 6000]) assert.ok(Math.abs((upright.luma[at] ?? 0) - (over.luma[last - at] ?? 99)) < 0.5);
});

test('the outline of a card on a plain table is found to within 2 % of its width', () => {
  for (const seed of [1, 2, 3]) {
    const [[best] = []] = quadrilaterals(photoOf(seed, LEANING), 1, 1);
    const off = [0, 1, 2, 3].map((quarters) => (best === undefined ? 999 : farthest(turned(best, quarters), LEANING)));
    assert.ok(Math.min(...off) < 0.02 * 216, `card ${seed}: off by ${Math.min(...off).toFixed(1)}`);
  }
});

test('a picture is fitted onto the photo to half a percent from 3 % away', () => {
  const photo = photoOf(7, LEANING);
  const card = pyramidOf(planesOf(drawnCard(7)));
  const whole: Quad = [
    [0, 0],
    [144, 0],
    [144, 198],
    [0, 198],
  ];
  const off: Quad = [
    [58, 36],
    [263, 66],
    [256, 366],
    [32, 349],
  ];
  let quad = off;
  for (const by of [4, 2]) {
    const [width, height] = [VIEW_WIDTH / by, VIEW_HEIGHT / by];
    quad = aligned(photo, templateOf(rectifiedLight(card, whole, width, height), width, height), quad, 12);
  }
  assert.ok(farthest(quad, LEANING) < 0.005 * 216, `off by ${farthest(quad, LEANING).toFixed(2)} pixels`);
});

test('a drawing that another print has lower in its frame is fitted apart from the frame', () => {
  const [lower, width, height] = [4, VIEW_WIDTH / 2, VIEW_HEIGHT / 2];
  const print = drawnCard(7);
  const moved = { ...print, data: print.data.slice() };
  for (let y = 14; y < 94; y += 1) {
    const row = 3 * 144 * y;
    moved.data.set(print.data.subarray(row + 3 * 14, row + 3 * 130), 3 * 144 * (y + lower) + 3 * 14);
  }
  const whole: Quad = [
    [0, 0],
    [144, 0],
    [144, 198],
    [0, 198],
  ];
  const template = templateOf(rectifiedLight(pyramidOf(planesOf(moved)), whole, width, height), width, height);
  const photo = photoOf(7, LEANING);
  const drawing = mapped(squareTo(LEANING), [0.5, 54 / 198]);
  const off = (quad: Quad): number => {
    const [x, y] = mapped(squareTo(quad), [0.5, (54 + lower) / 198]);
    return Math.hypot(x - drawing[0], y - drawing[1]);
  };
  const card = aligned(photo, template, LEANING, 12);
  const apart = aligned(photo, template, card, 12, 'drawing');
  assert.ok(
    off(apart) < 1.5 && off(apart) < off(card) / 2,
    `off by ${off(apart).toFixed(1)}, ${off(card).toFixed(1)} before`,
  );
});
