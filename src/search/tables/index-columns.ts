/** The rows of a list as an index takes them: a column for each of what is known of them, in the order of their ids. */

import { compareText, inOrderBy } from '../../packed/list-builder.ts';
import {
  DictionaryBuilder,
  type DictionaryColumn,
  reordered,
} from '../../store/views/search-rows/dictionary-column.ts';
import type { SearchableCards } from '../../store/views/search-rows/search-rows.ts';
import type { GroupSignals, Signals } from './signal-table.ts';

export interface SearchRow {
  id: string;
  name: string;
  /** Printed collector number; null on lists that are searched by name only. */
  number: string | null;
  /** What the list can be filtered by: the expansion of a card, the expansions of a product, the series of an expansion. */
  groups: readonly string[];
}

export interface SearchSource {
  rows: readonly SearchRow[];
  /** Official card count of those groups that have one: what stands behind the slash of a printed number. */
  officialCounts: ReadonlyMap<string, number>;
  /** Whether ids are integers and stand in numeric order; else they stand in code unit order. */
  integerIds: boolean;
  /** Whether rows of this list bear collector numbers, though these rows may not: a score is of text and row alone. */
  hasNumbers: boolean;
  furtherNames?: readonly { id: string; name: string }[] | undefined;
  /** What is known of the rows beside name and number; absent where nothing is. */
  facts?: Signals;
}

/** What is known of rows beside name and number. */
export interface SignalColumns {
  /** Phrases in any spelling: rarity, printings, illustrator. */
  phrases: readonly DictionaryColumn<readonly string[]>[];
  groups: ReadonlyMap<string, GroupSignals>;
}

export interface SearchColumns
  extends Pick<SearchSource, 'officialCounts' | 'integerIds' | 'hasNumbers' | 'furtherNames'> {
  ids: readonly string[];
  names: DictionaryColumn<string>;
  numbers: DictionaryColumn<string | null>;
  groups: DictionaryColumn<readonly string[]>;
  facts?: SignalColumns | undefined;
}

/** The order of ids, in which equal scores stand. */
export function compareIds(integerIds: boolean, a: string, b: string): number {
  if (integerIds) return Number(a) - Number(b);
  return compareText(a, b);
}

export function columnsOf({ rows, facts, ...source }: SearchSource): SearchColumns {
  const ids = rows.map(({ id }) => id);
  const order = inOrderBy(ids, (a, b) => compareIds(source.integerIds, a, b));
  const columnOf = <Value>(of: (row: number) => Value): DictionaryColumn<Value> => {
    const builder = new DictionaryBuilder<Value>();
    for (const row of order) builder.add(of(row));
    return builder.column();
  };
  const rowAt = (row: number) => rows[row] ?? NO_ROW;
  return {
    ...source,
    ids: Array.from(order, (row) => rowAt(row).id),
    names: columnOf((row) => rowAt(row).name),
    numbers: columnOf((row) => rowAt(row).number),
    groups: columnOf((row) => rowAt(row).groups),
    facts: facts && { phrases: [columnOf((row) => facts.phrasesOf(row))], groups: facts.groups },
  };
}

const NO_ROW = { id: '', name: '', number: null, groups: [] };

/** The cards in the order of their ids. */
export function inOrderOfId({ ids, ...columns }: SearchableCards): SearchableCards {
  const order = inOrderBy(ids, compareText);
  const inOrder = Object.entries<DictionaryColumn<unknown>>(columns).map(([name, of]) => [name, reordered(of, order)]);
  return { ids: Array.from(order, (row) => ids[row] ?? ''), ...Object.fromEntries(inOrder) };
}
