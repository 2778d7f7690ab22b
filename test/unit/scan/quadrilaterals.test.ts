/** Where cards may lie on a photo, at every place, turn and size, on every ground; and what the finder is made of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uprights } from '../../../src/scan/describe/candidates.ts';
import type { Point, Quad } from '../../../src/scan/photo/homography.ts';
import { areaOf, fourSided, hullOf, shrunkBy, smallestRectangle } from '../../../src/scan/photo/hull.ts';
import { linesOf } from '../../../src/scan/photo/lines.ts';
import { planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import { quadrilaterals } from '../../../src/scan/photo/quadrilaterals.ts';
import { regionsOf } from '../../../src/scan/photo/regions.ts';
import { slopesOf } from '../../../src/scan/photo/slopes.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';
import { DARK, GREY, type Ground, laid, placed, STRIPES } from '../../support/made/laid-card.ts';

/** The farthest that a corner of one is from the nearest of the other. */
const apart = (one: Quad, other: Quad): number =>
  Math.max(...one.map(([x, y]) => Math.min(...other.map((corner) => Math.hypot(x - corner[0], y - corner[1])))));

for (const [name, ground] of Object.entries({ plain: GREY, striped: STRIPES, dark: DARK })) {
  test(`a card is found on a ${name} ground at every framing from .3 up and at every turn`, () => {
    for (const [share, degrees] of [
      [0.3, 20],
      [0.38, 75],
      [0.5, 45],
      [0.65, 160],
      [0.8, 8],
    ] as const) {
      const quad = placed(300 + 20 * share, 230, share * 640 * 0.9, degrees);
      const photo = laid([{ card: drawnCard(5), quad }], 640, 480, ground);
      const found = [...quadrilaterals(pyramidOf(planesOf(photo)), 2, 8)].flat();
      const best = Math.min(...found.map((one) => apart(quad, one)));
      assert.ok(best < 0.04 * share * 640, `${share} of the frame, ${degrees}°: ${best.toFixed(1)} pixels off`);
    }
  });
}

test('a card that is seen from low is found, and looked at with either side as its long one', () => {
  const quad: Quad = [
    [210, 120],
    [430, 130],
    [520, 390],
    [100, 370],
  ];
  const photo = laid([{ card: drawnCard(5), quad }], 640, 480, GREY);
  const found = [...quadrilaterals(pyramidOf(planesOf(photo)), 2, 8)].flat();
  const [first = quad] = found.toSorted((a, b) => apart(quad, a) - apart(quad, b));
  assert.ok(apart(quad, first) < 12, `${apart(quad, first).toFixed(1)} pixels off`);
  assert.equal(uprights(first).length, 2);
  assert.equal(uprights(placed(300, 230, 300, 20)).length, 1);
});

test('a place has its corners clockwise, so that no card is looked at mirrored', () => {
  const photo = laid([{ card: drawnCard(5), quad: placed(320, 240, 300, 130) }], 640, 480, GREY);
  for (const [a, b, c] of [...quadrilaterals(pyramidOf(planesOf(photo)), 2, 12)].flat()) {
    assert.ok((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0);
  }
});

test('regions of a mask: what is in it joins over corners, what is not only over sides', () => {
  const rows = ['1000', '0100', '0010', '0001'];
  const data = Uint8Array.from(rows.join(''), Number);
  const regions = regionsOf({ width: 4, height: 4, data }, 3);
  assert.deepEqual(regions.map(({ isIn }) => isIn).sort(), [false, false, true]);
  const ring = Uint8Array.from('111110001100011111'.padEnd(25, '1'), Number);
  assert.equal(regionsOf({ width: 5, height: 5, data: ring }, 5).length, 1);
});

test('the hull of a region with round corners is brought back to four sides', () => {
  const cut: Point[] = [
    [3, 0],
    [17, 0],
    [20, 3],
    [20, 27],
    [17, 30],
    [3, 30],
    [0, 27],
    [0, 3],
  ];
  const four = fourSided(cut);
  assert.ok(four !== undefined);
  assert.deepEqual(four.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).sort(), ['0,0', '0,30', '20,0', '20,30']);
  const smallest = smallestRectangle(cut);
  assert.ok(smallest !== undefined && Math.abs(areaOf(smallest) - 600) < 1e-6);
  assert.ok(Math.abs(areaOf(shrunkBy(smallest, 1)) - 18 * 28) < 1e-6);
  assert.equal(
    hullOf(
      [
        [0, 0],
        [2, 1],
        [0, 2],
      ],
      [
        [4, 0],
        [6, 1],
        [4, 2],
      ],
    ).length,
    5,
  );
});

test('a line lies on its edge at angles between those that are counted', () => {
  for (const degrees of [11, 33, 91]) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [width, height] = [240, 320];
    const away = (cos * width + sin * height) / 2;
    const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return (pixel % width) * cos + Math.floor(pixel / width) * sin < away ? 60 : 190;
    });
    const [line] = linesOf(slopesOf(planesOf({ width, height, data })), 1, 10);
    const turned = Math.abs(Math.atan2(line?.sin ?? 0, line?.cos ?? 0) * (180 / Math.PI) - degrees) % 180;
    assert.ok(Math.min(turned, 180 - turned) < 0.3, `${degrees}°: ${turned.toFixed(2)}° off`);
  }
});

test('a card seen from far aside, as long as it is wide, is found', () => {
  const quad: Quad = [
    [250, 150],
    [420, 146],
    [452, 330],
    [206, 336],
  ];
  const photo = laid([{ card: drawnCard(5), quad }], 640, 480, GREY);
  const [likeliest = []] = quadrilaterals(pyramidOf(planesOf(photo)), 2, 8);
  assert.ok(Math.min(...likeliest.map((one) => apart(quad, one))) < 12);
});

test('stripes do not take the place of all other lines', () => {
  const striped: Ground = (x) => (x % 8 < 4 ? [20, 20, 20] : [230, 230, 230]);
  const photo = laid([{ card: drawnCard(5), quad: placed(320, 240, 200, 30) }], 640, 480, striped);
  const lines = linesOf(slopesOf(planesOf(photo)), 84, 20);
  const upright = lines.filter(({ sin }) => Math.abs(sin) < 0.1);
  assert.ok(upright.length >= 10 && upright.length <= 24, `${upright.length} of ${lines.length} run along the stripes`);
});
