/** Many short texts in typed arrays, and which of them one typed text can be a slip of. */
import { typingCost } from './edit-distance.ts';
import { lowerBound } from './lists.ts';

/** Texts, shortest first: text `i` is `units[starts[i]..starts[i + 1])`. Moves between threads without a copy. */
export interface TextTable {
  readonly units: Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Which letters each text has, and which it has twice: one bit a letter. */
  readonly letters: Int32Array<ArrayBuffer>;
  readonly doubled: Int32Array<ArrayBuffer>;
}

/** One text, prepared for comparison with those of a table. */
export interface TypedText {
  readonly units: Uint16Array<ArrayBuffer>;
  readonly letters: number;
  readonly doubled: number;
}

/** The order that a table wants its texts in. */
export function byLength(a: string, b: string): number {
  return a.length - b.length;
}

/** @param texts in the order of `byLength` */
export function buildTextTable(texts: readonly string[]): TextTable {
  const starts = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) starts[i + 1] = (starts[i] ?? 0) + text.length;
  const units = new Uint16Array(starts[texts.length] ?? 0);
  const letters = new Int32Array(texts.length);
  const doubled = new Int32Array(texts.length);
  for (const [i, text] of texts.entries()) {
    const typed = typedText(text);
    units.set(typed.units, starts[i]);
    letters[i] = typed.letters;
    doubled[i] = typed.doubled;
  }
  return { units, starts, letters, doubled };
}

/** One bit a letter: a to z exactly, the rest share six. */
export function typedText(text: string): TypedText {
  const units = new Uint16Array(text.length);
  let letters = 0;
  let doubled = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    units[i] = unit;
    const bit = 1 << (unit >= 0x61 && unit <= 0x7a ? unit - 0x61 : 26 + (unit % 6));
    doubled |= letters & bit;
    letters |= bit;
  }
  return { units, letters, doubled };
}

/** The texts of `shortest` to `longest` code units: those from the first number up to, but without, the second. */
export function lengthWindow(table: TextTable, shortest: number, longest: number): [from: number, to: number] {
  const count = table.letters.length;
  const from = lowerBound(count, (i) => textLength(table, i) < shortest);
  return [from, lowerBound(count, (i) => textLength(table, i) <= longest)];
}

export function textLength(table: TextTable, i: number): number {
  return (table.starts[i + 1] ?? 0) - (table.starts[i] ?? 0);
}

/** `typingCost` of `typed` for text `i`. The letters rule out 95 of 100 texts before anything is aligned. */
export function costOf(table: TextTable, i: number, typed: TypedText, maxEdits: number): number {
  const letters = table.letters[i] ?? 0;
  const doubled = table.doubled[i] ?? 0;
  // No edit adds, or takes away, more than one letter.
  const surplus = bitCount(typed.letters & ~letters) + bitCount(typed.doubled & ~doubled);
  if (surplus > maxEdits) return Number.POSITIVE_INFINITY;
  const missing = bitCount(letters & ~typed.letters) + bitCount(doubled & ~typed.doubled);
  if (missing > maxEdits) return Number.POSITIVE_INFINITY;
  return typingCost(typed.units, table.units, table.starts[i] ?? 0, table.starts[i + 1] ?? 0, maxEdits);
}

/** Whether text `i` begins with `typed`. */
export function startsWith(table: TextTable, i: number, { units }: TypedText): boolean {
  if (textLength(table, i) < units.length) return false;
  const start = table.starts[i] ?? 0;
  for (let at = 0; at < units.length; at++) if (table.units[start + at] !== units[at]) return false;
  return true;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555_5555);
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
