/** Keeps the first few of many rows, of which none is sorted that does not come among them. */

/** A place among these rows: beside one that is there, or halfway between two where it is gone. */
export interface Threshold {
  rank: number;
  row: number;
}

/** A rank below 2^31 and a row in one number that orders both: two million rows of a game, and halves, stay exact in a double. */
const ROWS_MAX = 2 ** 21;
const orderOf = ({ rank, row }: Threshold): number => rank * ROWS_MAX + row;

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
    this.#after = after === undefined ? Number.NEGATIVE_INFINITY : orderOf(after);
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
