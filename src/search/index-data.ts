/** The search index of one list as plain data, built from its rows. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import { buildFactTable, type Facts, type FactTable } from './facts/fact-table.ts';
import { GatheredLists, NumberedKeys, positionsOf, remembered } from './gathered-lists.ts';
import type { Lists } from './lists.ts';
import { buildNameTable, type NameTable } from './names/name-table.ts';
import { byLength } from './names/text-table.ts';
import { buildNumberTable, type NumberTable } from './number-table.ts';
import { type PackedTexts, packTexts } from './packed-texts.ts';
import { isEastern } from './scripts/fold-eastern.ts';
import { buildFurtherData, type FurtherData } from './scripts/further-names.ts';

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
  /** What rows are called in further languages. */
  furtherNames?: readonly { id: string; name: string }[] | undefined;
  /** What is known of the rows beside name and number; absent where nothing is. */
  facts?: Facts;
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
  /** Absent where rows have no name beside that of the list; with it which names of the table are in an eastern script. */
  readonly further?: FurtherData;
  readonly eastern?: Uint8Array<ArrayBuffer>;
  readonly facts: FactTable;
}

export type SearchedList = 'cards' | 'expansions' | 'series' | 'products';

/** The data of a game's indexes. */
export type GameLists = Record<SearchedList, IndexData>;

/** Builds the index of a list: pure, and the slow part (0.2 s for 23,546 cards). */
export function buildIndexData(source: SearchSource): IndexData {
  const { officialCounts, integerIds, hasNumbers, facts } = source;
  const places = inOrderOfId(source);
  const rows = Array.from(places, (place) => source.rows[place]).filter((row) => row !== undefined);
  const { names, rowNames, nameRows } = foldedNames(rows);
  const numbers = new NumberedKeys<string>();
  const numberOf = remembered(numberNormalized);
  const numberRows = new GatheredLists();
  const groupsFound = new NumberedKeys<string>();
  const groupsOfRows = new GatheredLists();
  for (const [position, row] of rows.entries()) {
    const number = numberOf(row.number);
    if (number !== null) numberRows.add(numbers.numberOf(number), position);
    for (const group of row.groups) groupsOfRows.add(groupsFound.numberOf(group), position);
  }
  const { keys: groups, places: groupPlaces } = groupsFound.inOrder();
  const groupRows = groupsOfRows.lists(groupPlaces);
  const further = furtherOf(rows, source.furtherNames ?? []);
  const unknown = { phrases: [], codes: [] };
  return {
    integerIds,
    hasNumbers,
    ids: packTexts(rows.map((row) => row.id)),
    names: buildNameTable(names),
    nameRows,
    rowNames,
    numbers: buildNumberTable(numbers, numberRows),
    groups: packTexts(groups),
    groupRows,
    officialCounts: Uint32Array.from(groups, (group) => officialCounts.get(group) ?? 0),
    ...(further && { further, eastern: Uint8Array.from(names, (name) => Number(isEastern(name))) }),
    facts: buildFactTable({
      names,
      rows: facts === undefined ? 0 : rows.length,
      phrasesOf: (row) => facts?.phrasesOf(places[row] ?? 0) ?? [],
      groups: groups.map((group) => facts?.groups.get(group) ?? unknown),
      groupRows,
    }),
  };
}

/** Where the rows stand in the source, in the order of their ids. */
function inOrderOfId({ rows, integerIds }: SearchSource): Uint32Array {
  const ids = rows.map(({ id }) => id);
  return Uint32Array.from(ids.keys()).sort((a, b) => compareIds(integerIds, ids[a] ?? '', ids[b] ?? ''));
}

/** The order of ids, in which equal scores stand. */
export function compareIds(integerIds: boolean, a: string, b: string): number {
  if (integerIds) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The buffers of plain data, to be moved to another thread instead of copied. */
export function buffersOf(data: object): ArrayBuffer[] {
  return Object.values(data).flatMap((part: unknown) => {
    if (ArrayBuffer.isView(part)) return [part.buffer as ArrayBuffer];
    return typeof part === 'object' && part !== null ? buffersOf(part) : [];
  });
}

/** Names of records that are not here are left out. */
function furtherOf(rows: readonly SearchRow[], names: readonly { id: string; name: string }[]) {
  const places = new Map(names.length === 0 ? [] : rows.map(({ id }, row) => [id, row]));
  const found = names.flatMap(({ id, name }) => {
    const row = places.get(id);
    return row === undefined ? [] : [{ row, name }];
  });
  return buildFurtherData(
    rows.map(({ name }) => name),
    found,
  );
}

/** Distinct folded names in the order of their table, and the rows of each; each printed name is folded once. A name of signs alone is not searchable. */
function foldedNames(rows: readonly SearchRow[]) {
  const folded = new NumberedKeys<string>();
  const numberOf = remembered((name: string) => folded.numberOf(foldName(name)));
  const numbers = Uint32Array.from(rows, ({ name }) => numberOf(name));
  const { keys: names, places } = folded.inOrder(byLength);
  return { names, rowNames: numbers.map((number) => places[number] ?? 0), nameRows: positionsOf(numbers, places) };
}
