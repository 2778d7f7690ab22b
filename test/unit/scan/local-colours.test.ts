/** Colours are compared as they differ from place to place: bad light leaves that, other colours do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appearanceOf } from '../../../src/scan/compare/appearance.ts';
import { colourAgreement } from '../../../src/scan/compare/local-colours.ts';
import { uprightQuad } from '../../../src/scan/describe/describe.ts';
import { type Planes, planesOf, pyramidOf } from '../../../src/scan/photo/planes.ts';
import { rectified, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';
import { keptOf } from '../../../src/scan/photo/thumbnail.ts';
import { drawnCard } from '../../support/made/drawn-cards.ts';

const viewOf = (seed: number): Planes => {
  const card = drawnCard(seed);
  return rectified(pyramidOf(planesOf(card)), uprightQuad(card));
};
const view = viewOf(3);
const seen = (planes: Planes) => appearanceOf(keptOf(planes));
const agreement = (other: Planes): number => colourAgreement(seen(view).colours, seen(other).colours);
const changed = (change: (blue: number, red: number, at: number) => [blue: number, red: number]): Planes => {
  const pairs = Array.from(view.blue, (blue, at) => change(blue, view.red[at] ?? 0, at));
  return { ...view, blue: Float32Array.from(pairs, ([b]) => b), red: Float32Array.from(pairs, ([, r]) => r) };
};

test('a picture has its own colours', () => assert.ok(agreement(view) > 0.9, String(agreement(view))));

test('under a lamp of another colour that fades over the card, in half the saturation, they are still its own', () => {
  const lit = changed((blue, red, at) => [0.5 * blue + 30 + (at % VIEW_WIDTH) / 4, 0.5 * red - 20 - at / 800]);
  assert.ok(agreement(lit) > 0.75, String(agreement(lit)));
});

test('turned to other hues they are not', () => {
  assert.ok(agreement(changed((blue, red) => [-red, blue])) < 0.3);
  assert.ok(agreement(changed((blue, red) => [-blue, -red])) < -0.5);
});

test('a blurred view is less sharp', () => {
  const luma = Float32Array.from(view.luma, (value, at) => (value + (view.luma[at + 1] ?? value)) / 2);
  assert.ok(seen({ ...view, luma }).sharpness < seen(view).sharpness);
});
