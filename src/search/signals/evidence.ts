/** What the words of a text may say of cards beside their names: phrases, codes, numbers, ids, and the rows that each is true of. */

import { bitCount, includes, listAt } from '../../packed/lists.ts';
import { placeOf } from '../../packed/packed-texts.ts';
import { eachBeginning, textLength, typedText } from '../names/text-table.ts';
import { type NumberWanted, numberWanted } from '../query.ts';
import { codeKey, placesIn } from '../tables/code-key.ts';
import type { IndexData } from '../tables/index-data.ts';
import { rowsNumbered } from '../tables/number-table.ts';
import { BEGINNING_LETTERS, saysEnough } from './name-cover.ts';
import { isBare, type TypedWords } from './typed-words.ts';

// Bits of what a row is known by: one a typed word, and above them whether a code or a number is among it.

/** Something that is not true of thousands. */
export const OWN = 1 << 13;
const CODE = 1 << 14;
const NUMBER = 1 << 15;
/** An expansion and a number in it. */
const PLACE = CODE | NUMBER;
/** Those of the typed words. */
export const WORDS = OWN - 1;

export function toldBy(bits: number): 'place' | 'number' | 'neither' {
  if ((bits & NUMBER) === 0) return 'neither';
  return (bits & CODE) === 0 ? 'number' : 'place';
}

/** Something beside the name that some words fit, and the rows that it is true of. */
export interface Evidence {
  bits: number;
  /** The words that fit in full. */
  exact: number;
  /** Tenths of its letters that the words cover, and all of them. */
  covered: number;
  letters: number;
  /** Ascending where it is true of thousands. */
  rows: ArrayLike<number>;
  /** Whether it tells an expansion, one card of each of many, or both: CODE, NUMBER; else 0. */
  tells: number;
  /** Whether it is true of thousands. */
  isBroad: boolean;
}

/** Whether a row is in an expansion of so many cards. */
export type OfTotal = (total: number | undefined) => (row: number) => boolean;

/** In the order in which it counts: what is true of thousands last, and what is covered best first. */
export function evidenceOf(data: IndexData, typed: TypedWords, ofTotal: OfTotal): Evidence[] {
  return [
    ...phrases(data, typed.words),
    ...codesAndIds(data, typed, ofTotal),
    ...printedApart(data, typed, ofTotal),
    ...numbers(data, typed, ofTotal),
  ].sort(byWeight);
}

/** What is equal in all of this comes to the same in either order. */
const byWeight = (a: Evidence, b: Evidence): number =>
  Number(a.isBroad) - Number(b.isBroad) ||
  b.covered / b.letters - a.covered / a.letters ||
  bitCount(b.bits) - bitCount(a.bits) ||
  bitCount(b.exact) - bitCount(a.exact) ||
  b.covered - a.covered ||
  a.bits - b.bits ||
  a.exact - b.exact ||
  a.tells - b.tells;

function phrases({ facts }: IndexData, words: readonly string[]): Evidence[] {
  const { words: known, wordPhrases, letters, rows, broad } = facts;
  const found = new Map<number, Evidence>();
  for (const [i, word] of words.entries()) {
    const seen = new Set<number>();
    eachBeginning(known, typedText(word), (at) => {
      const isWhole = textLength(known, at) === word.length;
      if (!isWhole && word.length < BEGINNING_LETTERS) return;
      for (const phrase of listAt(wordPhrases, at)) {
        const all = 10 * (letters[phrase] ?? 0);
        const none = { bits: 0, exact: 0, covered: 0, letters: all, tells: 0, isBroad: phrase >= broad };
        const evidence = found.get(phrase) ?? { ...none, rows: listAt(rows, phrase) };
        if (isWhole) evidence.exact |= 1 << i;
        found.set(phrase, evidence);
        if (seen.has(phrase)) continue;
        seen.add(phrase);
        evidence.bits |= 1 << i;
        evidence.covered = Math.min(all, evidence.covered + 10 * word.length);
      }
    });
  }
  return [...found.values()].filter(({ covered, letters: all }) => saysEnough(covered, all));
}

function codesAndIds(data: IndexData, { tokens }: TypedWords, ofTotal: OfTotal): Evidence[] {
  return tokens.flatMap(({ text, bits }) => {
    const letters = 10 * text.length;
    const whole = { bits, exact: bits, covered: letters, letters, isBroad: false };
    const ofCode = groupsOf(data, codeKey(text)).map((rows) => ({ ...whole, rows, tells: CODE }));
    const placed = placesIn(text).flatMap(({ code, number, printed }) => [
      ...rowsAt(data, { code, number }, ofTotal),
      ...rowsOf(data, printed, ofTotal),
    ]);
    const spellings = data.integerIds || !/[-0-9]/.test(text) ? [] : [text, text.toLowerCase(), text.toUpperCase()];
    const ids = spellings.map((id) => placeOf(data.ids, id));
    const rows = [...placed, ...ids.filter((row) => row !== undefined)];
    return rows.length === 0 ? ofCode : [...ofCode, { ...whole, rows, tells: PLACE }];
  });
}

function groupsOf({ facts: { codes, codeGroups }, groupRows }: IndexData, code: string): Uint32Array[] {
  const at = placeOf(codes, code);
  return at === undefined ? [] : Array.from(listAt(codeGroups, at), (group) => listAt(groupRows, group));
}

/** A number that holds its expansion's code, typed with a space between: `OP01 096`. */
function printedApart(data: IndexData, { tokens }: TypedWords, ofTotal: OfTotal): Evidence[] {
  return tokens.flatMap(({ text, bits }, i) => {
    const before = tokens[i - 1];
    if (before === undefined || !/[0-9]/.test(text)) return [];
    const rows = rowsOf(data, `${before.text}-${text}`, ofTotal);
    const all = { bits: before.bits | bits, exact: before.bits | bits };
    const letters = 10 * (before.text.length + text.length);
    return rows.length === 0 ? [] : [{ ...all, covered: letters, letters, rows, tells: PLACE, isBroad: false }];
  });
}

function rowsAt(data: IndexData, { code, number }: { code: string; number: string }, ofTotal: OfTotal): Uint32Array {
  const groups = groupsOf(data, code);
  if (groups.length === 0) return new Uint32Array();
  return rowsOf(data, number, ofTotal).filter((row) => groups.some((ofGroup) => includes(ofGroup, row)));
}

/** The rows that bear the number itself; none for what is no number. */
function rowsOf(data: IndexData, number: string, ofTotal: OfTotal): Uint32Array {
  const wanted = numberWanted(number);
  return wanted === undefined ? new Uint32Array() : rowsBearing(data, wanted, ofTotal);
}

/** A view where every total fits, for thousands may bear a number. */
function rowsBearing(data: IndexData, { normalized, total }: NumberWanted, ofTotal: OfTotal): Uint32Array {
  const rows = rowsNumbered(data.numbers, normalized);
  return total === undefined ? rows : rows.filter(ofTotal(total));
}

function numbers(data: IndexData, typed: TypedWords, ofTotal: OfTotal): Evidence[] {
  return typed.numbers.map(({ wanted, letters, bits }) => {
    const tenths = 10 * letters;
    const whole = { bits, exact: bits, covered: tenths, letters: tenths, tells: NUMBER, isBroad: isBare(wanted) };
    return { ...whole, rows: rowsBearing(data, wanted, ofTotal) };
  });
}
