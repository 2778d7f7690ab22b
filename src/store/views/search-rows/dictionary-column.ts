/** A column of many rows with few values: each value once, and which of them each row has. */
import { lengthened } from '../../../packed/lists.ts';

/** Row `i` has `values[codes[i]]`. */
export interface DictionaryColumn<Value> {
  readonly values: readonly Value[];
  readonly codes: Uint32Array<ArrayBuffer>;
}

/**
 * Makes a column of rows that come one after another, by what their values are told apart by. As each row spells its texts anew,
 * those of a million take four times what their ids take.
 */
export class DictionaryBuilder<Key, Value = Key> {
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
    if (this.#count === this.#codes.length) this.#codes = lengthened(this.#codes, 2 * this.#count);
    this.#codes[this.#count++] = code;
  }

  codeOf(key: Key): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const code = this.#values.push(this.#make(key)) - 1;
    this.#known.set(key, code);
    return code;
  }

  column(): DictionaryColumn<Value> {
    return { values: this.#values, codes: this.#codes.slice(0, this.#count) };
  }
}

/** The same rows with other values, each made once. */
export function mappedColumn<Value, Other>({ values, codes }: DictionaryColumn<Value>, of: (value: Value) => Other) {
  return { values: values.map(of), codes };
}

/** The rows in another order: row `i` is the one that was `order[i]`. */
export function reordered<Value>({ values, codes }: DictionaryColumn<Value>, order: Uint32Array) {
  const inOrder = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) inOrder[i] = codes[order[i] ?? 0] ?? 0;
  return { values, codes: inOrder };
}
