/** What the words of a text may say of cards beside their names: phrases, codes, numbers, ids, and the rows that each is true of. */
import type { IndexData } from '../index-data.ts';
import { includes, listAt } from '../lists.ts';
import { eachBeginning, textLength, typedText } from '../names/text-table.ts';
import { eachNumbered } from '../number-table.ts';
import { placeOf } from '../packed-texts.ts';
import { numberWanted } from '../query.ts';
import { codeKey, placesIn } from './code-key.ts';
import { BEGINNING_LETTERS, saysEnough } from './name-cover.ts';
import { bitCount, CODE, NUMBER, PLACE } from './told-by.ts';
import { isBare, type TypedWords } from './typed-words.ts';

/** Something beside the name that some words fit, and the rows that it is true of. */
export interface Evidence {
  bits: number;
  /** The words that fit in full. */
  exact: number;
  /** Tenths of its letters that the words cover, and all of them. */
  covered: number;
  letters: number;
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
  return [...phrases(data, typed.words), ...codesAndIds(data, typed), ...numbers(data, typed, ofTotal)].sort(byWeight);
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

function codesAndIds(data: IndexData, { tokens }: TypedWords): Evidence[] {
  return tokens.flatMap(({ text, bits }) => {
    const letters = 10 * text.length;
    const whole = { bits, exact: bits, covered: letters, letters, isBroad: false };
    const ofCode = groupsOf(data, codeKey(text)).map((rows) => ({ ...whole, rows, tells: CODE }));
    const placed = placesIn(text).flatMap(({ code, number }) => rowsAt(data, code, number));
    const spellings = data.integerIds || !/[-0-9]/.test(text) ? [] : [text, text.toLowerCase(), text.toUpperCase()];
    const ids = spellings.map((id) => placeOf(data.ids, id));
    const rows = [...placed, ...ids.filter((row) => row !== undefined)];
    return rows.length === 0 ? ofCode : [...ofCode, { ...whole, rows, tells: PLACE }];
  });
}

/** The rows of each expansion that has the code. */
function groupsOf({ facts: { codes, codeGroups }, groupRows }: IndexData, code: string): Uint32Array[] {
  const at = placeOf(codes, code);
  return at === undefined ? [] : Array.from(listAt(codeGroups, at), (group) => listAt(groupRows, group));
}

/** The rows of a number in the expansions of a code. */
function rowsAt(data: IndexData, code: string, number: string): number[] {
  const groups = groupsOf(data, code);
  const wanted = groups.length === 0 ? undefined : numberWanted(number);
  const rows: number[] = [];
  if (wanted === undefined) return rows;
  eachNumbered(data.numbers, { ...wanted, bareValue: undefined }, (row) => {
    if (groups.some((ofGroup) => includes(ofGroup, row))) rows.push(row);
  });
  return rows;
}

function numbers(data: IndexData, typed: TypedWords, ofTotal: OfTotal): Evidence[] {
  return typed.numbers.map(({ wanted, letters, bits }) => {
    const rows: number[] = [];
    const fits = ofTotal(wanted.total);
    eachNumbered(data.numbers, { ...wanted, bareValue: undefined }, (row) => {
      if (fits(row)) rows.push(row);
    });
    const tenths = 10 * letters;
    return { bits, exact: bits, covered: tenths, letters: tenths, rows, tells: NUMBER, isBroad: isBare(wanted) };
  });
}
