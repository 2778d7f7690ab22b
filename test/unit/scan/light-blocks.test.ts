/** Light at one contrast everywhere, and compared block by block: as the plain definition has it, pixel for pixel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BLOCK_COLUMNS,
  BLOCK_ROWS,
  BLOCKS,
  blockCorrelations,
  evened,
  isPicture,
  nudgedCorrelations,
} from '../../../src/scan/compare/light-blocks.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../../../src/scan/photo/rectify.ts';

/** Numbers of 0 to 255 that look like chance, the same each time. */
function grains(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('light is what it differs from its neighbourhood by, over the neighbourhood’s contrast and 7', () => {
  const [width, height, reach] = [33, 20, 3];
  const light = grains(width * height, 5);
  const even = evened(light, width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const near: number[] = [];
      for (let j = Math.max(0, y - reach); j <= Math.min(height - 1, y + reach); j += 1) {
        for (let i = Math.max(0, x - reach); i <= Math.min(width - 1, x + reach); i += 1)
          near.push(light[j * width + i] ?? 0);
      }
      const middle = mean(near);
      const spread = Math.sqrt(mean(near.map((value) => (value - middle) ** 2)));
      const wanted = ((light[y * width + x] ?? 0) - middle) / (spread + 7);
      assert.ok(Math.abs((even[y * width + x] ?? 9) - wanted) < 1e-3, `at ${x}, ${y}`);
    }
  }
});

test('a larger picture seen before changes nothing, and an even one stays even', () => {
  const light = grains(33 * 20, 6);
  const before = evened(light, 33, 20);
  evened(grains(60 * 60, 7), 60, 60);
  assert.deepEqual(evened(light, 33, 20), before);
  assert.ok(evened(new Float32Array(400).fill(200), 20, 20).every((value) => Math.abs(value) < 1e-9));
});

test('a block’s correlation is that of its own pixels, and what is too even tells nothing', () => {
  const size = VIEW_WIDTH * VIEW_HEIGHT;
  const [a, b] = [grains(size, 8), grains(size, 9)];
  const [across, down] = [VIEW_WIDTH / BLOCK_COLUMNS, VIEW_HEIGHT / BLOCK_ROWS];
  const found = blockCorrelations(a, b, VIEW_WIDTH, VIEW_HEIGHT);
  assert.equal(found.length, BLOCKS);
  for (const block of [0, 7, 8, 45, 87]) {
    const pixels: number[] = [];
    for (let at = 0; at < size; at += 1) {
      const [x, y] = [at % VIEW_WIDTH, Math.floor(at / VIEW_WIDTH)];
      if (Math.floor(y / down) * BLOCK_COLUMNS + Math.floor(x / across) === block) pixels.push(at);
    }
    const [one, two] = [a, b].map((plane) => pixels.map((at) => plane[at] ?? 0));
    assert.ok(one && two);
    const [middleOne, middleTwo] = [mean(one), mean(two)];
    const covariance = mean(one.map((value, i) => (value - middleOne) * ((two[i] ?? 0) - middleTwo)));
    const variances = [one, two].map((values) => mean(values.map((value) => (value - mean(values)) ** 2)) + 0.02);
    const wanted = covariance / Math.sqrt((variances[0] ?? 0) * (variances[1] ?? 0));
    assert.ok(Math.abs((found[block] ?? 9) - wanted) < 1e-4, `block ${block}: ${found[block]}, not ${wanted}`);
  }
  const same = blockCorrelations(a, a, VIEW_WIDTH, VIEW_HEIGHT);
  const opposite = blockCorrelations(
    a,
    a.map((value) => -value),
    VIEW_WIDTH,
    VIEW_HEIGHT,
  );
  const even = blockCorrelations(a, new Float32Array(size).fill(3), VIEW_WIDTH, VIEW_HEIGHT);
  assert.ok(same.every((value) => value > 0.999) && opposite.every((value) => value < -0.999));
  assert.ok(even.every((value) => Math.abs(value) < 1e-3));
});

test('the picture is the upper middle: rows 1 to 4 of 11, columns 1 to 6 of 8', () => {
  const blocks = Array.from({ length: BLOCKS }, (_, block) => block).filter(isPicture);
  assert.equal(blocks.length, 24);
  assert.deepEqual([blocks[0], blocks[5], blocks[6], blocks.at(-1)], [9, 14, 17, 38]);
});

test('a picture that lies a pixel or two elsewhere agrees, one that lies farther off does not', () => {
  const light = grains(VIEW_WIDTH * VIEW_HEIGHT, 10);
  const shiftedBy = (right: number, down: number) => light.map((_, at) => light[at - down * VIEW_WIDTH - right] ?? 0);
  const least = (other: Float32Array) => Math.min(...nudgedCorrelations(light, other, VIEW_WIDTH, VIEW_HEIGHT));
  assert.equal(nudgedCorrelations(light, light, VIEW_WIDTH, VIEW_HEIGHT).length, 24);
  for (const [right, down] of [
    [0, 0],
    [2, -2],
    [-1, 2],
  ] as const)
    assert.ok(least(shiftedBy(right, down)) > 0.999);
  for (const [right, down] of [
    [3, 0],
    [0, -4],
  ] as const)
    assert.ok(least(shiftedBy(right, down)) < 0.4);
});
