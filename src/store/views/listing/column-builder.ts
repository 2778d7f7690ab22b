/** Makes columns of rows that come one after another, and of what stands at each path in their records. */
import { foldValue } from '../../../catalog/listing/card-fields.ts';
import { isText } from '../../../catalog/listing/card-values.ts';
import { NumberedKeys } from '../../../packed/list-builder.ts';
import { lengthened } from '../../../packed/lists.ts';
import { type PackedTexts, TextList } from '../../../packed/packed-texts.ts';
import type { ColumnsToPack } from './column-bytes.ts';
import { codesFor, type DictionaryColumn, type ListColumns, NONE, type NumberName } from './list-columns.ts';

/** Sets of values as they come, numbered as they come; sorted in the end. */
export class ValueSets {
  readonly #numbers = new NumberedKeys<string>();
  readonly #sets: (readonly string[])[] = [];
  #rows: DictionaryColumn['codes'];

  constructor(rows: number) {
    this.#rows = codesFor(0, rows);
  }

  put(row: number, values: readonly string[]): void {
    const number = this.#numbers.numberOf(values.join('\0'));
    if (number === this.#sets.length) {
      this.#sets.push(values);
      this.#widen(this.#rows.length);
    }
    if (row >= this.#rows.length) this.#widen(row * 2 + 1);
    this.#rows[row] = number;
  }

  /** As wide as the codes of all these values are: they are put in their order in place. */
  #widen(rows: number): void {
    const before = this.#rows;
    const room = codesFor(this.#sets.length, 0);
    if (rows === before.length && room.BYTES_PER_ELEMENT === before.BYTES_PER_ELEMENT) return;
    this.#rows = codesFor(this.#sets.length, rows);
    this.#rows.set(before);
  }

  column(rows: number, fold: ((value: string) => string) | undefined): DictionaryColumn {
    const { places } = this.#numbers.inOrder();
    const values: (readonly string[])[] = [];
    for (const [number, set] of this.#sets.entries()) values[places[number] ?? 0] = set;
    const codes = this.#rows.subarray(0, rows);
    for (let row = 0; row < rows; row += 1) codes[row] = places[codes[row] ?? 0] ?? 0;
    return { values, folded: fold === undefined ? values : values.map((set) => set.map(fold)), codes };
  }
}

/** A row to be added, its values by the field. */
export interface BuiltRow {
  key: number;
  id?: string;
  coded: Readonly<Record<string, readonly string[]>>;
  numbers: Readonly<Record<NumberName, number | null>>;
}

/** Fields whose values are ids, dates and forms that are compared as they are. */
const PLAIN = new Set(['name', 'released', 'expansion', 'number']);

export type BuiltColumns = Omit<ListColumns, 'ids'> & { ids: PackedTexts };

/** To be used once: columns are taken out of it, not copied. */
export class ColumnBuilder {
  #rows = 0;
  readonly #ids = new TextList();
  readonly #coded = new Map<string, ValueSets>();
  readonly #numbers: Record<'keys' | NumberName, Int32Array<ArrayBuffer>>;

  /** @param rows how many are expected: columns that grow leave twice their size behind */
  constructor(rows: number) {
    const numbers = () => new Int32Array(rows);
    this.#numbers = { keys: numbers(), usd: numbers(), eur: numbers(), changed: numbers() };
  }

  add({ key, id, coded, numbers }: BuiltRow): void {
    const row = this.#rows;
    this.#rows += 1;
    if (id !== undefined) this.#ids.push(id);
    for (const field in coded) {
      const sets = this.#coded.get(field) ?? new ValueSets(this.#numbers.keys.length);
      this.#coded.set(field, sets);
      sets.put(row, coded[field] ?? []);
    }
    this.#put(row, 'keys', key);
    for (const name of ['usd', 'eur', 'changed'] as const) this.#put(row, name, numbers[name] ?? NONE);
  }

  #put(row: number, name: 'keys' | NumberName, number: number): void {
    const column = this.#numbers[name];
    if (row >= column.length) this.#numbers[name] = lengthened(column, row * 2 + 1);
    this.#numbers[name][row] = number;
  }

  #byId(): Int32Array {
    const ids = this.#ids;
    const rows = new Int32Array(ids.length).map((_, row) => row);
    return rows.sort((a, b) => ids.compare(a, b));
  }

  columns(): BuiltColumns {
    const rows = this.#rows;
    const foldOf = (field: string) => (PLAIN.has(field) ? undefined : foldValue);
    const { keys, usd, eur, changed } = this.#numbers;
    const own = (column: Int32Array<ArrayBuffer>) => column.subarray(0, rows);
    return {
      keys: own(keys),
      ids: this.#ids.packed(),
      byId: this.#byId(),
      coded: Object.fromEntries([...this.#coded].map(([field, sets]) => [field, sets.column(rows, foldOf(field))])),
      numbers: { usd: own(usd), eur: own(eur), changed: own(changed) },
    };
  }
}

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
