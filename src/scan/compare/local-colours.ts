/** Colours of a view as they differ from place to place: what bad light leaves of them. */
import { COLOUR_HEIGHT as HEIGHT, type KeptView, COLOUR_WIDTH as WIDTH } from '../photo/thumbnail.ts';
import { BLOCK_COLUMNS, BLOCK_ROWS } from './light-blocks.ts';

const BLOCK = WIDTH / BLOCK_COLUMNS;
/** Half the width of the neighbourhood that a colour is measured against, in pixels of `COLOUR_WIDTH`. */
const REACH = 2;
/** Mean square of differences that grain alone makes. */
const GRAIN = 3;

/** The two colour differences of each place, less their mean around it. */
export type LocalColours = ReturnType<typeof localColoursOf>;

/** Lamps, foil and the camera's white shift the colours of whole regions: less the mean around it, a place hardly shows it. */
export const localColoursOf = ({ blue, red }: KeptView) => ({ blue: lessAround(blue), red: lessAround(red) });

/** Mean square of colour differences below which there are none: a grey photo's are those of its JPEG. */
const GREY = 0.5;

/** Whether a view has no colours. */
export function isGrey({ blue, red }: LocalColours): boolean {
  const squares = (plane: Float32Array): number => plane.reduce((sum, value) => sum + value * value, 0) / plane.length;
  return squares(blue) + squares(red) < GREY;
}

function lessAround(plane: Float32Array): Float32Array {
  const out = new Float32Array(plane.length);
  for (let y = 0, to = 0; y < HEIGHT; y += 1) {
    const [top, bottom] = [Math.max(0, y - REACH), Math.min(HEIGHT, y + REACH + 1)];
    for (let x = 0; x < WIDTH; x += 1, to += 1) {
      const [left, right] = [Math.max(0, x - REACH), Math.min(WIDTH, x + REACH + 1)];
      let sum = 0;
      for (let j = top; j < bottom; j += 1) for (let i = left; i < right; i += 1) sum += plane[j * WIDTH + i] ?? 0;
      out[to] = (plane[to] ?? 0) - sum / ((bottom - top) * (right - left));
    }
  }
  return out;
}

/**
 * Mean correlation of a photo's colours with a picture's over the blocks, each counted by how colourful the picture is
 * there; −1 to 1. The same drawing in other colours has little.
 */
export function colourAgreement(picture: LocalColours, photo: LocalColours): number {
  let sum = 0;
  let weight = 1e-6;
  for (let block = 0; block < BLOCK_COLUMNS * BLOCK_ROWS; block += 1) {
    const start = Math.floor(block / BLOCK_COLUMNS) * BLOCK * WIDTH + (block % BLOCK_COLUMNS) * BLOCK;
    let [product, squarePicture, squarePhoto] = [0, 0, 0];
    for (const name of ['blue', 'red'] as const) {
      for (let y = 0; y < BLOCK; y += 1) {
        for (let at = start + y * WIDTH; at < start + y * WIDTH + BLOCK; at += 1) {
          const one = picture[name][at] ?? 0;
          const other = photo[name][at] ?? 0;
          product += one * other;
          squarePicture += one * one;
          squarePhoto += other * other;
        }
      }
    }
    const grain = GRAIN * BLOCK * BLOCK;
    sum += (squarePicture * product) / Math.sqrt((squarePicture + grain) * (squarePhoto + grain));
    weight += squarePicture;
  }
  return sum / weight;
}
