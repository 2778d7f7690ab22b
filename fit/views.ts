/** Bad views of a card, as a photo gives them once the card was cut out: what the projection learns to overlook. */
import type { Point, Quad } from '../src/scan/photo/homography.ts';
import { squareTo } from '../src/scan/photo/homography.ts';
import type { Planes } from '../src/scan/photo/planes.ts';
import type { Raster } from '../src/scan/photo/raster.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../src/scan/photo/rectify.ts';
import { type FitChance, fitChance } from './chance.ts';
import { light, soften } from './faults.ts';

// The card is slightly out of place, out of focus, in bad light, under reflections. No camera is modelled: every fault is
// drawn straight onto the small upright view.

const PIXELS = VIEW_WIDTH * VIEW_HEIGHT;

/** Where the view's corners fall on the picture, in shares of it: what the outline search leaves of an error. */
function misplaced(chance: FitChance): Quad {
  const kind = chance.even();
  const deviation = kind < 0.55 ? 0.008 : kind < 0.9 ? 0.02 : 0.03;
  const grown = chance.even() < 0.12 ? chance.between(-0.06, 0.04) : 0;
  const corner = (x: number, y: number): Point => [
    x + (x - 0.5) * 2 * grown + chance.normal(deviation),
    y + (y - 0.5) * 2 * grown + chance.normal(deviation * 0.75),
  ];
  const [shiftX, shiftY] = [chance.normal(deviation * 0.7), chance.normal(deviation * 0.5)];
  const shifted = ([x, y]: Point): Point => [x + shiftX, y + shiftY];
  return [shifted(corner(0, 0)), shifted(corner(1, 0)), shifted(corner(1, 1)), shifted(corner(0, 1))];
}

/** Samples the picture through the misplaced view; beyond its edge lies a table of one colour. */
function placed(picture: Raster, quad: Quad, chance: FitChance): Float32Array {
  const [a, b, c, d, e, f, g, h] = squareTo(quad);
  const { width, height, data } = picture;
  const table = [chance.between(0, 255), chance.between(0, 255), chance.between(0, 255)];
  const grey = chance.even();
  const mean = ((table[0] ?? 0) + (table[1] ?? 0) + (table[2] ?? 0)) / 3;
  for (let i = 0; i < 3; i += 1) table[i] = (table[i] ?? 0) * (1 - grey) + mean * grey;
  const pixels = new Float32Array(PIXELS * 3);
  for (let row = 0, to = 0; row < VIEW_HEIGHT; row += 1) {
    const v = (row + 0.5) / VIEW_HEIGHT;
    for (let column = 0; column < VIEW_WIDTH; column += 1, to += 3) {
      const u = (column + 0.5) / VIEW_WIDTH;
      const w = g * u + h * v + 1;
      const x = ((a * u + b * v + c) / w) * width - 0.5;
      const y = ((d * u + e * v + f) / w) * height - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
        for (let i = 0; i < 3; i += 1) pixels[to + i] = table[i] ?? 0;
        continue;
      }
      const right = x - left;
      const down = y - top;
      const at = (top * width + left) * 3;
      const below = at + width * 3;
      for (let i = 0; i < 3; i += 1) {
        const above = (data[at + i] ?? 0) * (1 - right) + (data[at + 3 + i] ?? 0) * right;
        const under = (data[below + i] ?? 0) * (1 - right) + (data[below + 3 + i] ?? 0) * right;
        pixels[to + i] = above * (1 - down) + under * down;
      }
    }
  }
  return pixels;
}

/** A bad view of the picture, which shows a card upright from edge to edge at about one and a half times the view. */
export function badView(picture: Raster, seed: number): Raster {
  const chance = fitChance(seed);
  const pixels = placed(picture, misplaced(chance), chance);
  const canvas = { width: VIEW_WIDTH, height: VIEW_HEIGHT, pixels };
  soften(canvas, 3, chance);
  light(canvas, chance);
  return { width: VIEW_WIDTH, height: VIEW_HEIGHT, data: Uint8Array.from(pixels, Math.round) };
}

/** The picture as RGB again. */
export function rasterOf({ width, height, luma, blue, red }: Planes): Raster {
  const data = new Uint8Array(3 * width * height);
  const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
  for (let i = 0, at = 0; i < width * height; i += 1, at += 3) {
    const light = luma[i] ?? 0;
    const r = light + (red[i] ?? 0) / 0.713;
    const b = light + (blue[i] ?? 0) / 0.564;
    data[at] = byte(r);
    data[at + 1] = byte((light - 0.299 * r - 0.114 * b) / 0.587);
    data[at + 2] = byte(b);
  }
  return { width, height, data };
}
