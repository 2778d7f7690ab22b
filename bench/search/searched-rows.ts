/** Columns of searched cards as the rows that benches draw from. */

import type { SearchRow, SignalColumns } from '../../src/search/tables/index-columns.ts';
import type { Signals } from '../../src/search/tables/signal-table.ts';
import { DictionaryBuilder, type DictionaryColumn } from '../../src/store/views/search-rows/dictionary-column.ts';
import type { SearchableCards } from '../../src/store/views/search-rows/search-rows.ts';

const valueAt = <Value>({ values, codes }: DictionaryColumn<Value>, row: number) => values[codes[row] ?? 0];

export function rowsOf({ ids, names, numbers, expansions }: SearchableCards): SearchRow[] {
  const groups = expansions.values.map((expansion) => [expansion]);
  return ids.map((id, row) => ({
    id,
    name: valueAt(names, row) ?? '',
    number: valueAt(numbers, row) ?? null,
    groups: groups[expansions.codes[row] ?? 0] ?? [],
  }));
}

export const factsOf = ({ phrases, groups }: SignalColumns): Signals => ({
  phrasesOf: (row) => phrases.flatMap((column) => valueAt(column, row) ?? []),
  groups,
});

export function columnOf<Row, Value>(rows: readonly Row[], of: (row: Row) => Value): DictionaryColumn<Value> {
  const coded = new DictionaryBuilder<Value>();
  for (const row of rows) coded.add(of(row));
  return coded.column();
}
