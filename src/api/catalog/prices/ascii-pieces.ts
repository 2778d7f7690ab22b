/** Writes short texts of ASCII into bytes by words of eight: calling into Node for each, or byte by byte, takes five times as long. */

/** So many bytes beyond a text may be written with it, to be written over by what follows. */
export const WORD_BYTES = 8;

const ZERO = 0x30;

export interface Piece {
  text: string;
  length: number;
  /** Its bytes, zeros behind them. */
  words: Float64Array;
}

export function pieceOf(text: string): Piece {
  const { length } = text;
  const bytes = new DataView(new ArrayBuffer(Math.ceil(length / WORD_BYTES) * WORD_BYTES));
  for (let at = 0; at < length; at += 1) bytes.setUint8(at, text.charCodeAt(at));
  // No eight bytes of ASCII are a NaN, the one number whose bits need not stay as they are.
  const words = Float64Array.from({ length: bytes.byteLength / WORD_BYTES }, (_, at) =>
    bytes.getFloat64(at * WORD_BYTES, true),
  );
  return { text, length, words };
}

/** Writes the text, and returns where it ends. */
export function put(view: DataView, start: number, { words, length }: Piece): number {
  for (let at = 0; at < words.length; at += 1) view.setFloat64(start + at * WORD_BYTES, words[at] ?? 0, true);
  return start + length;
}

/**
 * Writes the `size` bytes at `start`, a word or more, `count` times in a row, and returns where the last ends. For days of a
 * month `copyWithin`, a call into V8, takes longer.
 */
export function repeat(view: DataView, start: number, size: number, count: number): number {
  const end = start + size * count;
  for (let at = start + size; at < end; at += WORD_BYTES) view.setFloat64(at, view.getFloat64(at - size, true), true);
  return end;
}

/** The four digits of each number below 10,000, the first in the lowest byte. */
const FOUR_DIGITS = Int32Array.from({ length: 10_000 }, (_, number) =>
  [1000, 100, 10, 1].reduce((word, unit, at) => word | ((ZERO + (Math.floor(number / unit) % 10)) << (8 * at)), 0),
);

/** Writes a whole number below 2^31 that is not negative, and returns where it ends. */
export function putWhole(view: DataView, start: number, value: number): number {
  if (value >= 10_000) {
    const rest = Math.floor(value / 10_000);
    const at = putWhole(view, start, rest);
    view.setInt32(at, FOUR_DIGITS[value - rest * 10_000] ?? 0, true);
    return at + 4;
  }
  const length = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
  view.setInt32(start, (FOUR_DIGITS[value] ?? 0) >>> (8 * (4 - length)), true);
  return start + length;
}

/** Writes a number below 100 as two digits. */
export const putTwoDigits = (view: DataView, start: number, value: number): void =>
  view.setInt16(start, (FOUR_DIGITS[value] ?? 0) >> 16, true);
