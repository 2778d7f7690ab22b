/** Columns of searched cards as the rows that benches draw from. */
import type { Facts } from '../src/search/facts/fact-table.ts';
import type { FactColumns, SearchRow } from '../src/search/search-columns.ts';
import { type Coded, CodedRows } from '../src/store/searched/coded-rows.ts';
import type { SearchableCards } from '../src/store/searched/search-cards.ts';

const valueAt = <Value>({ values, codes }: Coded<Value>, row: number) => values[codes[row] ?? 0];

export function rowsOf({ ids, names, numbers, expansions }: SearchableCards): SearchRow[] {
  const groups = expansions.values.map((expansion) => [expansion]);
  return ids.map((id, row) => ({
    id,
    name: valueAt(names, row) ?? '',
    number: valueAt(numbers, row) ?? null,
    groups: groups[expansions.codes[row] ?? 0] ?? [],
  }));
}

export const factsOf = ({ phrases, groups }: FactColumns): Facts => ({
  phrasesOf: (row) => phrases.flatMap((column) => valueAt(column, row) ?? []),
  groups,
});

export function columnOf<Row, Value>(rows: readonly Row[], of: (row: Row) => Value): Coded<Value> {
  const coded = new CodedRows<Value>((value) => value);
  for (const row of rows) coded.add(of(row));
  return coded.column();
}
