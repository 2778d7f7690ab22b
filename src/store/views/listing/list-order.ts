/** Sorts a list: the first rows after a place, which is a value and a place in the catalog, never an offset. */
import { compareText } from '../../../packed/list-builder.ts';
import { LAST } from '../../schema/tables.ts';
import { comparePlaces, type ListColumns, NONE, type Place, placeAt, placeIn, valueAt } from './list-columns.ts';

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
  return isDescending(sort) ? compareText(b, a) : compareText(a, b);
}

/** The first `limit` of the rows left, in the order of `sort`, after the place of the page before. */
export function sortedRows(
  columns: ListColumns,
  left: Uint8Array,
  { after, limit, ...sorting }: Sorting & { after: SortedPlace | undefined; limit: number },
) {
  const { shownOf, rankOf, rankOfValue } = orderOf(columns, sorting);
  const [value = null, ...place] = after ?? [];
  const first = new FirstRows(limit, after && { rank: rankOfValue(value), row: rowOfPlace(columns, place) });
  for (let row = 0; row < left.length; row += 1) if (left[row] === 1) first.offer(rankOf(row), row);
  return first.rows().map((row) => ({
    key: columns.keys[row] ?? 0,
    place: [shownOf(row), ...placeAt(columns, row)] satisfies SortedPlace as SortedPlace,
  }));
}

interface RowOrder {
  /** What the row is sorted by, as it is sealed into a cursor. */
  shownOf(row: number): string | number | null;
  /** The same as numbers that ascend. */
  rankOf(row: number): number;
  rankOfValue(value: string | number | null): number;
}

function orderOf({ coded, numbers }: ListColumns, { sort, numbers: own }: Sorting): RowOrder {
  const field = fieldOf(sort);
  const sign = isDescending(sort) ? -1 : 1;
  if (field === 'catalog') return { shownOf: () => null, rankOf: () => 0, rankOfValue: () => 0 };
  const amounts = own ?? (field === 'usd' || field === 'eur' ? numbers[field] : undefined);
  if (amounts !== undefined) {
    const isNone = own === undefined ? (amount: number) => amount === NONE : Number.isNaN;
    const known = (row: number) => amounts[row] ?? 0;
    return {
      shownOf: (row) => (isNone(known(row)) ? null : known(row)),
      rankOf: (row) => (isNone(known(row)) ? UNKNOWN : sign * known(row)),
      rankOfValue: (value) => (value === null ? UNKNOWN : sign * Number(value)),
    };
  }
  const { codes, values } = coded[field] ?? { codes: new Uint8Array(), values: [] };
  const placeOf = (value: string) => placeIn(values.length, (code) => compareText(values[code]?.[0] ?? '', value));
  // Codes ascend as their values do. A rank made for each of 250,000 names took three quarters of a page's time.
  const unknown = placeOf(LAST);
  return {
    shownOf: (row) => {
      const value = valueAt(coded[field], row);
      return value === LAST ? null : value;
    },
    rankOf: (row) => {
      const code = codes[row] ?? unknown;
      return code === unknown ? UNKNOWN : sign * code;
    },
    rankOfValue: (value) => (value === null ? UNKNOWN : sign * placeOf(String(value))),
  };
}

const rowOfPlace = (columns: ListColumns, place: Place): number =>
  placeIn(columns.keys.length, (row) => comparePlaces(placeAt(columns, row), place));

/** A place among these rows: beside one that is there, or halfway between two where it is gone. */
export interface Threshold {
  rank: number;
  row: number;
}

/** A rank below 2^31 and a row in one number that orders both: two million rows of a game, and halves, stay exact in a double. */
const ROWS_MAX = 2 ** 21;

/** Gathers rows in twice the room that is wanted, and drops the later half whenever that is full. */
export class FirstRows {
  readonly #orders: Float64Array;
  readonly #count: number;
  readonly #after: number;
  /** What comes before it may be among the first. */
  #end = Number.POSITIVE_INFINITY;
  #size = 0;

  /** @param after only rows after this one */
  constructor(count: number, after: Threshold | undefined) {
    this.#orders = new Float64Array(2 * count + 1);
    this.#count = count;
    this.#after = after === undefined ? Number.NEGATIVE_INFINITY : after.rank * ROWS_MAX + after.row;
  }

  offer(rank: number, row: number): void {
    const order = rank * ROWS_MAX + row;
    if (order <= this.#after || order >= this.#end) return;
    this.#orders[this.#size++] = order;
    if (this.#size < this.#orders.length) return;
    this.#end = this.#first()[this.#count - 1] ?? this.#end;
    this.#size = this.#count;
  }

  /** In their order. */
  rows(): number[] {
    return Array.from(this.#first(), (order) => order - Math.floor(order / ROWS_MAX) * ROWS_MAX);
  }

  #first(): Float64Array {
    return this.#orders.subarray(0, this.#size).sort().subarray(0, this.#count);
  }
}
