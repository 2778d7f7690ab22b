/** Light of a view brought to one contrast everywhere, and compared block by block. */
import { VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';

/** Blocks of a view at any of its sizes: one for each cell of the features. */
export const BLOCK_COLUMNS = 8;
export const BLOCK_ROWS = 11;
export const BLOCKS = BLOCK_COLUMNS * BLOCK_ROWS;

/** Whether a block is of the upper middle, where games put the picture. */
export function isPicture(block: number): boolean {
  const row = Math.floor(block / BLOCK_COLUMNS);
  const column = block % BLOCK_COLUMNS;
  return row >= 1 && row <= 4 && column >= 1 && column <= BLOCK_COLUMNS - 2;
}

/** Half the width of the neighbourhood that light is measured against, as a share of the view's width. */
const NEIGHBOURHOOD = 1 / 11;
/** Contrast below which a neighbourhood counts as even: sensor noise and JPEG must not be blown up. */
const EVEN = 7;

/** Sums of light, and of its squares, over all pixels above and to the left; kept from one call to the next. */
let sums = new Float64Array();
let squares = new Float64Array();

function sumUp(light: Float32Array, width: number, height: number): void {
  const stride = width + 1;
  const size = stride * (height + 1);
  if (sums.length < size) [sums, squares] = [new Float64Array(size), new Float64Array(size)];
  sums.fill(0, 0, stride);
  squares.fill(0, 0, stride);
  for (let y = 0, at = 0; y < height; y += 1) {
    let sum = 0;
    let square = 0;
    let to = (y + 1) * stride;
    sums[to] = 0;
    squares[to] = 0;
    for (const end = at + width; at < end; at += 1) {
      const value = light[at] ?? 0;
      sum += value;
      square += value * value;
      to += 1;
      sums[to] = (sums[to - stride] ?? 0) + sum;
      squares[to] = (squares[to - stride] ?? 0) + square;
    }
  }
}

/** Light less the mean of its neighbourhood, over the neighbourhood's contrast. */
export function evened(light: Float32Array, width: number, height: number): Float32Array {
  sumUp(light, width, height);
  const stride = width + 1;
  const reach = Math.max(2, Math.round(width * NEIGHBOURHOOD));
  const out = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * stride;
    const bottom = Math.min(height, y + reach + 1) * stride;
    const rows = (bottom - top) / stride;
    for (let x = 0; x < width; x += 1, at += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const count = rows * (right - left);
      const mean = boxOf(sums, top, bottom, left, right) / count;
      const variance = Math.max(0, boxOf(squares, top, bottom, left, right) / count - mean * mean);
      out[at] = ((light[at] ?? 0) - mean) / (Math.sqrt(variance) + EVEN);
    }
  }
  return out;
}

const boxOf = (table: Float64Array, top: number, bottom: number, left: number, right: number): number =>
  (table[bottom + right] ?? 0) - (table[bottom + left] ?? 0) - (table[top + right] ?? 0) + (table[top + left] ?? 0);

/** The mean in each block of what `of` makes of its light. */
export function blockMeans(luma: Float32Array, width: number, of: (light: number) => number): Float32Array {
  const [across, down] = [width / BLOCK_COLUMNS, luma.length / width / BLOCK_ROWS];
  const means = new Float32Array(BLOCKS);
  for (let at = 0; at < luma.length; at += 1) {
    const block = Math.floor(Math.floor(at / width) / down) * BLOCK_COLUMNS + Math.floor((at % width) / across);
    means[block] = (means[block] ?? 0) + of(luma[at] ?? 0) / (across * down);
  }
  return means;
}

/** Correlation of two views' light in each block, −1 to 1; 0 where a block is too even to tell. */
export function blockCorrelations(a: Float32Array, b: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(BLOCKS);
  for (let block = 0; block < BLOCKS; block += 1) out[block] = correlation(a, b, width, height, block, 0);
  return out;
}

/** That of two views in the blocks of the upper middle alone. */
export const pictureCorrelations = (a: Float32Array, b: Float32Array): Float32Array =>
  blockCorrelations(a, b, VIEW_WIDTH, VIEW_HEIGHT).filter((_, block) => isPicture(block));

/** That of one block; the second view's is taken so many places of its row by row light further on. */
function correlation(a: Float32Array, b: Float32Array, width: number, height: number, block: number, further: number) {
  const across = width / BLOCK_COLUMNS;
  const down = height / BLOCK_ROWS;
  const x0 = (block % BLOCK_COLUMNS) * across;
  const y0 = Math.floor(block / BLOCK_COLUMNS) * down;
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let y = y0; y < y0 + down; y += 1) {
    for (let x = x0, at = y * width + x0; x < x0 + across; x += 1, at += 1) {
      const one = a[at] ?? 0;
      const two = b[at + further] ?? 0;
      sumA += one;
      sumB += two;
      squareA += one * one;
      squareB += two * two;
      product += one * two;
    }
  }
  const count = across * down;
  const varianceA = squareA / count - (sumA / count) ** 2;
  const varianceB = squareB / count - (sumB / count) ** 2;
  const covariance = product / count - (sumA * sumB) / (count * count);
  return covariance / Math.sqrt((varianceA + 0.02) * (varianceB + 0.02));
}

/** Pixels by which a block of the picture may lie elsewhere: what a bent card, or another print of it, moves within the drawing. */
const NUDGE = 2;
const PICTURE = Array.from({ length: BLOCKS }, (_, block) => block).filter(isPicture);

/**
 * Correlation of two views' light in each block of the upper middle, where that of the second is best within two pixels; −1 to 1.
 * None of these blocks is so near the edge that it could leave the view.
 */
export function nudgedCorrelations(a: Float32Array, b: Float32Array, width: number, height: number): Float32Array {
  return Float32Array.from(PICTURE, (block) => {
    let most = -1;
    for (let down = -NUDGE; down <= NUDGE; down += 1) {
      for (let right = -NUDGE; right <= NUDGE; right += 1) {
        most = Math.max(most, correlation(a, b, width, height, block, down * width + right));
      }
    }
    return most;
  });
}
