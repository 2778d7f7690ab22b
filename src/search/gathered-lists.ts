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

  /** In the order of their numbers. */
  keys(): Key[] {
    return [...this.#numbers.keys()];
  }

  /** In an order of their own, by default that of code units, and the place that each number has in it. */
  inOrder(compare?: (a: Key, b: Key) => number): { keys: Key[]; places: Uint32Array } {
    const keys = this.keys().sort(compare);
    const places = new Uint32Array(keys.length);
    for (const [place, key] of keys.entries()) places[this.numberOf(key)] = place;
    return { keys, places };
  }
}

/** `of`, asked once for each that is given. */
export function remembered<Given, Value>(of: (given: Given) => Value): (given: Given) => Value {
  const known = new Map<Given, Value>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const value = of(given);
    known.set(given, value);
    return value;
  };
}

/** Values of lists, pair by pair: eight bytes each, where an array a list takes several times that and grows by copies. */
export class GatheredLists {
  #lists = new Uint32Array(1024);
  #values = new Uint32Array(1024);
  #count = 0;

  add(list: number, value: number): void {
    if (this.#count === this.#lists.length) {
      this.#lists = doubled(this.#lists);
      this.#values = doubled(this.#values);
    }
    this.#lists[this.#count] = list;
    this.#values[this.#count++] = value;
  }

  /** Each list ascending, without what was added twice; `places` tells where each stands, by its number. */
  lists(places: Uint32Array): Lists {
    const numbers = this.#lists.subarray(0, this.#count);
    return distinct(byList(numbers, places, (at) => this.#values[at] ?? 0));
  }
}

/** The positions of each number, ascending. */
export function positionsOf(numbers: Uint32Array, places: Uint32Array): Lists {
  return byList(numbers, places, (at) => at);
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

function byList(numbers: Uint32Array, places: Uint32Array, valueAt: (at: number) => number): Lists {
  // Where each list ends is counted two places on, so that filling it leaves where the next begins one place on.
  const ends = new Uint32Array(places.length + 2);
  for (let i = 0; i < numbers.length; i++) step(ends, (places[numbers[i] ?? 0] ?? 0) + 2);
  for (let i = 2; i < ends.length; i++) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0);
  const values = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) values[step(ends, (places[numbers[i] ?? 0] ?? 0) + 1)] = valueAt(i);
  return { starts: ends.slice(0, -1), values };
}

/** Counts one more at a place, and gives what was counted before. */
function step(counts: Uint32Array, at: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + 1;
  return before;
}

function distinct({ starts, values }: Lists): Lists {
  const kept = new Uint32Array(starts.length);
  let count = 0;
  for (let i = 0; i + 1 < starts.length; i++) {
    const [from = 0, end = 0] = [starts[i], starts[i + 1]];
    if (!ascends(values, from, end)) values.subarray(from, end).sort();
    for (let at = from; at < end; at++) {
      const value = values[at] ?? 0;
      if (at === from || value !== values[count - 1]) values[count++] = value;
    }
    kept[i + 1] = count;
  }
  return { starts: kept, values: count === values.length ? values : values.slice(0, count) };
}

function ascends(values: Uint32Array, from: number, end: number): boolean {
  for (let at = from + 1; at < end; at++) if ((values[at - 1] ?? 0) > (values[at] ?? 0)) return false;
  return true;
}
