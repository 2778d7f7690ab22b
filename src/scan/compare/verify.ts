/** Looks closely at the candidates: fits each one's picture onto the photo and measures how far they agree there. */

import { once } from '../../packed/remembered.ts';
import type { Candidate } from '../describe/candidates.ts';
import { projected } from '../describe/describe.ts';
import { dot } from '../describe/dot.ts';
import { featuresOf } from '../describe/features.ts';
import type { ScanModel } from '../describe/model.ts';
import type { Quad } from '../photo/homography.ts';
import { type Planes, shrunk } from '../photo/planes.ts';
import { rectified, VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';
import { keptIn, keptOf } from '../photo/thumbnail.ts';
import { aligned, templateOf } from './align.ts';
import { type Appearance, appearanceOf, COARSE_HEIGHT, COARSE_WIDTH, WHITE } from './appearance.ts';
import {
  BLOCKS,
  blockCorrelations,
  blockMeans,
  evened,
  isPicture,
  nudgedCorrelations,
  pictureCorrelations,
} from './light-blocks.ts';
import { colourAgreement, type LocalColours, localColoursOf } from './local-colours.ts';

/** How far a picture agrees with the photo where its drawing fits. */
export interface Drawn {
  /**
   * Light by block of the picture, each where it agrees best within two pixels, as a share of what it has with itself, at most 1:
   * even blocks have little.
   */
  light: Float32Array;
  /** Share of each of these blocks that is white on the photo. */
  blown: Float32Array;
  /** Colours as they differ from place to place, −1 to 1. */
  colour: number;
}

/** A candidate after a close look. */
export type Checked = ReturnType<typeof check>;

/** What the catalog keeps of a card; the picture is unpacked when it is first looked at. */
interface Kept {
  vector: Float32Array;
  appearance(): Appearance;
}

/** A candidate with what the catalog keeps of it. */
export interface Known extends Candidate, Kept {
  /** The photo where its picture fits, fitted when it is first looked at: a photo's candidates are often compared twice. */
  look(): Look;
}

export const keptCard = (vector: Float32Array, thumbnail: Uint8Array): Kept => ({
  vector,
  appearance: once(() => appearanceOf(keptIn(thumbnail))),
});

export function knownAt(
  candidate: Candidate,
  { vector, appearance }: Kept,
  pyramid: readonly Planes[],
  model: ScanModel,
): Known {
  const look = once((): Look => {
    const light = appearance().view.luma;
    const quad = fitted(pyramid, light, candidate.quad);
    const view = rectified(pyramid, quad);
    const vector = projected(featuresOf(view), model);
    return { ...appearanceOf(keptOf(view)), quad, vector, drawing: once(() => drawingAt(pyramid, light, quad)) };
  });
  return { ...candidate, vector, appearance, look };
}

/** Divisors of the view's sides that pictures are fitted at, coarse first, and the most steps at each. */
const STAGES = [
  [4, 12],
  [2, 6],
] as const;

/** A fit that moves a corner farther than this share of the card's diagonal has lost the card. */
const MOVED_MAX = 0.25;

function isNear(quad: Quad, start: Quad): boolean {
  const diagonal = Math.hypot(start[0][0] - start[2][0], start[0][1] - start[2][1]);
  return quad.every(([x, y], i) => {
    const from = start[i] ?? start[0];
    return Math.hypot(x - from[0], y - from[1]) <= MOVED_MAX * diagonal;
  });
}

/** Fits one picture onto the photo from a place where it may lie; stays there where the fit runs away. */
function fitted(pyramid: readonly Planes[], light: Float32Array, start: Quad): Quad {
  let quad = start;
  for (const [by, rounds] of STAGES) {
    const template = templateOf(shrunk(light, VIEW_WIDTH, VIEW_HEIGHT, by), VIEW_WIDTH / by, VIEW_HEIGHT / by);
    quad = aligned(pyramid, template, quad, rounds);
  }
  return isNear(quad, start) ? quad : start;
}

/** The photo's evened light and colours where a drawing fits, and how much of each block of it is white. */
type Drawing = Pick<Appearance, 'even' | 'colours'> & Pick<Drawn, 'blown'>;

/** The photo cut out at one place, measured once for all printings that are compared with it there. */
export interface Look extends Appearance {
  quad: Quad;
  vector: Float32Array;
  /** The photo where the drawing alone fits best, fitted when it is first asked for. */
  drawing(): Drawing;
}

/** Steps in which the drawing is fitted on, once the card is. */
const DRAWING_ROUNDS = 6;

/** The photo where the drawing fits: another print of a card has it a little higher, or larger, in its frame. */
function drawingAt(pyramid: readonly Planes[], light: Float32Array, start: Quad): Drawing {
  const template = templateOf(shrunk(light, VIEW_WIDTH, VIEW_HEIGHT, 2), COARSE_WIDTH, COARSE_HEIGHT);
  const quad = aligned(pyramid, template, start, DRAWING_ROUNDS, 'drawing');
  const there = isNear(quad, start) ? quad : start;
  const view = keptOf(rectified(pyramid, there));
  const blown = blockMeans(view.luma, VIEW_WIDTH, (light) => Number(light > WHITE)).filter((_, block) =>
    isPicture(block),
  );
  return { even: evened(view.luma, VIEW_WIDTH, VIEW_HEIGHT), colours: localColoursOf(view), blown };
}

/** What a photo without colours is taken to agree by: as much as right cards do on bad photos, so that the rest decides. */
const NO_COLOUR = 0.5;

/** Compares a picture with the photo where it was fitted. */
export function check({ row, reference, vector, appearance }: Known, look: Look) {
  const { even, coarse, colours, sharpness } = appearance();
  const colourOf = (seen: LocalColours): number => (look.isGrey ? NO_COLOUR : colourAgreement(colours, seen));
  const blocks = blockCorrelations(even, look.even, VIEW_WIDTH, VIEW_HEIGHT);
  const agreeing = blockCorrelations(coarse, look.coarse, COARSE_WIDTH, COARSE_HEIGHT);
  return {
    row,
    reference,
    even,
    quad: look.quad,
    /** Cosine of its vector and the photo's once fitted, −1 to 1. */
    likeness: dot(vector, look.vector),
    /** Mean agreement of light over its blocks, the worst third left out, each counted by its contrast; −1 to 1. */
    agreement: trimmedMean(
      blocks,
      blockMeans(even, VIEW_WIDTH, (light) => light ** 2),
    ),
    /** Agreement of light at half the size, by block. */
    coarse: agreeing,
    /** How far it agrees where the drawing alone fits. Asked of the best only. */
    drawn: (): Drawn => {
      const drawing = look.drawing();
      return { light: drawnOf(even, drawing.even), blown: drawing.blown, colour: colourOf(drawing.colours) };
    },
    /** Agreement of colours as they differ from place to place, −1 to 1. */
    colour: colourOf(look.colours),
    /** How much sharper the photo is than the picture, as a logarithm. */
    sharpness: look.sharpness - sharpness,
    /** Share of the photo of the card that is white, 0 to 1. */
    blown: look.blown,
    /** Log likelihood of this printing against the others of its artwork, up to a constant; 0 for an only one. */
    printing: 0,
    /** What of that its colours say. */
    inks: 0,
  };
}

/** A block in which the picture has less than this with itself is all but even, and says little either way. */
const OWN_LEAST = 0.2;

function drawnOf(picture: Float32Array, photo: Float32Array): Float32Array {
  const own = pictureCorrelations(picture, picture);
  const agreeing = nudgedCorrelations(picture, photo, VIEW_WIDTH, VIEW_HEIGHT);
  return agreeing.map((value, block) => Math.min(1, value / Math.max(OWN_LEAST, own[block] ?? 0)));
}

/** Share of blocks that may be under a reflection and do not count. */
const LEFT_OUT = 1 / 3;

export function trimmedMean(blocks: Float32Array, weights: Float32Array): number {
  const order = [...blocks.keys()].sort((a, b) => (blocks[a] ?? 0) - (blocks[b] ?? 0));
  let sum = 0;
  let weight = 1e-9;
  for (const block of order.slice(Math.round(BLOCKS * LEFT_OUT))) {
    sum += (blocks[block] ?? 0) * (weights[block] ?? 0);
    weight += weights[block] ?? 0;
  }
  return sum / weight;
}
