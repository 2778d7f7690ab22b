/** Sorts a list: the first rows after a place, which is a value and a place in the catalog, never an offset. */
import { LAST } from '../../schema/tables.ts';
import { FirstRows, type Threshold } from './first-rows.ts';
import {
  comparePlaces,
  compareValues,
  type ListColumns,
  NONE,
  type Place,
  placeAt,
  placeIn,
  valueAt,
} from './list-columns.ts';

export const SORTS = ['catalog', 'name', 'released', 'usd', 'eur', '-name', '-released', '-usd', '-eur'] as const;
/** One of these, or a field of numbers, whose numbers are handed in. */
export type Sort = (typeof SORTS)[number] | (string & {});

/** Where a row stands: what it is sorted by, null where it has none, and its place in the catalog's order among equals. */
export type SortedPlace = [value: string | number | null, ...Place];

/** Above every code and every price: rows without a value stand last in both directions. */
const UNKNOWN = 2 ** 31 - 1;

const isDescending = (sort: Sort): boolean => sort.startsWith('-');
const fieldOf = (sort: Sort) => sort.replace('-', '') as 'catalog' | 'name' | 'released' | 'usd' | 'eur';

/** What rows are sorted by. */
export interface Sorting {
  sort: Sort;
  /** Of a field of numbers those of each row, NaN without one. */
  numbers?: Float64Array | undefined;
}

/** Orders places of one sort, as they may come from the columns of several games. */
export function compareSorted(sort: Sort, [a, ...placeA]: SortedPlace, [b, ...placeB]: SortedPlace): number {
  if (a === b) return comparePlaces(placeA, placeB);
  if (a === null || b === null) return a === null ? 1 : -1;
  return isDescending(sort) ? compareValues(b, a) : compareValues(a, b);
}

/** The first `limit` of the rows left, in the order of `sort`, after the place of the page before. */
export function sortedRows(
  columns: ListColumns,
  left: Uint8Array,
  { sort, numbers, after, limit }: Sorting & { after: SortedPlace | undefined; limit: number },
) {
  const rankOf = ranksOf(columns, { sort, numbers });
  const first = new FirstRows(limit, after && thresholdOf(columns, sort, after));
  for (let row = 0; row < left.length; row += 1) if (left[row] === 1) first.offer(rankOf(row), row);
  return first.rows().map((row) => ({
    key: columns.keys[row] ?? 0,
    place: [shownValue(columns, { sort, numbers }, row), ...placeAt(columns, row)] satisfies SortedPlace as SortedPlace,
  }));
}

/** What rows are sorted by, as numbers that ascend. */
function ranksOf({ coded, numbers }: ListColumns, { sort, numbers: own }: Sorting): (row: number) => number {
  const field = fieldOf(sort);
  const sign = isDescending(sort) ? -1 : 1;
  if (field === 'catalog') return () => 0;
  if (own !== undefined) return (row) => (Number.isNaN(own[row]) ? UNKNOWN : sign * (own[row] ?? 0));
  if (field === 'usd' || field === 'eur') {
    const cents = numbers[field];
    return (row) => (cents[row] === NONE ? UNKNOWN : sign * (cents[row] ?? 0));
  }
  const column = coded[field];
  if (column === undefined) return () => UNKNOWN;
  const { codes, values } = column;
  // Codes ascend as their values do. A rank made for each of 250,000 names took three quarters of a page's time.
  const unknown = placeIn(values.length, (code) => compareValues(values[code]?.[0] ?? '', LAST));
  return (row) => {
    const code = codes[row] ?? unknown;
    return code === unknown ? UNKNOWN : sign * code;
  };
}

/** What the row is sorted by, as it is sealed into a cursor. */
function shownValue({ coded, numbers }: ListColumns, { sort, numbers: own }: Sorting, row: number) {
  const field = fieldOf(sort);
  if (field === 'catalog') return null;
  if (own !== undefined) return Number.isNaN(own[row]) ? null : (own[row] ?? null);
  if (field === 'usd' || field === 'eur') return numbers[field][row] === NONE ? null : (numbers[field][row] ?? null);
  const value = valueAt(coded[field], row);
  return value === LAST ? null : value;
}

function thresholdOf(columns: ListColumns, sort: Sort, [value, ...place]: SortedPlace): Threshold {
  return { rank: rankOfValue(columns, sort, value), row: rowOfPlace(columns, place) };
}

function rankOfValue({ coded }: ListColumns, sort: Sort, value: string | number | null): number {
  if (fieldOf(sort) === 'catalog') return 0;
  if (value === null) return UNKNOWN;
  const sign = isDescending(sort) ? -1 : 1;
  if (typeof value === 'number') return sign * value;
  const values = coded[fieldOf(sort)]?.values ?? [];
  return sign * placeIn(values.length, (at) => compareValues(values[at]?.[0] ?? '', value));
}

const rowOfPlace = (columns: ListColumns, place: Place): number =>
  placeIn(columns.keys.length, (row) => comparePlaces(placeAt(columns, row), place));
