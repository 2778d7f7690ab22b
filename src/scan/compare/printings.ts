/** Tells printings of one artwork apart. */
import { BLOCK_COLUMNS, BLOCK_ROWS, BLOCKS } from './light-blocks.ts';

// What they have in common says nothing and is taken away; what is left of the photo is compared with what is left of each
// printing, block by block, and blocks that fit badly count little.

/** A plane of numbers over the card, of any size that the blocks divide. */
export interface Layer {
  width: number;
  height: number;
  /** The photo's, and each printing's. */
  photo: Float32Array;
  printings: readonly Float32Array[];
}

/** Residue of a block, mean square, below which a photo is not believed: noise there is in every photo. */
const NOISE_MIN = 0.02;

/** Log likelihood of each printing given the photo's layer, up to a constant and a factor. */
export function likelihoods({ width, height, photo, printings }: Layer): Float64Array {
  const sums = new Float64Array(printings.length);
  const common = new Float32Array(photo.length);
  for (const printing of printings) {
    for (let at = 0; at < common.length; at += 1)
      common[at] = (common[at] ?? 0) + (printing[at] ?? 0) / printings.length;
  }
  const across = width / BLOCK_COLUMNS;
  const down = height / BLOCK_ROWS;
  for (let block = 0; block < BLOCKS; block += 1) {
    const pixels: number[] = [];
    const x0 = (block % BLOCK_COLUMNS) * across;
    const y0 = Math.floor(block / BLOCK_COLUMNS) * down;
    for (let y = y0; y < y0 + down; y += 1) for (let x = x0; x < x0 + across; x += 1) pixels.push(y * width + x);
    addBlock(sums, pixels, photo, common, printings);
  }
  return sums;
}

function addBlock(
  sums: Float64Array,
  pixels: readonly number[],
  photo: Float32Array,
  common: Float32Array,
  printings: readonly Float32Array[],
): void {
  let product = 0;
  let square = 0;
  for (const at of pixels) {
    product += (photo[at] ?? 0) * (common[at] ?? 0);
    square += (common[at] ?? 0) ** 2;
  }
  const gain = Math.max(0.2, Math.min(1.5, product / (square + 1e-6)));
  let noise = 0;
  for (const at of pixels) noise += ((photo[at] ?? 0) - gain * (common[at] ?? 0)) ** 2;
  const spread = noise / pixels.length + NOISE_MIN;
  for (const [i, printing] of printings.entries()) {
    let sum = 0;
    for (const at of pixels) {
      const left = (photo[at] ?? 0) - gain * (common[at] ?? 0);
      const own = gain * ((printing[at] ?? 0) - (common[at] ?? 0));
      sum += own * left - (own * own) / 2;
    }
    sums[i] = (sums[i] ?? 0) + sum / spread;
  }
}
