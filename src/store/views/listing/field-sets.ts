/** What stands at each path in the cards' records, gathered card by card, and given as one column a path. */
import { foldValue } from '../../../catalog/listing/card-fields.ts';
import { isText } from '../../../catalog/listing/card-values.ts';
import { ValueSets } from './column-builder.ts';
import type { ColumnsToPack } from './column-bytes.ts';
import type { DictionaryColumn } from './list-columns.ts';

const none = () => new Int32Array(0);

/** Of a column that stands alone the rows have neither keys nor ids: those of its list are the same. */
const ALONE = { keys: none(), ids: [], byId: none(), numbers: { usd: none(), eur: none(), changed: none() } };

export const FIELD = 'field';

export class FieldSets {
  readonly #sets = new Map<string, ValueSets>();
  #rows = 0;

  /** @param count how many rows there will be */
  add(row: number, values: Iterable<[string, readonly string[]]>, count: number): void {
    this.#rows = row + 1;
    for (const [path, of] of values) {
      const known = this.#sets.get(path);
      const sets = known ?? new ValueSets(count);
      // Rows that are not put have the first set.
      if (known === undefined) {
        sets.put(0, []);
        this.#sets.set(path, sets);
      }
      sets.put(row, of);
    }
  }

  paths(): string[] {
    return [...this.#sets.keys()];
  }

  /** The column of a path; it is held no longer. */
  column(path: string, fold: typeof foldValue | undefined = foldValue): DictionaryColumn | undefined {
    const column = this.#sets.get(path)?.column(this.#rows, fold);
    this.#sets.delete(path);
    return column;
  }

  /** That of a path in our records, whose texts come folded, as it is packed. */
  take(path: string): ColumnsToPack {
    const column = this.column(path, isText(path) ? undefined : foldValue);
    return { ...ALONE, coded: column === undefined ? {} : { [FIELD]: column } };
  }
}
