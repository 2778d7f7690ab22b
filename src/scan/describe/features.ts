/** What a card looks like in 968 numbers: gradient orientations and colours over a grid of 8 × 11 cells. */
import type { Planes } from '../photo/planes.ts';
import { VIEW_HEIGHT, VIEW_WIDTH } from '../photo/rectify.ts';

const CELL = 12;
const COLUMNS = VIEW_WIDTH / CELL;
const ROWS = VIEW_HEIGHT / CELL;
const CELLS = COLUMNS * ROWS;
const ORIENTATIONS = 8;
const COLOURS = 3;

/** Numbers in a picture's features: orientations by cell, then light and two colour differences by cell. */
export const FEATURES = CELLS * (ORIENTATIONS + COLOURS);

/** Histograms are cut here after normalising, so that one strong edge (a frame, a reflection) does not rule a cell. */
const CUT = 0.9;

/** Between which two cells' middles a pixel lies on one axis, and how near to the second; −1 is before the first. */
function cellsAlong(length: number): { first: Int32Array; nearSecond: Float64Array } {
  const place = (at: number) => (at + 0.5) / CELL - 0.5;
  return {
    first: Int32Array.from({ length }, (_, at) => Math.floor(place(at))),
    nearSecond: Float64Array.from({ length }, (_, at) => place(at) - Math.floor(place(at))),
  };
}
const ACROSS = cellsAlong(VIEW_WIDTH);
const DOWN = cellsAlong(VIEW_HEIGHT);

/** One more cell on each side takes what pixels at the border would give to cells that are not there. */
const FRAMED_ROW = (COLUMNS + 2) * ORIENTATIONS;
const framed = new Float32Array((ROWS + 2) * FRAMED_ROW);

/** Makes histograms of gradients, each shared between the two nearest orientations and the four nearest cells. */
function orientations(luma: Float32Array, histograms: Float32Array): void {
  framed.fill(0);
  const share = (base: number, weight: number, bin: number): void => {
    const first = Math.floor(bin);
    const late = bin - first;
    const one = base + (first % ORIENTATIONS);
    const other = base + ((first + 1) % ORIENTATIONS);
    framed[one] = (framed[one] ?? 0) + weight * (1 - late);
    framed[other] = (framed[other] ?? 0) + weight * late;
  };
  for (let y = 1; y < VIEW_HEIGHT - 1; y += 1) {
    const lower = DOWN.nearSecond[y] ?? 0;
    const row = ((DOWN.first[y] ?? 0) + 1) * FRAMED_ROW;
    for (let x = 1; x < VIEW_WIDTH - 1; x += 1) {
      const at = y * VIEW_WIDTH + x;
      const dx = (luma[at + 1] ?? 0) - (luma[at - 1] ?? 0);
      const dy = (luma[at + VIEW_WIDTH] ?? 0) - (luma[at - VIEW_WIDTH] ?? 0);
      const size = Math.sqrt(dx * dx + dy * dy);
      if (size < 1) continue;
      let turn = Math.atan2(dy, dx) / Math.PI;
      if (turn < 0) turn += 1;
      const bin = turn * ORIENTATIONS;
      const righter = ACROSS.nearSecond[x] ?? 0;
      const above = size * (1 - lower);
      const below = size * lower;
      const cell = row + ((ACROSS.first[x] ?? 0) + 1) * ORIENTATIONS;
      share(cell, above * (1 - righter), bin);
      share(cell + ORIENTATIONS, above * righter, bin);
      share(cell + FRAMED_ROW, below * (1 - righter), bin);
      share(cell + FRAMED_ROW + ORIENTATIONS, below * righter, bin);
    }
  }
  const width = COLUMNS * ORIENTATIONS;
  for (let row = 0; row < ROWS; row += 1) {
    const from = (row + 1) * FRAMED_ROW + ORIENTATIONS;
    histograms.set(framed.subarray(from, from + width), row * width);
  }
}

