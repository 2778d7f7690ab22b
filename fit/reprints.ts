/** Another print of a card, as people hold it beside the catalog's picture: other words, frame, inks or foil, the same drawing. */
import type { Raster } from '../src/scan/photo/raster.ts';
import { type FitChance, fitChance } from './chance.ts';

/** Sides of the drawing within the card, as shares of it: as far in or out as games have them. */
const SIDE = [0.03, 0.12] as const;
const TOP = [0.08, 0.16] as const;
const BOTTOM = [0.47, 0.6] as const;

/** Words are changed by mixing up pieces of so many pixels. */
const PIECE = [3, 9] as const;

type Colour = (share: number) => number;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxOf({ width, height }: Raster, chance: FitChance): Box {
  const side = chance.between(...SIDE);
  return {
    left: Math.round(side * width),
    right: Math.round((1 - side) * width),
    top: Math.round(chance.between(...TOP) * height),
    bottom: Math.round(chance.between(...BOTTOM) * height),
  };
}

const isIn = ({ left, top, right, bottom }: Box, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** The words in another language: pieces of each line around the drawing change places, their colours with them. */
function reworded(print: Raster, box: Box, chance: FitChance): void {
  const { width, height, data } = print;
  const piece = Math.round(chance.between(...PIECE));
  for (let y = 0; y + piece <= height; y += piece) {
    if (y + piece > box.top && y < box.bottom) continue;
    const line = data.slice(3 * y * width, 3 * (y + piece) * width);
    for (let x = box.left; x + piece <= box.right; x += piece) {
      const from = box.left + chance.below(Math.max(1, box.right - box.left - piece));
      for (let j = 0; j < piece; j += 1) {
        const row = 3 * j * width;
        data.set(line.subarray(row + 3 * from, row + 3 * (from + piece)), 3 * (y + j) * width + 3 * x);
      }
    }
  }
}

/** Another frame: around the drawing what another card has there, as strong as chance has it. */
function reframed(print: Raster, other: Raster, box: Box, chance: FitChance): void {
  const { width, height, data } = print;
  const share = chance.between(0.4, 1);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.min(other.height - 1, Math.floor((y * other.height) / height));
    for (let x = 0; x < width; x += 1, at += 3) {
      if (isIn(box, x, y)) continue;
      const from = 3 * (row * other.width + Math.min(other.width - 1, Math.floor((x * other.width) / width)));
      for (let i = 0; i < 3; i += 1) {
        data[at + i] = Math.round((1 - share) * (data[at + i] ?? 0) + share * (other.data[from + i] ?? 0));
      }
    }
  }
}

/** The drawing a little larger, smaller or elsewhere in its frame. */
function moved(print: Raster, picture: Raster, box: Box, chance: FitChance): void {
  const { width, height } = picture;
  const scale = Math.exp(chance.normal(0.03));
  const [shiftX, shiftY] = [chance.normal(0.012) * width, chance.normal(0.012) * height];
  const [middleX, middleY] = [width / 2, (box.top + box.bottom) / 2];
  for (let y = box.top; y < box.bottom; y += 1) {
    const fromY = Math.max(0, Math.min(height - 1, Math.round(middleY + (y - middleY) / scale + shiftY)));
    for (let x = box.left; x < box.right; x += 1) {
      const fromX = Math.max(0, Math.min(width - 1, Math.round(middleX + (x - middleX) / scale + shiftX)));
      for (let i = 0; i < 3; i += 1) {
        print.data[3 * (y * width + x) + i] = picture.data[3 * (fromY * width + fromX) + i] ?? 0;
      }
    }
  }
}

/** Other inks: light, contrast and how strong colours are. */
function inked({ data }: Raster, chance: FitChance): void {
  const saturation = Math.exp(chance.normal(0.3));
  const gamma = Math.exp(chance.normal(0.2));
  const tint = [chance.normal(8), chance.normal(5), chance.normal(8)];
  for (let at = 0; at < data.length; at += 3) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const light = 0.299 * r + 0.587 * g + 0.114 * b;
    for (const [i, value] of [r, g, b].entries()) {
      const inks = Math.max(0, Math.min(1, (light + saturation * (value - light)) / 255)) ** gamma;
      data[at + i] = Math.round(Math.max(0, Math.min(255, 255 * inks + (tint[i] ?? 0))));
    }
  }
}

/** Foil in the drawing: fine stripes of all colours, in patches. */
function foiled({ width, data }: Raster, box: Box, chance: FitChance): void {
  const strength = chance.between(20, 110);
  const wave = (shortest: number): Colour[] => {
    const [a, b] = [chance.normal(1), chance.normal(1)];
    const pitch = (2 * Math.PI) / chance.between(shortest, 8 * shortest) / Math.hypot(a, b);
    const phase = chance.between(0, 6);
    return [(x) => a * pitch * x, (y) => b * pitch * y + phase];
  };
  const [fineX, fineY] = wave(4);
  const [wideX, wideY] = wave(25);
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const here = strength * Math.max(0, 0.4 + Math.sin((wideX?.(x) ?? 0) + (wideY?.(y) ?? 0)));
      const fine = (fineX?.(x) ?? 0) + (fineY?.(y) ?? 0);
      for (let i = 0; i < 3; i += 1) {
        const at = 3 * (y * width + x) + i;
        data[at] = Math.round(Math.min(255, (data[at] ?? 0) + here * Math.max(0, Math.sin(fine + 2.1 * i))));
      }
    }
  }
}

/** How often a print has words in another language, a frame of another time, the drawing elsewhere, and foil. */
const REWORDED = 0.5;
const REFRAMED = 0.3;
const MOVED = 0.35;
const FOILED = 0.3;

/** The card in another print; `other` is a card whose frame it may have. */
export function reprinted(picture: Raster, other: Raster, seed: number): Raster {
  const chance = fitChance(seed);
  const print = { ...picture, data: Uint8Array.from(picture.data) };
  const box = boxOf(picture, chance);
  if (chance.even() < MOVED) moved(print, picture, box, chance);
  if (chance.even() < REFRAMED) reframed(print, other, box, chance);
  if (chance.even() < REWORDED) reworded(print, box, chance);
  inked(print, chance);
  if (chance.even() < FOILED) foiled(print, box, chance);
  return print;
}
