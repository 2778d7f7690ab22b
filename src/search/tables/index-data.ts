/** The search index of one list as plain data, built from its rows. */
import { foldName } from '../../catalog/fold.ts';
import { rowsByKey } from '../../packed/list-builder.ts';
import { type Lists, listAt } from '../../packed/lists.ts';
import { type PackedTexts, packTexts } from '../../packed/packed-texts.ts';
import { buildNameTable, type NameTable } from '../names/name-table.ts';
import { inOrderOfLength } from '../names/text-table.ts';
import { isEastern } from '../scripts/fold-eastern.ts';
import { buildFurtherData, type FurtherData } from '../scripts/further-names.ts';
import { columnsOf, type SearchColumns, type SearchSource } from './index-columns.ts';
import { buildNumberTable, type NumberTable } from './number-table.ts';
import { buildSignalTable, type SignalTable } from './signal-table.ts';

/** Moves between threads almost for nothing: typed arrays and a few strings. Rows are numbered in order of id. */
export interface IndexData {
  readonly integerIds: boolean;
  readonly hasNumbers: boolean;
  readonly ids: PackedTexts;
  readonly names: NameTable;
  readonly nameRows: Lists;
  readonly rowNames: Uint32Array<ArrayBuffer>;
  readonly numbers: NumberTable;
  readonly groups: PackedTexts;
  readonly groupRows: Lists;
  /** Official count of each group, 0 where it has none. */
  readonly officialCounts: Uint32Array<ArrayBuffer>;
  /** Absent where rows have no name beside that of the list; with it which names of the table are in an eastern script. */
  readonly further?: FurtherData;
  readonly eastern?: Uint8Array<ArrayBuffer>;
  readonly facts: SignalTable;
}

export type SearchedList = 'cards' | 'expansions' | 'series' | 'products';

export type GameLists = Record<SearchedList, IndexData>;

/** Builds the index of a list: pure, and the slow part (0.1 s for 23,546 cards). */
export const buildIndexData = (source: SearchSource): IndexData => buildFromColumns(columnsOf(source));

export function buildFromColumns(source: SearchColumns): IndexData {
  const { ids, officialCounts, integerIds, hasNumbers, facts } = source;
  const { names, rowNames, nameRows } = foldedNames(source.names);
  const { keys: groups, rows: groupRows } = rowsByKey([source.groups], (ofRow) => ofRow);
  const further = furtherOf(source);
  const table = buildNameTable(names);
  const unknown = { phrases: [], codes: [] };
  return {
    integerIds,
    hasNumbers,
    ids: packTexts(ids),
    names: table,
    nameRows,
    rowNames,
    numbers: buildNumberTable(source.numbers),
    groups: packTexts(groups),
    groupRows,
    officialCounts: Uint32Array.from(groups, (group) => officialCounts.get(group) ?? 0),
    ...(further && { further, eastern: Uint8Array.from(names, (name) => Number(isEastern(name))) }),
    facts: buildSignalTable({
      names: table.names,
      phrases: facts?.phrases ?? [],
      groups: groups.map((group) => facts?.groups.get(group) ?? unknown),
      groupRows,
    }),
  };
}

/** The buffers of plain data, to be moved to another thread instead of copied. */
export function buffersOf(data: object): ArrayBuffer[] {
  return Object.values(data).flatMap((part: unknown) => {
    if (ArrayBuffer.isView(part)) return [part.buffer as ArrayBuffer];
    return typeof part === 'object' && part !== null ? buffersOf(part) : [];
  });
}

/**
 * The same in memory that threads share. Buffers that are moved count with V8 as memory that the thread has taken: the 95 MB of
 * a million cards made the request thread collect all its garbage at once, 13 ms of processor time, and up to 100 ms on busy
 * cores, where it waits for its helpers. Shared ones do not count, and so are not missed when nobody has them any more.
 */
export function sharedData<Data>(data: Data): Data {
  if (ArrayBuffer.isView(data)) return sharedView(data) as Data;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, sharedData(part)])) as Data;
}

/** The types say of the arrays of an index that none is shared; nobody writes them. */
function sharedView(view: ArrayBufferView): ArrayBufferView {
  if (view.buffer instanceof SharedArrayBuffer) return view;
  const memory = new SharedArrayBuffer(view.byteLength);
  new Uint8Array(memory).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const Kind = view.constructor as new (memory: ArrayBufferLike) => ArrayBufferView;
  return new Kind(memory);
}

/** Names of records that are not here are left out. */
function furtherOf({ ids, names, furtherNames = [] }: SearchColumns): FurtherData | undefined {
  const places = new Map(furtherNames.length === 0 ? [] : ids.map((id, row) => [id, row]));
  const found = furtherNames.flatMap(({ id, name }) => {
    const row = places.get(id);
    return row === undefined ? [] : [{ row, name }];
  });
  return buildFurtherData(names, found);
}

/**
 * Distinct folded names in the order of their table, and the rows of each; each printed name is folded once. A name of
 * characters alone is not searchable.
 */
function foldedNames(printed: SearchColumns['names']) {
  const { keys: names, rows: nameRows } = rowsByKey([printed], (name) => [foldName(name)], inOrderOfLength);
  const rowNames = new Uint32Array(printed.codes.length);
  for (const name of names.keys()) for (const row of listAt(nameRows, name)) rowNames[row] = name;
  return { names, rowNames, nameRows };
}
