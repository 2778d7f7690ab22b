/** What a card looks like in numbers: the same in other light, turned when the card is, and of its own edges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uprightQuad } from '../../../src/scan/describe/describe.ts';
import { FEATURES, featuresOf, upsideDown } from '../../../src/scan/describe/features.ts';
import { emptyPlanes, type Planes, planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import { rectified, VIEW_HEIGHT, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const [COLUMNS, ROWS, ORIENTATIONS] = [8, 11, 8];
const CELLS = COLUMNS * ROWS;

const viewOf = (seed: number): Planes => {
  const card = drawnCard(seed);
  return rectified(pyramidOf(planesOf(card)), uprightQuad(card));
};
const cosine = (a: Float32Array, b: Float32Array): number => {
  const dot = (one: Float32Array, two: Float32Array) => one.reduce((sum, value, at) => sum + value * (two[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

/** A view whose light is this, without colour. */
const lit = (light: (x: number, y: number) => number): Planes => ({
  ...emptyPlanes(VIEW_WIDTH, VIEW_HEIGHT),
  luma: Float32Array.from({ length: VIEW_WIDTH * VIEW_HEIGHT }, (_, at) =>
    light(at % VIEW_WIDTH, Math.floor(at / VIEW_WIDTH)),
  ),
});

test('a darker photo of less contrast looks the same, another card does not', () => {
  const view = viewOf(3);
  const dim = {
    ...view,
    luma: view.luma.map((value) => 0.6 * value + 20),
    blue: view.blue.map((v) => 0.6 * v),
    red: view.red.map((v) => 0.6 * v),
  };
  assert.equal(featuresOf(view).length, FEATURES);
  assert.ok(cosine(featuresOf(view), featuresOf(dim)) > 0.99);
  assert.ok(cosine(featuresOf(view), featuresOf(viewOf(4))) < 0.9);
});

test('the features of a view upside down are those of the view turned', () => {
  const view = viewOf(5);
  const turn = (plane: Float32Array) => plane.toReversed();
  const over = { ...view, luma: turn(view.luma), blue: turn(view.blue), red: turn(view.red) };
  const [expected, found] = [featuresOf(over), upsideDown(featuresOf(view))];
  for (const [at, value] of expected.entries()) assert.ok(Math.abs(value - (found[at] ?? 9)) < 1e-3, String(at));
  assert.deepEqual(upsideDown(upsideDown(expected)), expected);
});

test('an edge counts in its own direction and in the cells beside it', () => {
  const strongest = (features: Float32Array) => {
    const histograms = features.subarray(0, CELLS * ORIENTATIONS);
    const at = histograms.indexOf(Math.max(...histograms));
    return {
      bin: at % ORIENTATIONS,
      column: Math.floor(at / ORIENTATIONS) % COLUMNS,
      row: Math.floor(at / ORIENTATIONS / COLUMNS),
    };
  };
  // In the middle of the third column of cells, light comes from the right.
  const upright = featuresOf(lit((x) => (x < 30 ? 0 : 200)));
  assert.deepEqual([strongest(upright).bin, strongest(upright).column], [0, 2]);
  const level = featuresOf(lit((_, y) => (y < 54 ? 0 : 200)));
  assert.deepEqual([strongest(level).bin, strongest(level).row], [ORIENTATIONS / 2, 4]);
  const falling = featuresOf(lit((x, y) => (x + y < 100 ? 0 : 200)));
  assert.equal(strongest(falling).bin, ORIENTATIONS / 4);
  assert.ok(
    featuresOf(lit(() => 90)).every((value) => value === 0),
    'an even view has nothing',
  );
});

test('colours are the means of their cells, by how much the picture’s light varies', () => {
  const view = lit((_, y) => (y < VIEW_HEIGHT / 2 ? 100 : 140));
  view.blue.fill(30);
  for (let at = 0; at < 12; at += 1) view.red[at] = 60;
  const colours = featuresOf(view).subarray(CELLS * ORIENTATIONS);
  const blues = Array.from({ length: CELLS }, (_, cell) => colours[3 * cell + 1] ?? 0);
  assert.ok(blues.every((value) => Math.abs(value - (blues[0] ?? 0)) < 1e-6) && (blues[0] ?? 0) > 0.5);
  const reds = Array.from({ length: CELLS }, (_, cell) => colours[3 * cell + 2] ?? 0);
  assert.ok((reds[0] ?? 0) > 0 && reds.slice(1).every((value) => value === 0), 'twelve pixels of the first cell');
  assert.ok(Math.abs((reds[0] ?? 0) / (blues[0] ?? 1) - (60 * 12) / (30 * 144)) < 1e-5);
  assert.ok((colours[0] ?? 0) < 0 && (colours[3 * (CELLS - 1)] ?? 0) > 0, 'light is told from the mean');
});
