/** Lists of an index while it is built: distinct keys by number, and pairs of a list and a value, put in order by counting. */
import type { Lists } from './lists.ts';

/** Keys, each with the number of its turn: what an array for each of them would hold is kept by numbers. */
export class NumberedKeys<Key> {
  readonly #numbers = new Map<Key, number>();

  numberOf(key: Key): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  keys(): Key[] {
    return [...this.#numbers.keys()];
  }

  /**
   * In an order of their own, by default that of code units, and the place that each number has in it.
   * @param orderOf the positions of the keys in that order
   */
  inOrder(orderOf = (keys: readonly Key[]): Uint32Array => inOrderBy(keys, compareText)): {
    keys: Key[];
    places: Uint32Array;
  } {
    const keys = this.keys();
    const order = orderOf(keys);
    const places = new Uint32Array(keys.length);
    for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
    return { keys: Array.from(order, (number) => keys[number] as Key), places };
  }
}

/** By code units; of numbers by their size. */
export const compareText = <Key>(a: Key, b: Key): number => (a < b ? -1 : Number(a > b));

export const inOrderBy = <Key>(keys: readonly Key[], compare: (a: Key, b: Key) => number): Uint32Array<ArrayBuffer> =>
  Uint32Array.from(keys.keys()).sort((a, b) => compare(keys[a] as Key, keys[b] as Key));

type AddToList = (list: number, value: number) => void;

/** No value: positions stay far below. */
const NONE = 0xffff_ffff;

/**
 * So many lists of what `visit` tells, each ascending and every value once. It is called twice, to count and to fill: pairs
 * that wait for their place took 8 bytes each, 80 MB at a million cards. Values that come ascending are not sorted.
 */
export function listsOf(count: number, visit: (add: AddToList) => void): Lists {
  // Where each list ends is counted two places on, so that filling it leaves where the next begins one place on.
  const ends = new Uint32Array(count + 2);
  const last = new Uint32Array(count).fill(NONE);
  const unsorted = new Set<number>();
  visit((list, value) => {
    const before = last[list] ?? NONE;
    if (before === value) return;
    if (before !== NONE && before > value) unsorted.add(list);
    last[list] = value;
    ends[list + 2] = (ends[list + 2] ?? 0) + 1;
  });
  for (let i = 2; i < ends.length; i++) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0);
  const values = new Uint32Array(ends[count + 1] ?? 0);
  last.fill(NONE);
  visit((list, value) => {
    if (last[list] === value) return;
    last[list] = value;
    const at = ends[list + 1] ?? 0;
    values[at] = value;
    ends[list + 1] = at + 1;
  });
  const lists = { starts: ends.slice(0, -1), values };
  return unsorted.size === 0 ? lists : sorted(lists, unsorted);
}

function sorted({ starts, values }: Lists, unsorted: ReadonlySet<number>): Lists {
  const kept = new Uint32Array(starts.length);
  let count = 0;
  for (let i = 0; i + 1 < starts.length; i++) {
    const [from = 0, end = 0] = [starts[i], starts[i + 1]];
    const list = values.subarray(from, end);
    if (!unsorted.has(i)) {
      values.copyWithin(count, from, end);
      count += list.length;
    } else {
      let last = NONE;
      for (const value of list.sort()) {
        if (value !== last) values[count++] = value;
        last = value;
      }
    }
    kept[i + 1] = count;
  }
  return { starts: kept, values: count === values.length ? values : values.slice(0, count) };
}

/** Rows with values: row `i`, or `rows[i]` where those are named, has `values[codes[i]]`, without codes `values[i]`. */
interface ValuedRows<Value> {
  readonly values: readonly Value[];
  readonly codes?: Uint32Array;
  readonly rows?: readonly number[];
}

/**
 * The distinct keys of what some columns have, and the rows that have each.
 * @param orderOf the order of the keys, by default that of code units
 */
export function rowsByKey<Value, Key>(
  columns: readonly ValuedRows<Value>[],
  keysOf: (value: Value) => Iterable<Key>,
  orderOf?: (keys: readonly Key[]) => Uint32Array,
): { keys: Key[]; rows: Lists } {
  const known = new NumberedKeys<Key>();
  const numbered = columns.map(({ values, codes = Uint32Array.from(values.keys()), rows }) => {
    const numbers: number[] = [];
    const ends = Uint32Array.from(values, (value) => {
      for (const key of keysOf(value)) numbers.push(known.numberOf(key));
      return numbers.length;
    });
    return { codes, rows, numbers, ends };
  });
  const { keys, places } = known.inOrder(orderOf);
  const rows = listsOf(keys.length, (add) => {
    for (const { codes, rows, numbers, ends } of numbered) {
      for (let i = 0; i < codes.length; i++) {
        const code = codes[i] ?? 0;
        const row = rows === undefined ? i : (rows[i] ?? 0);
        for (let at = ends[code - 1] ?? 0; at < (ends[code] ?? 0); at++) add(places[numbers[at] ?? 0] ?? 0, row);
      }
    }
  });
  return { keys, rows };
}
