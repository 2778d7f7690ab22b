/** Which rows of a list's columns a filter leaves: each of its parts passes once over its own column. */
import type { ValueTest } from '../../../catalog/listing/fields.ts';
import { everyRow, fieldRows } from './field-filter.ts';
import { type ListColumns, type NumberName, valueAt } from './list-columns.ts';

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
  priced?: readonly ('usd' | 'eur')[] | undefined;
}

/** 1 for every row that is left. */
export function filteredRows(columns: ListColumns, filter: ListFilter): Uint8Array {
  const { values, released, numbers, priced, expansionsOfNumber } = filter;
  const asked = Object.entries(values).map(([field, wanted]) => test([field], (_, folded) => wanted.has(folded)));
  if (released !== undefined) asked.push(test(['released'], (day) => isReleased(day, released)));
  if (priced !== undefined) asked.push(test(priced, () => true));
  for (const [name, { from = 0, to = Number.POSITIVE_INFINITY }] of Object.entries(numbers)) {
    asked.push({ ...test([name], undefined), number: (number) => number >= from && number <= to });
  }
  const left = fieldRows({ columns, fields: new Map() }, { all: asked }, everyRow(columns));
  if (expansionsOfNumber !== undefined) keepPlaced(left, columns, expansionsOfNumber);
  return left;
}

/** What a filter of the list asks costs nothing of what field terms may. */
const test = (columns: readonly string[], text: ValueTest['text']): ValueTest => ({
  columns,
  ...(text && { text }),
  isNone: false,
  weight: 0,
});

/** A day that is not known is in no range: what stands for it is none. */
const isReleased = (day: string, { from = '', to }: Range<string>): boolean =>
  day >= from && (to === undefined || day <= to) && /^\d/.test(day);

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
