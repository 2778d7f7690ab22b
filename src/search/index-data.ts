/** The search index of one list as plain data, built from its rows. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import { concatenate, type Lists } from './lists.ts';
import { buildNameTable, type NameTable } from './name-index.ts';
import { byLength } from './text-table.ts';

/** What the index knows of a row. */
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
}

/** Moves between threads almost for nothing: typed arrays and a few strings. Rows are numbered in order of id. */
export interface IndexData {
  readonly integerIds: boolean;
  /** All ids end to end; that of row `i` is `ids.slice(idStarts[i], idStarts[i + 1])`. */
  readonly ids: string;
  readonly idStarts: Uint32Array<ArrayBuffer>;
  readonly names: NameTable;
  readonly nameRows: Lists;
  /** The name of each row. */
  readonly rowNames: Uint32Array<ArrayBuffer>;
  /** Normalized numbers, ascending. */
  readonly numbers: readonly string[];
  readonly numberRows: Lists;
  /** Group ids, ascending. */
  readonly groups: readonly string[];
  readonly groupRows: Lists;
  /** Official count of each group, 0 where it has none. */
  readonly officialCounts: Uint32Array<ArrayBuffer>;
}

/** Builds the index of a list: pure, and the slow part (60 ms for 23,546 cards). */
export function buildIndexData({ rows, officialCounts, integerIds }: SearchSource): IndexData {
  const sorted = rows.toSorted((a, b) => compareIds(integerIds, a.id, b.id));
  const byName = new Map<string, number[]>();
  const byNumber = new Map<string, number[]>();
  const byGroup = new Map<string, number[]>();
  for (const [position, row] of sorted.entries()) {
    append(byName, row.name, position);
    const number = numberNormalized(row.number);
    if (number !== null) append(byNumber, number, position);
    for (const group of new Set(row.groups)) append(byGroup, group, position);
  }
  const folded = foldTogether(byName);
  const names = [...folded.keys()].sort(byLength);
  const nameRows = names.map((name) => folded.get(name) ?? []);
  const rowNames = new Uint32Array(sorted.length);
  for (const [name, positions] of nameRows.entries()) for (const position of positions) rowNames[position] = name;
  const numbers = [...byNumber.keys()].sort();
  const groups = [...byGroup.keys()].sort();
  return {
    integerIds,
    ids: sorted.map((row) => row.id).join(''),
    idStarts: endsOf(sorted.map((row) => row.id)),
    names: buildNameTable(names),
    nameRows: concatenate(nameRows),
    rowNames,
    numbers,
    numberRows: concatenate(numbers.map((number) => byNumber.get(number) ?? [])),
    groups,
    groupRows: concatenate(groups.map((group) => byGroup.get(group) ?? [])),
    officialCounts: Uint32Array.from(groups, (group) => officialCounts.get(group) ?? 0),
  };
}

/** The order of ids, in which equal scores stand. */
export function compareIds(integerIds: boolean, a: string, b: string): number {
  if (integerIds) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The buffers of `data`, to be moved to another thread instead of copied. */
export function buffersOf(data: IndexData): ArrayBuffer[] {
  const { names, words, trigramCounts, trigrams, trigramNames, wordNames } = data.names;
  const lists = [trigramNames, wordNames, data.nameRows, data.numberRows, data.groupRows];
  return [
    ...[names, words].flatMap((texts) => [texts.units, texts.starts, texts.letters, texts.doubled]),
    ...[trigramCounts, trigrams, data.idStarts, data.rowNames, data.officialCounts],
    ...lists.flatMap(({ starts, values }) => [starts, values]),
  ].map((array) => array.buffer);
}

function append(map: Map<string, number[]>, key: string, position: number): void {
  const positions = map.get(key);
  if (positions === undefined) map.set(key, [position]);
  else positions.push(position);
}

/** Rows by folded name, ascending; each printed name is folded once. A name of signs alone is not searchable. */
function foldTogether(byName: ReadonlyMap<string, readonly number[]>): Map<string, number[]> {
  const folded = new Map<string, number[]>();
  for (const [name, positions] of byName) {
    const key = foldName(name);
    folded.set(key, [...(folded.get(key) ?? []), ...positions]);
  }
  for (const positions of folded.values()) positions.sort((a, b) => a - b);
  return folded;
}

function endsOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) starts[i + 1] = (starts[i] ?? 0) + text.length;
  return starts;
}
