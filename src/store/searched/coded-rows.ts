/** A column of many rows with few values: each value once, and which of them each row has. */

/** Row `i` has `values[codes[i]]`. */
export interface Coded<Value> {
  readonly values: readonly Value[];
  readonly codes: Uint32Array<ArrayBuffer>;
}

/**
 * Makes a column of rows that come one after another, by what their values are told apart by. As each row spells its texts anew,
 * those of a million take four times what their ids take.
 */
export class CodedRows<Key, Value = Key> {
  readonly #known = new Map<Key, number>();
  readonly #values: Value[] = [];
  readonly #make: (key: Key) => Value;
  #codes = new Uint32Array(1024);
  #count = 0;
  #lastKey: Key | undefined;

  constructor(make: (key: Key) => Value) {
    this.#make = make;
  }

  add(key: Key): void {
    // Neighbours are often alike, of an expansion or a rarity: to compare costs less than to hash.
    const isLast = this.#count > 0 && key === this.#lastKey;
    this.addCode(isLast ? (this.#codes[this.#count - 1] ?? 0) : this.codeOf(key));
    this.#lastKey = key;
  }

  /** Adds a row that has what `codeOf` gave a number to. */
  addCode(code: number): void {
    if (this.#count === this.#codes.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[this.#count++] = code;
  }

  codeOf(key: Key): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const code = this.#values.push(this.#make(key)) - 1;
    this.#known.set(key, code);
    return code;
  }

  column(): Coded<Value> {
    return { values: this.#values, codes: this.#codes.slice(0, this.#count) };
  }
}

/** The same rows with other values, each made once. */
export function recoded<Value, Other>({ values, codes }: Coded<Value>, of: (value: Value) => Other): Coded<Other> {
  return { values: values.map(of), codes };
}

/** The rows in another order: row `i` is the one that was `order[i]`. */
export function reordered<Value>({ values, codes }: Coded<Value>, order: Uint32Array): Coded<Value> {
  const inOrder = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) inOrder[i] = codes[order[i] ?? 0] ?? 0;
  return { values, codes: inOrder };
}
