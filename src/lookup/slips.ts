/** What spreadsheets and people do to rows of a list: numbers that became days, columns that stand in each other's place. */
import { foldName } from '../catalog/fold.ts';
import type { ListedRow } from './listed-row.ts';

/** By how English and German spreadsheets begin them. */
const MONTHS = 'jan feb mar|mär|mrz apr may|mai jun jul aug sep oct|okt nov dec|dez'.split(' ');
const MONTH = `(?<month>${MONTHS.join('|')})\\p{L}*\\.?`;
const DAY = '(?<day>\\d{1,2})';
const IN_FIGURES = `\\d{4}-(?<month>\\d{1,2})-${DAY}(?:[T ]0?0:00(?::00)?)?|(?<month>\\d{1,2})/${DAY}/\\d{2}(?:\\d{2})?`;
const A_DAY = new RegExp(`^(?:${DAY}[-. ]+${MONTH}|${MONTH}[- ]+(?<day>\\d{2})|${IN_FIGURES})$`, 'iu');

/** `5/25`, where a spreadsheet took it for a day: `25-May`, `May-25`, `2026-05-25`. */
export function undated(row: ListedRow, isCalled: (text: string) => boolean, problems: string[]): ListedRow {
  const said = row.number?.trim() ?? '';
  const { day, month = '' } = A_DAY.exec(said)?.groups ?? {};
  // `DEC-10` is a number where an expansion has that code.
  if (day === undefined || isCalled(month)) return row;
  const named = MONTHS.findIndex((names) => names.split('|').includes(month.toLowerCase())) + 1;
  const number = `${Number(month) || named}/${Number(day)}`;
  problems.push(`Its number “${said}” is a day, as spreadsheets make of numbers: it is read as ${number}.`);
  return { ...row, number };
}

/** Codes of expansions are shorter: cards may be called like one. */
const NAME_MIN = 5;
const LIKE_NUMBER = /^#?[a-z]{0,4}\d+[a-z]?(?:\/[a-z]*\d+)?$/i;

/** The row with an expansion that stands as its number or name where it belongs. */
export function unswapped(row: ListedRow, isCalled: (text: string) => boolean, problems: string[]): ListedRow {
  const { name = '', number = '', expansion = '' } = row;
  if (expansion.trim() === '' || isCalled(expansion)) return row;
  const isNumber = /\p{L}/u.test(number) && isCalled(number) && LIKE_NUMBER.test(expansion.trim());
  const isName = !isNumber && foldName(name).length > NAME_MIN && isCalled(name);
  if (!isNumber && !isName) return row;
  problems.push(`Its expansion stands as its ${isNumber ? 'number' : 'name'}, and the other way round.`);
  return isNumber ? { ...row, number: expansion, expansion: number } : { ...row, name: expansion, expansion: name };
}
