/** A picture as planes of light and colour, halved again and again, for sampling at any scale without aliasing. */
import type { Raster } from './raster.ts';

/** One picture as three planes of floats: luma 0 to 255, and blue and red difference around 0. */
export interface Planes {
  width: number;
  height: number;
  luma: Float32Array;
  blue: Float32Array;
  red: Float32Array;
}

export function emptyPlanes(width: number, height: number): Planes {
  const plane = () => new Float32Array(width * height);
  return { width, height, luma: plane(), blue: plane(), red: plane() };
}

/** Splits RGB into light and colour differences (BT.601). */
export function planesOf(raster: Raster): Planes {
  const { width, height, data } = raster;
  const planes = emptyPlanes(width, height);
  for (let i = 0, at = 0; i < width * height; i += 1, at += 3) {
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    planes.luma[i] = luma;
    planes.blue[i] = 0.564 * (b - luma);
    planes.red[i] = 0.713 * (r - luma);
  }
  return planes;
}

/** The picture at half the size, each pixel the mean of four; an odd last row or column is left out. */
export function halved({ width, height, luma, blue, red }: Planes): Planes {
  const half = (plane: Float32Array) => shrunk(plane, width, height, 2);
  return { width: width >> 1, height: height >> 1, luma: half(luma), blue: half(blue), red: half(red) };
}

/** A plane at a fraction of its size, each pixel the mean of `by` × `by`. */
export function shrunk(plane: Float32Array, width: number, height: number, by: number): Float32Array {
  if (by === 1) return plane;
  const [across, down] = [Math.floor(width / by), Math.floor(height / by)];
  const out = new Float32Array(across * down);
  for (let y = 0, at = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1, at += 1) {
      let sum = 0;
      for (let j = 0; j < by; j += 1) {
        for (let i = 0; i < by; i += 1) sum += plane[(y * by + j) * width + x * by + i] ?? 0;
      }
      out[at] = sum / (by * by);
    }
  }
  return out;
}

/** The picture and its halvings, largest first, down to a longest side of `sideMin` or just above it. */
export function pyramidOf(planes: Planes, sideMin = 64): Planes[] {
  const levels = [planes];
  let last = planes;
  while (Math.max(last.width, last.height) >= 2 * sideMin && Math.min(last.width, last.height) >= 4) {
    last = halved(last);
    levels.push(last);
  }
  return levels;
}
