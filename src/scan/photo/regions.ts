/** Connected regions of a mask, of what is in it and of what is not, as the points that their hulls run through. */
import type { Point } from './homography.ts';

/** One value a pixel, 1 or 0. */
export interface Mask {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A region, of what is in the mask or of what is not, and for each row where it begins and ends. */
export interface Region {
  isIn: boolean;
  /** Left and right border by row, upper and lower edge of each: enough for the hull. */
  left: Point[];
  right: Point[];
}

/** Runs of equal pixels, row by row; kept from one mask to the next. */
let starts = new Int32Array();
let parents = new Int32Array();
let rows = new Int32Array();

function room(size: number): void {
  if (starts.length >= size) return;
  [starts, parents, rows] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
}

function rootOf(run: number): number {
  let root = run;
  while (parents[root] !== root) {
    const up = parents[root] ?? 0;
    parents[root] = parents[up] ?? 0;
    root = parents[root] ?? 0;
  }
  return root;
}

function join(one: number, other: number): void {
  const [a, b] = [rootOf(one), rootOf(other)];
  if (a < b) parents[b] = a;
  else parents[a] = b;
}

/** Splits the mask into runs and joins those that touch; runs of 1 also where they touch by a corner. Gives the number of runs. */
function joinRuns({ width, height, data }: Mask): number {
  room(width * height + 1);
  let count = 0;
  let above = 0;
  for (let y = 0; y < height; y += 1) {
    const first = count;
    const base = y * width;
    for (let x = 0; x < width; ) {
      const value = data[base + x];
      starts[count] = base + x;
      parents[count] = count;
      rows[count] = y;
      do x += 1;
      while (x < width && data[base + x] === value);
      count += 1;
    }
    starts[count] = base + width;
    if (y > 0) joinRows(data, width, above, first, count);
    above = first;
  }
  return count;
}

/** Joins the runs of a row, `first` to `last`, with those of the row above, which begin at `above`. */
function joinRows(data: Uint8Array, width: number, above: number, first: number, last: number): void {
  let up = above;
  for (let run = first; run < last; run += 1) {
    const start = (starts[run] ?? 0) - width;
    const end = (starts[run + 1] ?? 0) - width;
    const value = data[starts[run] ?? 0];
    const reach = value === 1 ? 1 : 0;
    while (up > above && (starts[up] ?? 0) >= start - reach + 1) up -= 1;
    for (; up < first && (starts[up] ?? 0) < end + reach; up += 1) {
      if (data[starts[up] ?? 0] === value && (starts[up + 1] ?? 0) > start - reach) join(run, up);
    }
    up = Math.max(above, up - 1);
  }
}

/** The regions whose longer side has at least `least` pixels. */
export function regionsOf(mask: Mask, least: number): Region[] {
  const { width, data } = mask;
  const count = joinRuns(mask);
  const bounds = new Map<number, { top: number; bottom: number; left: number; right: number }>();
  for (let run = 0; run < count; run += 1) {
    const root = rootOf(run);
    const y = rows[run] ?? 0;
    const left = (starts[run] ?? 0) - y * width;
    const right = (starts[run + 1] ?? 0) - y * width;
    const known = bounds.get(root);
    if (known === undefined) bounds.set(root, { top: y, bottom: y + 1, left, right });
    else {
      known.bottom = y + 1;
      if (left < known.left) known.left = left;
      if (right > known.right) known.right = right;
    }
  }
  const regions = new Map<number, Region>();
  for (const [root, { top, bottom, left, right }] of bounds) {
    if (Math.max(bottom - top, right - left) < least || Math.min(bottom - top, right - left) < least / 3) continue;
    regions.set(root, { isIn: data[starts[root] ?? 0] === 1, left: [], right: [] });
  }
  gather(regions, count, width);
  return [...regions.values()];
}

function gather(regions: ReadonlyMap<number, Region>, count: number, width: number): void {
  for (let run = 0; run < count; run += 1) {
    const region = regions.get(rootOf(run));
    if (region === undefined) continue;
    const y = rows[run] ?? 0;
    const from = (starts[run] ?? 0) - y * width;
    const to = (starts[run + 1] ?? 0) - y * width;
    const last = region.left.length - 1;
    if (region.left[last]?.[1] === y + 1) {
      // A later run of the same row: only the right border moves.
      region.right[last] = [to, y + 1];
      region.right[last - 1] = [to, y];
    } else {
      region.left.push([from, y], [from, y + 1]);
      region.right.push([to, y], [to, y + 1]);
    }
  }
}
