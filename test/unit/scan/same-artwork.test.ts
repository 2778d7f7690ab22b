/** When two pictures are one artwork, and how many artworks and printings of each are looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { perhapsSameDrawing } from '../../../fit/same-drawing.ts';
import type { Appearance } from '../../../src/scan/compare/appearance.ts';
import { byArtwork } from '../../../src/scan/compare/artworks.ts';
import { BLOCK_COLUMNS, BLOCK_ROWS, isPicture } from '../../../src/scan/compare/light-blocks.ts';
import { likelihoods } from '../../../src/scan/compare/printings.ts';
import { type Likened, sameArtwork } from '../../../src/scan/compare/same-artwork.ts';
import type { Known } from '../../../src/scan/compare/verify.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';

const SIZE = VIEW_WIDTH * VIEW_HEIGHT;

/** Light that changes from pixel to pixel, the other way round in the first `inverted` blocks of the picture. */
function lightWith(inverted: number): Float32Array {
  const blocks = Array.from({ length: BLOCK_COLUMNS * BLOCK_ROWS }, (_, block) => block).filter(isPicture);
  const bad = new Set(blocks.slice(0, inverted));
  return Float32Array.from({ length: SIZE }, (_, at) => {
    const [x, y] = [at % VIEW_WIDTH, Math.floor(at / VIEW_WIDTH)];
    const block =
      Math.floor(y / (VIEW_HEIGHT / BLOCK_ROWS)) * BLOCK_COLUMNS + Math.floor(x / (VIEW_WIDTH / BLOCK_COLUMNS));
    const value = (x * 7 + y * 13) % 5 < 2 ? 1 : -1;
    return bad.has(block) ? -value : value;
  });
}

/** A picture at this cosine from the first; without light it must not be looked at. */
const likened = (cosine: number, even?: Float32Array): Likened => ({
  vector: Float32Array.from([cosine, Math.sqrt(1 - cosine * cosine)]),
  appearance: () => (even === undefined ? assert.fail('nobody needs its light') : ({ even } as Appearance)),
});
const dark = likened(1);
const first = likened(1, lightWith(0));

test('vectors that are very alike are one artwork, those that are not are none, without a look at the light', () => {
  assert.ok(sameArtwork(dark, likened(0.91)));
  assert.ok(!sameArtwork(dark, likened(0.69)));
});

test('between the two, light must agree in three of four blocks of the picture', () => {
  assert.ok(sameArtwork(first, likened(0.71, lightWith(6))));
  assert.ok(!sameArtwork(first, likened(0.89, lightWith(7))));
});

test('a drawing may be there in other colours where light agrees well in half and fairly in three of four', () => {
  assert.ok(perhapsSameDrawing(first, likened(0.41, lightWith(6))));
  assert.ok(!perhapsSameDrawing(first, likened(0.41, lightWith(7))));
  assert.ok(!perhapsSameDrawing(dark, likened(0.39)));
});

test('eight artworks are looked at and eight printings of each, in the order given', () => {
  const known = (row: number, direction: number) =>
    ({
      row,
      vector: Float32Array.from({ length: 10 }, (_, at) => Number(at === direction)),
      appearance: dark.appearance,
    }) as unknown as Known;
  const groups = byArtwork(Array.from({ length: 90 }, (_, row) => known(row, row % 9)));
  assert.deepEqual(
    groups.map(([leader]) => leader?.row),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  assert.ok(groups.every((group) => group.length === 8));
  assert.deepEqual(
    groups[1]?.map(({ row }) => row),
    [1, 10, 19, 28, 37, 46, 55, 64],
  );
});

test('the printing that the photo shows is the likeliest, at half the contrast too; same-artwork printings are equally likely', () => {
  const [width, height] = [BLOCK_COLUMNS * 3, BLOCK_ROWS * 3];
  const plane = (value: (at: number) => number) => Float32Array.from({ length: width * height }, (_, at) => value(at));
  const common = (at: number) => ((at * 31) % 17) / 8 - 1;
  const stamped = plane((at) => common(at) + (at < 60 ? 0.8 : 0));
  const bare = plane(common);
  const told = (photo: Float32Array, printings: Float32Array[]) => [
    ...likelihoods({ width, height, photo, printings }),
  ];
  for (const gain of [1, 0.5]) {
    const [ofBare = 0, ofStamped = 0] = told(
      stamped.map((value) => gain * value),
      [bare, stamped],
    );
    assert.ok(ofStamped > ofBare + 1, String([ofBare, ofStamped]));
    const [asBare = 0, asStamped = 0] = told(
      bare.map((value) => gain * value),
      [bare, stamped],
    );
    assert.ok(asBare > asStamped + 1);
  }
  assert.deepEqual(told(bare, [stamped, stamped]), [0, 0]);
});
