/** Bad photos of a card, drawn flat, for calibration and for trying the scan out. */
import { inverse, mapped, type Point, type Quad, squareTo } from '../src/scan/photo/homography.ts';
import type { Raster } from '../src/scan/photo/raster.ts';
import { type FitChance, fitChance } from './chance.ts';
import { type Canvas, light, soften } from './faults.ts';

// The card's picture is put onto a table of blotches with its corners shaken, perhaps in plastic, then faults are drawn
// over all of it. No camera is modelled: the bench has one, and would mean little if the fit had the same.

/** Longest side of a photo, in pixels. */
const SIDE_MIN = 280;
const SIDE_MAX = 640;

/** Where the card lies in a canvas, after shaking, and how much plastic is around it, as a share of the card. */
function laid(width: number, height: number, border: number, chance: FitChance, badness: number): Quad {
  const room = (): number => chance.between(-0.03, 0.09) * Math.sqrt(badness) + border;
  const [left, right, top, bottom] = [room() * width, room() * width, room() * height, room() * height];
  const turn = Math.max(-0.15, Math.min(0.15, chance.normal(0.055)));
  const shake = chance.between(0, 0.018) * badness;
  const corner = (x: number, y: number): Point => {
    const [fromX, fromY] = [x - width / 2, y - height / 2];
    return [
      width / 2 + fromX * Math.cos(turn) - fromY * Math.sin(turn) + chance.normal(shake * width),
      height / 2 + fromX * Math.sin(turn) + fromY * Math.cos(turn) + chance.normal(shake * width),
    ];
  };
  const swing = 0.5 * Math.abs(Math.sin(turn));
  const [dx, dy] = [swing * height * 0.8, swing * width * 0.8];
  return [
    corner(left + dx, top + dy),
    corner(width - right - dx, top + dy),
    corner(width - right - dx, height - bottom - dy),
    corner(left + dx, height - bottom - dy),
  ];
}

/** A table of two colours in blotches of a random size: its colour at a place, in the same three numbers each time. */
function tableOf(width: number, height: number, chance: FitChance): (x: number, y: number) => readonly number[] {
  const grey = [chance.between(5, 250), chance.between(5, 250)];
  const tints = Array.from({ length: 6 }, () => chance.between(-60, 60) * chance.even());
  const waves = Array.from({ length: 5 }, () => [chance.normal(1), chance.normal(1), chance.between(0, 6)] as const);
  const pitch = chance.between(2, 60) / Math.max(width, height);
  const sharp = chance.between(1, 6);
  const colour = [0, 0, 0];
  return (x, y) => {
    let sum = 0;
    for (const [a, b, c] of waves) sum += Math.sin((a * x + b * y) * pitch * 6 + c);
    const share = 1 / (1 + Math.exp(-sharp * sum));
    for (let i = 0; i < 3; i += 1) {
      const one = (grey[0] ?? 0) + (tints[i] ?? 0);
      const two = (grey[1] ?? 0) + (tints[i + 3] ?? 0);
      colour[i] = one * (1 - share) + two * share;
    }
    return colour;
  };
}

/** Puts the picture onto the canvas, a mean of four samples a pixel, round at the corners. */
function lay(picture: Raster, quad: Quad, border: number, canvas: Canvas, chance: FitChance): void {
  const { width, height, pixels } = canvas;
  const table = tableOf(width, height, chance);
  const back = inverse(squareTo(quad));
  const clear = chance.between(0.05, 0.3);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      let below: readonly number[] | undefined;
      for (let k = 0; k < 4; k += 1) {
        const [u, v] = mapped(back, [x + 0.25 + 0.5 * (k & 1), y + 0.25 + 0.25 * (k & 2)]);
        const inside = onCard(u, v);
        const covered = u > -border && v > -border && u < 1 + border && v < 1 + border;
        if (!inside) below ??= table(x, y);
        const at = inside ? pictureAt(picture, u, v) : 0;
        for (let i = 0; i < 3; i += 1) {
          const here = inside ? (picture.data[at + i] ?? 0) : (below?.[i] ?? 0);
          const seen = covered && !inside ? here * (1 - clear) + 255 * clear : here;
          pixels[to + i] = (pixels[to + i] ?? 0) + seen / 4;
        }
      }
    }
  }
}

