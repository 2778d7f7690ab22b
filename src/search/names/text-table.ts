/** Many short texts in typed arrays, and which of them one typed text can be a typo of. */

import { typingCost } from '../../catalog/words/edit-distance.ts';
import { compareText, inOrderBy } from '../../packed/list-builder.ts';
import { bitCount, lowerBound } from '../../packed/lists.ts';
import { packWide } from '../../packed/packed-texts.ts';

/** Texts in the order of `inOrderOfLength`: text `i` is `units[starts[i]..starts[i + 1])`. Moves between threads without a copy. */
export interface TextTable {
  readonly units: Uint16Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Those of `n` code units are `lengths[n]` up to, but without, `lengths[n + 1]`. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** Which letters each text has, and which it has twice: one bit a letter. */
  readonly letters: Int32Array<ArrayBuffer>;
  readonly doubled: Int32Array<ArrayBuffer>;
}

export interface TypedText {
  readonly units: Uint16Array<ArrayBuffer>;
  readonly letters: number;
  readonly doubled: number;
}

/** The positions of texts in the order that a table wants them in: shortest first, those of one length by their code units. */
export const inOrderOfLength = (texts: readonly string[]): Uint32Array<ArrayBuffer> =>
  inOrderBy(texts, (a, b) => a.length - b.length || compareText(a, b));

/** The words of a folded text. */
export const wordsOf = (text: string): string[] => text.split(' ');

/** @param texts distinct, in the order of `inOrderOfLength` */
export function buildTextTable(texts: readonly string[]): TextTable {
  const count = texts.length;
  const { units, starts } = packWide(texts);
  const letters = new Int32Array(count);
  const doubled = new Int32Array(count);
  const longest = texts.at(-1)?.length ?? 0;
  const lengths = new Uint32Array(longest + 2).fill(count);
  // What a length begins with is known from behind; one that no text has begins where the next longer one does.
  for (let i = count - 1; i >= 0; i--) lengths[(starts[i + 1] ?? 0) - (starts[i] ?? 0)] = i;
  for (let length = longest; length >= 0; length--) {
    lengths[length] = Math.min(lengths[length] ?? 0, lengths[length + 1] ?? 0);
  }
  for (let i = 0; i < count; i++) {
    const [once, twice] = lettersOf(units, starts[i] ?? 0, starts[i + 1] ?? 0);
    letters[i] = once;
    doubled[i] = twice;
  }
  return { units, starts, lengths, letters, doubled };
}

export function typedText(text: string): TypedText {
  const { units } = packWide([text]);
  const [letters, doubled] = lettersOf(units, 0, units.length);
  return { units, letters, doubled };
}

/** One bit a letter: a to z exactly, digits and the space share six, and all other letters share all. */
function letterBit(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1 << (unit - 0x61 + 6);
  return 1 << (unit < 0x80 ? unit % 6 : Math.imul(unit, 0x9e37_79b1) >>> 27);
}

/** Which letters `units[start..end)` has, and which it has twice. */
function lettersOf(units: Uint16Array, start: number, end: number): readonly [once: number, twice: number] {
  let [once, twice] = [0, 0];
  for (let at = start; at < end; at++) {
    const bit = letterBit(units[at] ?? 0);
    twice |= once & bit;
    once |= bit;
  }
  return [once, twice];
}

export function textLength(table: TextTable, i: number): number {
  return (table.starts[i + 1] ?? 0) - (table.starts[i] ?? 0);
}

/** Visits the texts that `typed` is a typo of, with its `typingCost`. The letters alone rule out 999 of 1,000. */
export function eachTypo(
  table: TextTable,
  typed: TypedText,
  maxEdits: number,
  visit: (i: number, cost: number) => void,
): void {
  const { units, starts, lengths, letters, doubled } = table;
  const wanted = typed.units.length;
  const longest = Math.min(wanted + maxEdits, lengths.length - 2);
  for (let length = Math.max(0, wanted - maxEdits); length <= longest; length++) {
    const most = mostStrange(wanted, length, maxEdits);
    for (let i = lengths[length] ?? 0, end = lengths[length + 1] ?? 0; i < end; i++) {
      const strange = bitCount((letters[i] ?? 0) ^ typed.letters);
      if (strange > most || strange + bitCount((doubled[i] ?? 0) ^ typed.doubled) > most) continue;
      const cost = typingCost(typed.units, units, starts[i] ?? 0, starts[i + 1] ?? 0, maxEdits);
      if (cost !== Number.POSITIVE_INFINITY) visit(i, cost);
    }
  }
}

/** `typingCost` of `typed` for `units[start..end)`. */
export function costBetween(
  units: Uint16Array,
  start: number,
  end: number,
  typed: TypedText,
  maxEdits: number,
): number {
  const [letters, doubled] = lettersOf(units, start, end);
  const strange = bitCount(letters ^ typed.letters) + bitCount(doubled ^ typed.doubled);
  if (strange > mostStrange(typed.units.length, end - start, maxEdits)) return Number.POSITIVE_INFINITY;
  return typingCost(typed.units, units, start, end, maxEdits);
}

/**
 * How many bits of two texts may differ. An edit takes away one letter, adds one, or does both; as many as the texts
 * differ in length can only do one.
 */
function mostStrange(a: number, b: number, maxEdits: number): number {
  return 2 * maxEdits - Math.abs(a - b);
}

/** Visits the texts that begin with `typed`, of which none is longer than `longest`. */
export function eachBeginning(
  table: TextTable,
  typed: Pick<TypedText, 'units'>,
  visit: (i: number) => void,
  longest = table.lengths.length - 2,
): void {
  const { lengths } = table;
  for (let length = typed.units.length; length <= longest; length++) {
    const from = lengths[length] ?? 0;
    const count = (lengths[length + 1] ?? 0) - from;
    let i = from + lowerBound(count, (at) => compareBeginning(table, from + at, typed) < 0);
    for (; i < from + count && compareBeginning(table, i, typed) === 0; i++) visit(i);
  }
}

/** Order of the first letters of text `i`, which is not shorter, and of `typed`; 0 where they are equal. */
function compareBeginning({ units, starts }: TextTable, i: number, typed: Pick<TypedText, 'units'>): number {
  const start = starts[i] ?? 0;
  for (let at = 0; at < typed.units.length; at++) {
    const difference = (units[start + at] ?? 0) - (typed.units[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether `units[start..end)` begins with `typed`. */
export function beginsWith(units: Uint16Array, start: number, end: number, typed: TypedText): boolean {
  if (end - start < typed.units.length) return false;
  for (let at = 0; at < typed.units.length; at++) if (units[start + at] !== typed.units[at]) return false;
  return true;
}
