/** What stands at each path in the cards' records, gathered card by card, and given as one column a path. */
import { foldValue } from '../../../catalog/listing/card-fields.ts';
import type { FieldList } from '../../schema/listing-tables.ts';
import { ValueSets } from './column-builder.ts';
import type { ColumnsToPack } from './column-bytes.ts';
import type { DictionaryColumn } from './list-columns.ts';

const none = () => new Int32Array(0);

/** Of a column that stands alone the rows have neither keys nor ids: those of its list are the same. */
const ALONE = { keys: none(), ids: [], byId: none(), numbers: { usd: none(), eur: none(), changed: none() } };

/** What the one column is called in its columns. */
export const FIELD = 'field';

export class FieldSets {
  readonly #sets = new Map<FieldList, ValueSets>();
  #rows = 0;

  /** @param count how many rows there will be */
  add(row: number, values: Readonly<Record<string, readonly string[]>>, count: number): void {
    this.#rows = row + 1;
    for (const [path, of] of Object.entries(values)) {
      const name: FieldList = `field ${path}`;
      const known = this.#sets.get(name);
      const sets = known ?? new ValueSets(count);
      // Rows that are not put have the first set.
      if (known === undefined) {
        sets.put(0, []);
        this.#sets.set(name, sets);
      }
      sets.put(row, of);
    }
  }

  names(): FieldList[] {
    return [...this.#sets.keys()];
  }

  /** The column of a path; it is held no longer. */
  column(name: FieldList): DictionaryColumn | undefined {
    const column = this.#sets.get(name)?.column(this.#rows, foldValue);
    this.#sets.delete(name);
    return column;
  }

  /** The same as it is packed. */
  take(name: FieldList): ColumnsToPack {
    const column = this.column(name);
    return { ...ALONE, coded: column === undefined ? {} : { [FIELD]: column } };
  }
}
