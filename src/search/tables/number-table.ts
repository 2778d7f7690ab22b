/** The collector numbers of a list's rows: exact keys, never similarity. */
import { numberNormalized } from '../../catalog/collector-number.ts';
import { rowsByKey } from '../../packed/list-builder.ts';
import { listAt, lowerBound } from '../../packed/lists.ts';
import { packTexts, placeOf } from '../../packed/packed-texts.ts';
import type { DictionaryColumn } from '../../store/views/search-rows/dictionary-column.ts';
import type { NumberWanted } from '../query.ts';

/** Moves between threads almost for nothing. */
export type NumberTable = Readonly<ReturnType<typeof buildNumberTable>>;

export function buildNumberTable(printed: DictionaryColumn<string | null>) {
  const { keys: numbers, rows } = rowsByKey([printed], (number) => {
    const normalized = numberNormalized(number);
    return normalized === null ? [] : [normalized];
  });
  const found = [...numbers.entries()]
    .map(([number, text]) => ({ number, value: Number(/[0-9]+/.exec(text)?.[0]) }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((a, b) => a.value - b.value || a.number - b.number);
  return {
    /** Normalized numbers, ascending, and the rows that bear each. */
    numbers: packTexts(numbers),
    rows,
    /** The values of the first digits of those numbers that have any, ascending, and the place of each in `numbers`. */
    values: Float64Array.from(found, ({ value }) => value),
    valued: Uint32Array.from(found, ({ number }) => number),
  };
}

/** The rows that bear a normalized number, ascending. */
export function rowsNumbered({ numbers, rows }: NumberTable, normalized: string): Uint32Array<ArrayBuffer> {
  const itself = placeOf(numbers, normalized);
  return itself === undefined ? new Uint32Array() : listAt(rows, itself);
}

/** The rows that bear the number itself, and those of each number that has something in it that was not typed. */
export function rowsMeant(
  table: NumberTable,
  { normalized, bareValue }: NumberWanted,
): { rows: Uint32Array<ArrayBuffer>; isItself: boolean }[] {
  const { numbers, rows, values, valued } = table;
  const itself = placeOf(numbers, normalized);
  const found = itself === undefined ? [] : [{ rows: listAt(rows, itself), isItself: true }];
  if (bareValue === undefined) return found;
  for (let at = lowerBound(values.length, (i) => (values[i] ?? 0) < bareValue); values[at] === bareValue; at++) {
    const near = valued[at] ?? 0;
    if (near !== itself) found.push({ rows: listAt(rows, near), isItself: false });
  }
  return found;
}
