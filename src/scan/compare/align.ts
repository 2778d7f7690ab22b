/** Fits a catalog picture onto a photo: Lucas and Kanade, inverse compositional, eight parameters. */
import { uprightQuad } from '../describe/describe.ts';
import { DETAIL_HEIGHT, DETAIL_WIDTH } from '../describe/detail.ts';
import { smoothed } from '../describe/windows.ts';
import { inverse, mapped, type Point, type Quad, squareTo } from '../photo/homography.ts';
import { emptyPlanes, type Planes, pyramidOf, shrunk } from '../photo/planes.ts';
import { rectifiedLight } from '../photo/rectify.ts';
import { BLOCK_COLUMNS, BLOCK_ROWS, BLOCKS, evened, isPicture } from './light-blocks.ts';

// The quadrilateral is moved until the light within it agrees with the picture's. Blocks that agree badly, under a
// reflection, count little.

const PARAMETERS = 8;

/** A catalog picture prepared for fitting at one size. */
export interface Template {
  width: number;
  height: number;
  light: Float32Array;
  blocks: Uint8Array;
  /** For each parameter how each pixel answers to it. */
  slopes: readonly Float32Array[];
  /** Curvature by block: `PARAMETERS`² numbers each. */
  curvatures: Float64Array;
}

/** The block of each pixel. Row by row: place by place it would be two fifths of what a template takes. */
function blocksOf(width: number, height: number): Uint8Array {
  const blocks = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * BLOCK_ROWS) / height) * BLOCK_COLUMNS;
    for (let x = 0; x < width; x += 1) blocks[at++] = row + Math.floor((x * BLOCK_COLUMNS) / width);
  }
  return blocks;
}

/** Prepares a picture's light, `width` × `height`. */
export function templateOf(light: Float32Array, width: number, height: number): Template {
  const even = evened(light, width, height);
  const blocks = blocksOf(width, height);
  const slopes = Array.from({ length: PARAMETERS }, () => new Float32Array(width * height));
  const curvatures = new Float64Array(BLOCKS * PARAMETERS * PARAMETERS);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const gx = (((even[at + 1] ?? 0) - (even[at - 1] ?? 0)) * width) / 2;
      const gy = (((even[at + width] ?? 0) - (even[at - width] ?? 0)) * height) / 2;
      // Around the middle of the unit square, so that the parameters hardly depend on each other.
      const u = (x + 0.5) / width - 0.5;
      const v = (y + 0.5) / height - 0.5;
      const pull = gx * u + gy * v;
      const row = [gx * u, gx * v, gx, gy * u, gy * v, gy, -u * pull, -v * pull];
      const block = (blocks[at] ?? 0) * PARAMETERS * PARAMETERS;
      for (let i = 0; i < PARAMETERS; i += 1) {
        const one = row[i] ?? 0;
        (slopes[i] as Float32Array)[at] = one;
        for (let j = 0; j <= i; j += 1) {
          const to = block + i * PARAMETERS + j;
          curvatures[to] = (curvatures[to] ?? 0) + one * (row[j] ?? 0);
        }
      }
    }
  }
  return { width, height, light: even, blocks, slopes, curvatures };
}

/** How much each block counts, by how far its light is off. */
function blockWeights(template: Template, seen: Float32Array): Float64Array {
  const { light, blocks } = template;
  const errors = new Float64Array(BLOCKS);
  for (let at = 0; at < light.length; at += 1) {
    const block = blocks[at] ?? 0;
    const error = (light[at] ?? 0) - (seen[at] ?? 0);
    errors[block] = (errors[block] ?? 0) + error * error;
  }
  const middle = errors.toSorted()[BLOCKS >> 1] ?? 1;
  return errors.map((error) => 1 / (1 + (error / (middle + 1e-9)) ** 2));
}

