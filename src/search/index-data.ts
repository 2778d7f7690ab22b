/** The search index of one list as plain data, built from its rows. */
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import { buildFactTable, type Facts, type FactTable } from './facts/fact-table.ts';
import { concatenate, type Lists } from './lists.ts';
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

/** Builds the index of a list: pure, and the slow part (60 ms for 23,546 cards). */
export function buildIndexData(source: SearchSource): IndexData {
  const { rows, officialCounts, integerIds, hasNumbers, facts } = source;
  const places = Uint32Array.from(rows.keys()).sort((a, b) =>
    compareIds(integerIds, rows[a]?.id ?? '', rows[b]?.id ?? ''),
  );
  const sorted = Array.from(places, (place) => rows[place]).filter((row) => row !== undefined);
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
  const further = furtherOf(sorted, source.furtherNames ?? []);
  const groupRows = groups.map((group) => byGroup.get(group) ?? []);
  const phrases = function* () {
    if (facts !== undefined) for (const place of places) yield facts.phrasesOf(place);
  };
  const unknown = { phrases: [], codes: [] };
  return {
    integerIds,
    hasNumbers,
    ids: packTexts(sorted.map((row) => row.id)),
    names: buildNameTable(names),
    nameRows: concatenate(nameRows),
    rowNames,
    numbers: buildNumberTable(byNumber),
    groups: packTexts(groups),
    groupRows: concatenate(groupRows),
    officialCounts: Uint32Array.from(groups, (group) => officialCounts.get(group) ?? 0),
    ...(further && { further, eastern: Uint8Array.from(names, (name) => Number(isEastern(name))) }),
    facts: buildFactTable({
      names,
      phrases: phrases(),
      groups: groups.map((group) => facts?.groups.get(group) ?? unknown),
      groupRows,
    }),
  };
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
function furtherOf(sorted: readonly SearchRow[], names: readonly { id: string; name: string }[]) {
  const rows = new Map(names.length === 0 ? [] : sorted.map(({ id }, row) => [id, row]));
  const found = names.flatMap(({ id, name }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, name }];
  });
  return buildFurtherData(
    sorted.map(({ name }) => name),
    found,
  );
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
