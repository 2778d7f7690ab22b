/** Counts the rows of each value of a field. */
import { compareValues, type ListColumns } from './list-columns.ts';

/** A value as the catalog spells it most often, and how many rows have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** The most frequent first, equal ones by their spelling; spellings that are compared as one value are one. */
export function valueCounts(lists: readonly ListColumns[], field: string): ValueCount[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const { coded } of lists) {
    const column = coded[field];
    if (column === undefined) continue;
    const rows = new Uint32Array(column.values.length);
    for (const code of column.codes) rows[code] = (rows[code] ?? 0) + 1;
    for (const [code, values] of column.values.entries()) {
      for (const [at, value] of values.entries()) {
        const folded = column.folded[code]?.[at] ?? value;
        const counts = spellings.get(folded) ?? new Map<string, number>();
        spellings.set(folded, counts.set(value, (counts.get(value) ?? 0) + (rows[code] ?? 0)));
      }
    }
  }
  return [...spellings.values()].map(asOne).sort(byCount);
}

const byCount = (a: ValueCount, b: ValueCount): number => b.count - a.count || compareValues(a.value, b.value);

function asOne(counts: ReadonlyMap<string, number>): ValueCount {
  const [first] = [...counts].map(([value, count]) => ({ value, count })).sort(byCount);
  return { value: first?.value ?? '', count: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
