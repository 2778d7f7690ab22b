/** Which rows of a list's columns a filter leaves: each of its parts passes once over its own column. */
import type { CodedColumn, ListColumns, NumberName } from './list-columns.ts';
import { NONE, valueAt } from './list-columns.ts';

/** From and to, both included. */
export interface Range<Value> {
  from?: Value | undefined;
  to?: Value | undefined;
}

/** What rows must be; a field that is left out asks nothing. */
export interface ListFilter {
  /** Values by the field, in the form in which they are compared: a row needs one of each field. */
  values: Readonly<Record<string, ReadonlySet<string>>>;
  /** Of numbers that are wanted in some expansions alone, those expansions. */
  expansionsOfNumber?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Days. */
  released?: Range<string> | undefined;
  /** A row without a number is in no range, not even in one without ends. */
  numbers: Partial<Record<NumberName, Range<number>>>;
  /** At least one of these must be priced. */
  priced?: readonly ('usd' | 'eur')[] | undefined;
}

/** 1 for every row that is left. */
export function filteredRows(columns: ListColumns, filter: ListFilter): Uint8Array {
  const left = new Uint8Array(columns.keys.length).fill(1);
  for (const [field, wanted] of Object.entries(filter.values)) {
    keepCodes(left, columns.coded[field], (values) => values.some((value) => wanted.has(value)));
  }
  const { released, expansionsOfNumber } = filter;
  if (expansionsOfNumber !== undefined) keepPlaced(left, columns, expansionsOfNumber);
  if (released !== undefined) keepCodes(left, columns.coded.released, ([day = '']) => isReleased(day, released));
  for (const [name, range] of Object.entries(filter.numbers))
    keepRange(left, columns.numbers[name as NumberName], range);
  if (filter.priced !== undefined) keepPriced(left, columns, filter.priced);
  return left;
}

/** A day that is not known is in no range: what stands for it is none. */
const isReleased = (day: string, { from = '', to }: Range<string>): boolean =>
  day >= from && (to === undefined || day <= to) && /^\d/.test(day);

function keepCodes(
  left: Uint8Array,
  column: CodedColumn | undefined,
  fits: (values: readonly string[]) => boolean,
): void {
  if (column === undefined) {
    left.fill(0);
    return;
  }
  const { codes, folded } = column;
  const isWanted = Uint8Array.from(folded, (values) => (fits(values) ? 1 : 0));
  for (let row = 0; row < left.length; row += 1) left[row] = (left[row] ?? 0) & (isWanted[codes[row] ?? 0] ?? 0);
}

function keepPlaced(
  left: Uint8Array,
  { coded: { number, expansion } }: ListColumns,
  expansionsOf: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (let row = 0; row < left.length; row += 1) {
    if (left[row] === 0) continue;
    if (expansionsOf.get(valueAt(number, row))?.has(valueAt(expansion, row)) === false) left[row] = 0;
  }
}

function keepRange(
  left: Uint8Array,
  numbers: Int32Array,
  { from = 0, to = Number.POSITIVE_INFINITY }: Range<number>,
): void {
  for (let row = 0; row < left.length; row += 1) {
    const number = numbers[row] ?? NONE;
    if (number === NONE || number < from || number > to) left[row] = 0;
  }
}

function keepPriced(left: Uint8Array, { numbers }: ListColumns, currencies: readonly ('usd' | 'eur')[]): void {
  for (let row = 0; row < left.length; row += 1) {
    if (currencies.every((currency) => numbers[currency][row] === NONE)) left[row] = 0;
  }
}
