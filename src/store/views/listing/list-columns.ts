/** A game's list as columns: which of so few values each row has, its price, and its place in the catalog's order. */
import { compareText } from '../../../packed/list-builder.ts';
import { lowerBound } from '../../../packed/lists.ts';

/** The column of a field: row `i` has the values `values[codes[i]]`. Codes are in the order of the values. */
export interface DictionaryColumn {
  /** Each distinct set of values, as they are shown, in their order. */
  values: readonly (readonly string[])[];
  folded: readonly (readonly string[])[];
  codes: Uint8Array | Uint16Array | Uint32Array;
}

/** What a row has that has no number. */
export const NONE = -1;

export type NumberName = 'usd' | 'eur' | 'changed';

/** All rows of a game's list, in the order of the list. */
export interface ListColumns {
  /** The cards' keys, or the products' ids. */
  keys: Int32Array;
  /** The cards' ids, and the rows in the order of these; empty for products, whose keys ascend. */
  ids: readonly string[];
  byId: Int32Array;
  /** By the field; beside those to filter by `name` (folded), `released`, `expansion` and, of cards, `number`. */
  coded: Readonly<Record<string, DictionaryColumn>>;
  /** Cents or seconds; NONE where a row has none. */
  numbers: Readonly<Record<NumberName, Int32Array>>;
}

/** A row's place in the order of its list: of a card release date, expansion, number and id, of a product its id. */
export type Place = (string | number)[];

export const valueAt = (column: DictionaryColumn | undefined, row: number): string =>
  column?.values[column.codes[row] ?? 0]?.[0] ?? '';

export function placeAt({ keys, ids, coded }: ListColumns, row: number): Place {
  const id = ids[row];
  if (id === undefined) return [keys[row] ?? 0];
  return [valueAt(coded.released, row), valueAt(coded.expansion, row), valueAt(coded.number, row), id];
}

/** Orders two places, element by element. */
export function comparePlaces(a: Place, b: Place): number {
  for (const [at, value] of a.entries()) {
    const order = compareText(value, b[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** The row of an id; undefined where none has it. */
export function rowOfId({ keys, ids, byId }: ListColumns, id: string): number | undefined {
  const isProducts = ids.length === 0;
  const rowAt = (at: number) => (isProducts ? at : (byId[at] ?? 0));
  const idOfRow = (row: number) => (isProducts ? (keys[row] ?? 0) : (ids[row] ?? ''));
  const wanted = isProducts ? Number(id) : id;
  const at = placeIn(keys.length, (place) => compareText(idOfRow(rowAt(place)), wanted));
  return Number.isInteger(at) ? rowAt(at) : undefined;
}

/** Where `order` is 0 among so many that ascend; half below the first that is greater where none is. */
export function placeIn(count: number, order: (at: number) => number): number {
  const first = lowerBound(count, (at) => order(at) < 0);
  return first < count && order(first) === 0 ? first : first - 0.5;
}

export function codesFor(values: number, rows: number): DictionaryColumn['codes'] {
  if (values <= 2 ** 8) return new Uint8Array(rows);
  return values <= 2 ** 16 ? new Uint16Array(rows) : new Uint32Array(rows);
}

/** A value as the catalog spells it most often, and how many rows have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** The most frequent first, equal ones by their spelling; spellings that are compared as one value are one. */
export function valueCounts(lists: readonly ListColumns[], field: string): ValueCount[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const { coded } of lists) {
    const column = coded[field];
    if (column === undefined) continue;
    const rows = new Uint32Array(column.values.length);
    for (const code of column.codes) rows[code] = (rows[code] ?? 0) + 1;
    for (const [code, values] of column.values.entries()) {
      for (const [at, value] of values.entries()) {
        const folded = column.folded[code]?.[at] ?? value;
        const counts = spellings.get(folded) ?? new Map<string, number>();
        spellings.set(folded, counts.set(value, (counts.get(value) ?? 0) + (rows[code] ?? 0)));
      }
    }
  }
  return [...spellings.values()].map(asOne).sort(byCount);
}

const byCount = (a: ValueCount, b: ValueCount): number => b.count - a.count || compareText(a.value, b.value);

function asOne(counts: ReadonlyMap<string, number>): ValueCount {
  const [first] = [...counts].map(([value, count]) => ({ value, count })).sort(byCount);
  return { value: first?.value ?? '', count: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
