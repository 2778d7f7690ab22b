/** What of an upright view is compared: its light brought to one contrast, in full and coarsely, and its colours. */
import { shrunk } from '../photo/planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';
import type { KeptView } from '../photo/thumbnail.ts';
import { evened } from './light-blocks.ts';
import { isGrey, localColoursOf } from './local-colours.ts';

const COARSE = 2;
export const COARSE_WIDTH = VIEW_WIDTH / COARSE;
export const COARSE_HEIGHT = VIEW_HEIGHT / COARSE;

/** A view, and what was made of it. */
export type Appearance = ReturnType<typeof appearanceOf>;

/** Light from which on nothing is told apart, of 255. */
export const WHITE = 247;

export function appearanceOf(view: KeptView) {
  const colours = localColoursOf(view);
  return {
    view,
    even: evened(view.luma, VIEW_WIDTH, VIEW_HEIGHT),
    /** Evened light at half the size: what a blurred or grainy photo still shows. */
    coarse: evened(shrunk(view.luma, VIEW_WIDTH, VIEW_HEIGHT, COARSE), COARSE_WIDTH, COARSE_HEIGHT),
    colours,
    /** Whether it has no colours to compare: a grey photo, or a grey card. */
    isGrey: isGrey(colours),
    /** Logarithm of the mean square by which light differs from pixel to pixel. */
    sharpness: sharpnessOf(view.luma),
    /** Share of it that is white, 0 to 1: what a reflection or too much light leaves nothing of. */
    blown: view.luma.filter((value) => value > WHITE).length / view.luma.length,
  };
}

function sharpnessOf(luma: Float32Array): number {
  let sum = 0;
  for (let y = 1; y < VIEW_HEIGHT - 1; y += 1) {
    for (let at = y * VIEW_WIDTH + 1; at < (y + 1) * VIEW_WIDTH - 1; at += 1) {
      const here = luma[at] ?? 0;
      sum += ((luma[at + 1] ?? 0) - here) ** 2 + ((luma[at + VIEW_WIDTH] ?? 0) - here) ** 2;
    }
  }
  return Math.log(sum / luma.length + 1);
}
