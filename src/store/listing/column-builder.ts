/** Makes columns of rows that come one after another. */
import { foldValue } from '../../catalog/listing/card-fields.ts';
import { type CodedColumn, codesFor, compareValues, type ListColumns, NONE, type NumberName } from './list-columns.ts';
import { NumberList } from './number-list.ts';

/** Sets of values as they come; sorted in the end. */
class ValueSets {
  readonly #codes = new Map<string, number>();
  readonly #sets: (readonly string[])[] = [];
  readonly #rows = new NumberList();

  add(values: readonly string[]): void {
    const text = values.join('\0');
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#sets.length;
      this.#codes.set(text, code);
      this.#sets.push(values);
    }
    this.#rows.push(code);
  }

  column(fold: (value: string) => string): CodedColumn {
    const texts = [...this.#codes.keys()];
    const order = texts.map((_, code) => code).sort((a, b) => compareValues(texts[a] ?? '', texts[b] ?? ''));
    const codeNow = new Uint32Array(order.length);
    for (const [now, before] of order.entries()) codeNow[before] = now;
    const values = order.map((code) => this.#sets[code] ?? []);
    const codes = codesFor(values.length, this.#rows.length);
    for (let row = 0; row < codes.length; row += 1) codes[row] = codeNow[this.#rows.at(row)] ?? 0;
    return { values, folded: values.map((set) => set.map(fold)), codes };
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

export class ColumnBuilder {
  readonly #keys = new NumberList();
  readonly #ids: string[] = [];
  readonly #coded = new Map<string, ValueSets>();
  readonly #numbers: Record<NumberName, NumberList> = {
    usd: new NumberList(),
    eur: new NumberList(),
    changed: new NumberList(),
  };

  add({ key, id, coded, numbers }: BuiltRow): void {
    this.#keys.push(key);
    if (id !== undefined) this.#ids.push(id);
    for (const field in coded) {
      const sets = this.#coded.get(field) ?? new ValueSets();
      this.#coded.set(field, sets);
      sets.add(coded[field] ?? []);
    }
    for (const name of ['usd', 'eur', 'changed'] as const) this.#numbers[name].push(numbers[name] ?? NONE);
  }

  #byId(): Int32Array {
    const ids = this.#ids;
    return Int32Array.from(ids.keys()).sort((a, b) => compareValues(ids[a] ?? '', ids[b] ?? ''));
  }

  columns(): ListColumns {
    const foldOf = (field: string) => (PLAIN.has(field) ? (value: string) => value : foldValue);
    return {
      keys: this.#keys.signed(),
      ids: this.#ids,
      byId: this.#byId(),
      coded: Object.fromEntries([...this.#coded].map(([field, sets]) => [field, sets.column(foldOf(field))])),
      numbers: {
        usd: this.#numbers.usd.signed(),
        eur: this.#numbers.eur.signed(),
        changed: this.#numbers.changed.signed(),
      },
    };
  }
}
