/** The lines of a series in a month's file, read as bytes: one after the other, they differ in their day and their amounts alone. */
import { amountsOf, dayBit, has, type Stretch } from '../../store/prices/observation-codec.ts';

/** The columns in which lines of a series differ, by their places. */
export interface SeriesColumns {
  day: number;
  /** The first of so many amounts; the one column behind them ends the line. */
  amounts: number;
  width: Parameters<typeof amountsOf>[1];
  /** The days that may be, as a bitmap. */
  days: number;
}

const [QUOTE, COMMA, NOUGHT, NINE, NEWLINE] = [34, 44, 48, 57, 10];
/** `2026-05-` before the two digits that tell the days of a month apart. */
const DIGITS_AT = 8;
const CELL_MAX = 2 ** 31;

/**
 * The lines from `start` on that are of one series, each of a later day; undefined where the first is none. A line that is unusual in any
 * way is left to who reads rows: for them each takes 4 µs, and here a thirtieth of that.
 */
export function seriesLines(bytes: Uint8Array, start: number, columns: SeriesColumns) {
  const head = fieldAt(bytes, start, columns.day) + DIGITS_AT - start;
  if (head < DIGITS_AT) return undefined;
  const stretches: Stretch[] = [];
  let [lines, last, end, tail, tailEnd] = [0, 0, start, start, start];
  for (; areEqual(bytes, start, end, head); lines += 1) {
    const at = end + head;
    const ones = (bytes[at + 1] ?? 0) - NOUGHT;
    const day = ((bytes[at] ?? 0) - NOUGHT) * 10 + ones;
    if (ones < 0 || ones > 9 || day <= last || !has(columns.days, day)) break;
    const stretch = stretches.at(-1);
    if (stretch !== undefined && areEqual(bytes, tail, at + 2, tailEnd - tail)) {
      stretch.days |= dayBit(day);
      end = at + 2 + tailEnd - tail;
    } else {
      const cells: number[] = [];
      const next = readCells(bytes, at + 2, columns, cells);
      if (next === undefined) break;
      stretches.push({ days: dayBit(day), amounts: amountsOf(cells, columns.width) });
      [tail, tailEnd, end] = [at + 2, next, next];
    }
    last = day;
  }
  return lines === 0 ? undefined : { stretches, lines, end };
}

/** Where the field begins that is so many behind; -1 where the line ends before, or has quotes. */
function fieldAt(bytes: Uint8Array, from: number, fields: number): number {
  let at = from;
  for (let left = fields; left > 0; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA) left -= 1;
    else if (byte === undefined || byte === NEWLINE || byte === QUOTE) return -1;
  }
  return at;
}

/** Whether as many bytes are the same there as here; not where they end before. */
function areEqual(bytes: Uint8Array, here: number, there: number, length: number): boolean {
  if (there + length > bytes.length) return false;
  for (let at = 0; at < length; at += 1) if (bytes[here + at] !== bytes[there + at]) return false;
  return true;
}

/** Reads what stands behind a day; returns where the next line begins, or undefined where it is not amounts and a word. */
function readCells(bytes: Uint8Array, from: number, { day, amounts, width }: SeriesColumns, cells: number[]) {
  if (bytes[from] !== COMMA) return undefined;
  let at = fieldAt(bytes, from, amounts - day);
  if (at < 0) return undefined;
  while (cells.length < width) {
    const first = at;
    let cents = 0;
    for (let byte = bytes[at] ?? 0; byte >= NOUGHT && byte <= NINE; byte = bytes[at] ?? 0) {
      cents = cents * 10 + byte - NOUGHT;
      at += 1;
    }
    if (bytes[at] !== COMMA || cents >= CELL_MAX) return undefined;
    cells.push(at === first ? 0 : cents + 1);
    at += 1;
  }
  for (; bytes[at] !== NEWLINE; at += 1) {
    if (bytes[at] === undefined || bytes[at] === COMMA || bytes[at] === QUOTE) return undefined;
  }
  return at + 1;
}
