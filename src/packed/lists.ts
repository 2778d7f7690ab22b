/** Many short lists of positions in one typed array, which moves between threads without a copy. */

/** List `i` is `values[starts[i]..starts[i + 1])`. */
export interface Lists {
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly values: Uint32Array<ArrayBuffer>;
}

/** A view, not a copy. */
export function listAt({ starts, values }: Lists, i: number): Uint32Array<ArrayBuffer> {
  return values.subarray(starts[i], starts[i + 1]);
}

/** The first of `count` ascending positions that is not below what is sought. */
export function lowerBound(count: number, isBelow: (position: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function includes(list: ArrayLike<number>, value: number): boolean {
  return list[lowerBound(list.length, (i) => (list[i] ?? 0) < value)] === value;
}

/** The distinct values of ascending lists, ascending, from the first on that is not before what is sought. */
export function* merged(lists: readonly ArrayLike<number>[], isBefore: (value: number) => boolean): Generator<number> {
  const places = lists.map((list) => lowerBound(list.length, (i) => isBefore(list[i] ?? 0)));
  for (;;) {
    const next = Math.min(...lists.map((list, i) => list[places[i] ?? 0] ?? Number.POSITIVE_INFINITY));
    if (next === Number.POSITIVE_INFINITY) return;
    for (const [i, list] of lists.entries()) if (list[places[i] ?? 0] === next) places[i] = (places[i] ?? 0) + 1;
    yield next;
  }
}

/** In how many lists each of the values below `count` is. */
export function timesListed({ values }: Lists, count: number): Uint16Array<ArrayBuffer> {
  const times = new Uint16Array(count);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    times[value] = (times[value] ?? 0) + 1;
  }
  return times;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int32Array | Float32Array | Float64Array;

/** A longer array that begins with these numbers. */
export function lengthened<Array extends Numbers>(numbers: Array, length: number): Array {
  const longer = new (numbers.constructor as new (length: number) => Array)(length);
  longer.set(numbers);
  return longer;
}

/** How many bits of 32 are set. */
export function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555_5555);
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
