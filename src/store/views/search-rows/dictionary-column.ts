/** A column of many rows with few values: each value once, and which of them each row has. */
import { NumberedKeys } from '../../../packed/list-builder.ts';
import { lengthened } from '../../../packed/lists.ts';

/** Row `i` has `values[codes[i]]`. */
export interface DictionaryColumn<Value> {
  readonly values: readonly Value[];
  readonly codes: Uint32Array<ArrayBuffer>;
}

/**
 * Makes a column of rows that come one after another. As each row spells its texts anew,
 * those of a million take four times what their ids take.
 */
export class DictionaryBuilder<Value> {
  readonly #values = new NumberedKeys<Value>();
  #codes = new Uint32Array(1024);
  #count = 0;

  add(value: Value): void {
    this.addCode(this.codeOf(value));
  }

  /** Adds a row that has what `codeOf` gave a number to. */
  addCode(code: number): void {
    if (this.#count === this.#codes.length) this.#codes = lengthened(this.#codes, 2 * this.#count);
    this.#codes[this.#count++] = code;
  }

  codeOf(value: Value): number {
    return this.#values.numberOf(value);
  }

  column(): DictionaryColumn<Value> {
    return { values: this.#values.keys(), codes: this.#codes.slice(0, this.#count) };
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