function meanAround(energy: Float32Array, row: number, column: number): number {
  let near = 0;
  let count = 0;
  for (let j = Math.max(0, row - 1); j <= Math.min(ROWS - 1, row + 1); j += 1) {
    for (let i = Math.max(0, column - 1); i <= Math.min(COLUMNS - 1, column + 1); i += 1) {
      near += energy[j * COLUMNS + i] ?? 0;
      count += 1;
    }
  }
  return near / count;
}

/** Brings each cell's histogram to the strength of its neighbourhood, so that light and contrast fall away. */
function normaliseHistograms(histograms: Float32Array): void {
  const energy = new Float32Array(CELLS);
  let total = 0;
  for (let cell = 0; cell < CELLS; cell += 1) {
    let sum = 0;
    for (let bin = 0; bin < ORIENTATIONS; bin += 1) sum += (histograms[cell * ORIENTATIONS + bin] ?? 0) ** 2;
    energy[cell] = sum;
    total += sum;
  }
  const floor = 0.05 * (total / CELLS) + 1;
  const raw = Float32Array.from(histograms);
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const scale = 1 / Math.sqrt(meanAround(energy, row, column) + floor);
      const base = (row * COLUMNS + column) * ORIENTATIONS;
      for (let bin = base; bin < base + ORIENTATIONS; bin += 1) {
        histograms[bin] = Math.min(CUT, (raw[bin] ?? 0) * scale);
      }
    }
  }
}

/** Mean light and colour by cell, in units of the picture's own contrast. */
function colours(view: Planes, cells: Float32Array): void {
  for (let y = 0; y < VIEW_HEIGHT; y += 1) {
    const row = Math.floor(y / CELL) * COLUMNS;
    for (let x = 0; x < VIEW_WIDTH; x += 1) {
      const at = y * VIEW_WIDTH + x;
      const base = (row + Math.floor(x / CELL)) * COLOURS;
      cells[base] = (cells[base] ?? 0) + (view.luma[at] ?? 0);
      cells[base + 1] = (cells[base + 1] ?? 0) + (view.blue[at] ?? 0);
      cells[base + 2] = (cells[base + 2] ?? 0) + (view.red[at] ?? 0);
    }
  }
  let sum = 0;
  let squares = 0;
  const area = CELL * CELL;
  for (let i = 0; i < cells.length; i += COLOURS) {
    const light = (cells[i] ?? 0) / area;
    sum += light;
    squares += light * light;
  }
  const mean = sum / CELLS;
  const spread = Math.sqrt(Math.max(0, squares / CELLS - mean * mean)) + 8;
  for (let i = 0; i < cells.length; i += COLOURS) {
    cells[i] = (0.35 * ((cells[i] ?? 0) / area - mean)) / spread;
    cells[i + 1] = (0.7 * (cells[i + 1] ?? 0)) / area / spread;
    cells[i + 2] = (0.7 * (cells[i + 2] ?? 0)) / area / spread;
  }
}

/** The features of an upright view of `VIEW_WIDTH` × `VIEW_HEIGHT`. */
export function featuresOf(view: Planes): Float32Array {
  const features = new Float32Array(FEATURES);
  const histograms = features.subarray(0, CELLS * ORIENTATIONS);
  orientations(view.luma, histograms);
  normaliseHistograms(histograms);
  colours(view, features.subarray(CELLS * ORIENTATIONS));
  return features;
}

/** The features that the same view would have upside down: cells change places, orientations stay. */
export function upsideDown(features: Float32Array): Float32Array {
  const out = new Float32Array(FEATURES);
  const colourBase = CELLS * ORIENTATIONS;
  for (let cell = 0; cell < CELLS; cell += 1) {
    const from = CELLS - 1 - cell;
    const bins = features.subarray(from * ORIENTATIONS, (from + 1) * ORIENTATIONS);
    out.set(bins, cell * ORIENTATIONS);
    const colour = colourBase + from * COLOURS;
    out.set(features.subarray(colour, colour + COLOURS), colourBase + cell * COLOURS);
  }
  return out;
}
