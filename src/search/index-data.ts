/** The search index of one list as plain data, built from its rows. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import { concatenate, type Lists } from './lists.ts';
import { buildNameTable, type NameTable } from './names/name-table.ts';
import { byLength } from './names/text-table.ts';
import { buildNumberTable, type NumberTable } from './number-table.ts';
import { type PackedTexts, packTexts } from './packed-texts.ts';

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
  /** Whether rows of this list bear collector numbers, though these rows may not: a score is of text and row alone. */
  hasNumbers: boolean;
}

/** Moves between threads almost for nothing: typed arrays and a few strings. Rows are numbered in order of id. */
export interface IndexData {
  readonly integerIds: boolean;
  readonly hasNumbers: boolean;
  readonly ids: PackedTexts;
  readonly names: NameTable;
  readonly nameRows: Lists;
  /** The name of each row. */
  readonly rowNames: Uint32Array<ArrayBuffer>;
  readonly numbers: NumberTable;
  /** Group ids, ascending. */
  readonly groups: PackedTexts;
  readonly groupRows: Lists;
  /** Official count of each group, 0 where it has none. */
  readonly officialCounts: Uint32Array<ArrayBuffer>;
}

/** Builds the index of a list: pure, and the slow part (60 ms for 23,546 cards). */
export function buildIndexData({ rows, officialCounts, integerIds, hasNumbers }: SearchSource): IndexData {
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
  const groups = [...byGroup.keys()].sort();
  return {
    integerIds,
    hasNumbers,
    ids: packTexts(sorted.map((row) => row.id)),
    names: buildNameTable(names),
    nameRows: concatenate(nameRows),
    rowNames,
    numbers: buildNumberTable(byNumber),
    groups: packTexts(groups),
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
  const { numbers, rows, values, valued } = data.numbers;
  const lists = [trigramNames, wordNames, data.nameRows, rows, data.groupRows];
  return [
    ...[names, words].flatMap((texts) => [texts.units, texts.starts, texts.lengths, texts.letters, texts.doubled]),
    ...[trigramCounts, trigrams, values, valued, data.rowNames, data.officialCounts],
    ...[data.ids, numbers, data.groups].map(({ starts }) => starts),
    ...lists.flatMap(({ starts, values: listed }) => [starts, listed]),
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
