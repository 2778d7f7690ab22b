/** What of an upright view is compared: its light brought to one contrast, in full and coarsely, and its colours. */
import { shrunk } from '../photo/planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';
import type { KeptView } from '../photo/thumbnail.ts';
import { evened } from './light-blocks.ts';
import { isGrey, type LocalColours, localColoursOf } from './local-colours.ts';

const COARSE = 2;
export const COARSE_WIDTH = VIEW_WIDTH / COARSE;
export const COARSE_HEIGHT = VIEW_HEIGHT / COARSE;

/** A view, and what was made of it. */
export interface Appearance {
  view: KeptView;
  /** Evened light. */
  even: Float32Array;
  /** Evened light at half the size: what a blurred or grainy photo still shows. */
  coarse: Float32Array;
  colours: LocalColours;
  /** Whether it has no colours to compare: a grey photo, or a grey card. */
  isGrey: boolean;
  /** Logarithm of the mean square by which light differs from pixel to pixel. */
  sharpness: number;
  /** Share of it that is white, 0 to 1: what a reflection or too much light leaves nothing of. */
  blown: number;
}

/** Light from which on nothing is told apart, of 255. */
const WHITE = 247;

export function appearanceOf(view: KeptView): Appearance {
  const colours = localColoursOf(view);
  return {
    view,
    even: evened(view.luma, VIEW_WIDTH, VIEW_HEIGHT),
    coarse: evened(shrunk(view.luma, VIEW_WIDTH, VIEW_HEIGHT, COARSE), COARSE_WIDTH, COARSE_HEIGHT),
    colours,
    isGrey: isGrey(colours),
    sharpness: sharpnessOf(view.luma),
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