function dot(one: Float64Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** What the frame counts where the drawing is fitted: a little, so that it does not run away. */
const FRAME_WEIGHT = 0.05;

/** What is fitted: the whole card, or its drawing, which another print has elsewhere in its frame. */
export type Fitted = 'card' | 'drawing';

/** The step that brings the photo's light closest to the template's, to first order. */
function stepOf(template: Template, seen: Float32Array, what: Fitted): Float64Array | undefined {
  const { light, blocks, slopes, curvatures } = template;
  const weights = blockWeights(template, seen);
  if (what === 'drawing')
    for (const [block, weight] of weights.entries()) if (!isPicture(block)) weights[block] = FRAME_WEIGHT * weight;
  const errors = new Float64Array(light.length);
  for (let at = 0; at < light.length; at += 1) {
    errors[at] = ((seen[at] ?? 0) - (light[at] ?? 0)) * (weights[blocks[at] ?? 0] ?? 0);
  }
  const right = Float64Array.from(slopes, (slope) => dot(errors, slope));
  const curvature = new Float64Array(PARAMETERS * PARAMETERS);
  for (let block = 0; block < BLOCKS; block += 1) {
    const weight = weights[block] ?? 0;
    const base = block * PARAMETERS * PARAMETERS;
    for (let i = 0; i < curvature.length; i += 1) {
      curvature[i] = (curvature[i] ?? 0) + weight * (curvatures[base + i] ?? 0);
    }
  }
  return solved(curvature, right);
}

/** Makes a symmetric matrix, given by its lower half, the product of that half with itself (Cholesky); whether there is one. */
function factorize(matrix: Float64Array): boolean {
  const n = PARAMETERS;
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = (matrix[i * n + j] ?? 0) * (i === j ? 1.001 : 1);
      for (let k = 0; k < j; k += 1) sum -= (matrix[i * n + k] ?? 0) * (matrix[j * n + k] ?? 0);
      if (i === j && sum <= 1e-9) return false;
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * n + j] ?? 1);
    }
  }
  return true;
}

/** Solves a small symmetric system, given by its lower half; undefined where it has no one answer. */
function solved(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const n = PARAMETERS;
  if (!factorize(matrix)) return undefined;
  for (let i = 0; i < n; i += 1) {
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= (matrix[i * n + k] ?? 0) * (right[k] ?? 0);
    right[i] = sum / (matrix[i * n + i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = right[i] ?? 0;
    for (let k = i + 1; k < n; k += 1) sum -= (matrix[k * n + i] ?? 0) * (right[k] ?? 0);
    right[i] = sum / (matrix[i * n + i] ?? 1);
  }
  return right;
}

/** Where the inverse of a small step takes a corner of the unit square (first order in the step would drift). */
function stepped(step: Float64Array, [x, y]: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = step;
  const [toU, toV] = mapped(inverse([1 + a, b, c, d, 1 + e, f, g, h, 1]), [x - 0.5, y - 0.5]);
  return [toU + 0.5, toV + 0.5];
}

/** Steps are cut to this share of the card, so that one bad step does not throw the card away. */
const STEP_MAX = 0.06;

/** Moves the quadrilateral by at most `rounds` steps; stops when a step hardly moves it. */
export function aligned(
  pyramid: readonly Planes[],
  template: Template,
  start: Quad,
  rounds: number,
  what: Fitted = 'card',
): Quad {
  let quad = start;
  for (let round = 0; round < rounds; round += 1) {
    const seen = evened(
      rectifiedLight(pyramid, quad, template.width, template.height),
      template.width,
      template.height,
    );
    const step = stepOf(template, seen, what);
    if (step === undefined) return quad;
    const largest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!Number.isFinite(largest)) return quad;
    if (largest > STEP_MAX) for (const [i, value] of step.entries()) step[i] = (value * STEP_MAX) / largest;
    const map = squareTo(quad);
    const corner = (x: number, y: number): Point => mapped(map, stepped(step, [x, y]));
    quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    if (largest < 0.0015) break;
  }
  return quad;
}

/** Pictures in full are laid on each other at half their size, in at most so many steps. */
const LAID_BY = 2;
const LAID_ROUNDS = 6;
const WHOLE = uprightQuad({ width: DETAIL_WIDTH, height: DETAIL_HEIGHT });

/** The picture in full that others are laid on. */
export function firstOf(luma: Float32Array): Template {
  const small = shrunk(luma, DETAIL_WIDTH, DETAIL_HEIGHT, LAID_BY);
  return templateOf(small, DETAIL_WIDTH / LAID_BY, DETAIL_HEIGHT / LAID_BY);
}

/** Where that picture lies on a photo, as the photo's light there. */
export function laid(pyramid: readonly Planes[], first: Template, start: Quad): Float32Array {
  return smoothed(rectifiedLight(pyramid, aligned(pyramid, first, start, LAID_ROUNDS), DETAIL_WIDTH, DETAIL_HEIGHT));
}

/** Another picture in full, laid on the first. */
export const laidPicture = (luma: Float32Array, first: Template): Float32Array =>
  laid(pyramidOf({ ...emptyPlanes(DETAIL_WIDTH, DETAIL_HEIGHT), luma }), first, WHOLE);
