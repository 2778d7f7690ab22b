/** Keeps the first few of many rows, of which none is sorted that does not come among them. */

/** A place among these rows: beside one that is there, or halfway between two where it is gone. */
export interface Threshold {
  rank: number;
  row: number;
}

/** A rank below 2^31 and a row in one number that orders both: two million rows of a game, and halves, stay exact in a double. */
const ROWS_MAX = 2 ** 21;
const orderOf = ({ rank, row }: Threshold): number => rank * ROWS_MAX + row;

/** A heap whose head is the last of the rows kept. */
export class FirstRows {
  readonly #heap: Float64Array;
  readonly #after: number;
  #size = 0;

  /** @param after only rows after this one */
  constructor(count: number, after: Threshold | undefined) {
    this.#heap = new Float64Array(count);
    this.#after = after === undefined ? Number.NEGATIVE_INFINITY : orderOf(after);
  }

  offer(rank: number, row: number): void {
    const order = rank * ROWS_MAX + row;
    if (order <= this.#after) return;
    const heap = this.#heap;
    if (this.#size < heap.length) {
      this.#rise(this.#size, order);
      this.#size += 1;
    } else if (order < (heap[0] ?? 0)) this.#sink(order);
  }

  /** In their order. */
  rows(): number[] {
    const kept = this.#heap.slice(0, this.#size).sort();
    return Array.from(kept, (order) => order - Math.floor(order / ROWS_MAX) * ROWS_MAX);
  }

  #rise(from: number, order: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] ?? 0) >= order) break;
      heap[at] = heap[parent] ?? 0;
      at = parent;
    }
    heap[at] = order;
  }

  /** Puts `order` in the place of the head. */
  #sink(order: number): void {
    const heap = this.#heap;
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      const greater = child + 1 < this.#size && (heap[child + 1] ?? 0) > (heap[child] ?? 0) ? child + 1 : child;
      if ((heap[greater] ?? 0) <= order) break;
      heap[at] = heap[greater] ?? 0;
      at = greater;
    }
    heap[at] = order;
  }
}