const CORNER = 0.045;

function onCard(u: number, v: number): boolean {
  if (u < 0 || v < 0 || u > 1 || v > 1) return false;
  const x = Math.max(0, CORNER - Math.min(u, 1 - u));
  const y = Math.max(0, CORNER - Math.min(v, 1 - v) / 0.71);
  return x * x + y * y <= CORNER * CORNER;
}

function pictureAt({ width, height }: Raster, u: number, v: number): number {
  const x = Math.min(width - 1, Math.floor(u * width));
  return (Math.min(height - 1, Math.floor(v * height)) * width + x) * 3;
}

/** The raster turned clockwise by quarters. */
export function turnedRaster(raster: Raster, quarters: number): Raster {
  let last = raster;
  for (let quarter = 0; quarter < (quarters & 3); quarter += 1) {
    const { width, height, data } = last;
    const turned = new Uint8Array(data.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = (y * width + x) * 3;
        turned.set(data.subarray(from, from + 3), (x * height + height - 1 - y) * 3);
      }
    }
    last = { width: height, height: width, data: turned };
  }
  return last;
}

/**
 * A bad photo of the card that the picture shows from edge to edge, turned by any number of quarters. Its faults are
 * `badness` times those of an ordinary one: at 3 the card is often past recognition.
 */
export function badPhoto(picture: Raster, seed: number, badness = 1): Raster {
  const chance = fitChance(seed);
  const longest = Math.exp(chance.between(Math.log(SIDE_MIN), Math.log(SIDE_MAX)));
  const height = Math.round(longest);
  const width = Math.round((longest * picture.width) / picture.height);
  const canvas = { width, height, pixels: new Float32Array(width * height * 3) };
  const kind = chance.even();
  const border = kind < 0.18 ? chance.between(0.07, 0.12) : kind < 0.5 ? chance.between(0.01, 0.05) : 0;
  lay(picture, laid(width, height, border, chance, badness), border, canvas, chance);
  soften(canvas, Math.round((longest / 70) * badness ** 2), chance);
  light(canvas, chance, badness);
  return turnedRaster({ width, height, data: Uint8Array.from(canvas.pixels, Math.round) }, chance.below(4));
}

/** Sides of a picture of nothing, in pixels, and of its checks. */
const NOTHING_WIDTH = 144;
const NOTHING_HEIGHT = 198;
const CHECK = 16;

/** A photo without a card on it: something plain, shaded or checked lies there, or the picture shows nothing else. */
export function photoOfNothing(seed: number, badness: number): Raster {
  const chance = fitChance(seed);
  const colour = [chance.between(0, 255), chance.between(0, 255), chance.between(0, 255)];
  const shade = chance.even() < 0.5 ? chance.between(0, 1) : 0;
  const contrast = chance.even() < 0.4 ? chance.between(0, 60) : 0;
  const data = new Uint8Array(3 * NOTHING_WIDTH * NOTHING_HEIGHT);
  for (let y = 0, to = 0; y < NOTHING_HEIGHT; y += 1) {
    for (let x = 0; x < NOTHING_WIDTH; x += 1) {
      const isDark = (Math.floor(x / CHECK) + Math.floor(y / CHECK)) % 2 === 1;
      for (let i = 0; i < 3; i += 1, to += 1) {
        const light = (colour[i] ?? 0) * (1 - (shade * y) / NOTHING_HEIGHT) - (isDark ? contrast : 0);
        data[to] = Math.max(0, Math.min(255, Math.round(light)));
      }
    }
  }
  const picture = { width: NOTHING_WIDTH, height: NOTHING_HEIGHT, data };
  return chance.even() < 0.25 ? picture : badPhoto(picture, seed, badness);
}
