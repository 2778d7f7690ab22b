/** One page of a list that is filtered or sorted: of what the filters leave only the rows shown are read. */

import type { SearchedList } from '../../../search/tables/index-data.ts';
import type { FieldQuery } from '../../../store/views/listing/field-query.ts';
import { type ListColumns, rowOfId } from '../../../store/views/listing/list-columns.ts';
import { filteredRows, type ListFilter } from '../../../store/views/listing/list-filter.ts';
import { compareSorted, type Sort, type SortedPlace, sortedRows } from '../../../store/views/listing/list-order.ts';
import { type GameColumns, listColumns } from '../../../store/views/listing/read-columns.ts';
import type { CursorScope } from '../../cursors.ts';
import type { Query } from '../../parameters.ts';
import type { CatalogReads } from '../../request.ts';
import { type ListSearch, listPage, type Page, type Paging, searchPage } from '../list.ts';
import type { ListQuery } from './filters.ts';

/** What a list's filters leave, in whatever form the list has it: rows are known by keys until they are read. */
export interface Left<Key> {
  has(id: string): boolean;
  among(ids: ReadonlySet<string>): Left<Key>;
  count(): number;
  /** The first rows behind the place, in order. */
  first(sort: Sort, after: SortedPlace | undefined, limit: number): { key: Key; place: SortedPlace }[];
}

interface FilteredList<Row, Key> {
  list: SearchedList;
  asked: Pick<ListQuery, 'sort' | 'scope'>;
  /** What cursors belong to beside. */
  scope: CursorScope;
  rowsByKeys(keys: readonly Key[]): Promise<Map<Key, Row>>;
  search: Omit<ListSearch<Row>, 'keeps'> | undefined;
}

/** Answers one page; without a sort in catalog order, under q in the order of relevance. */
export async function filteredPage<Row extends { game: string; id: string | number }, Key>(
  context: Paging,
  query: Query,
  { list, asked: { sort, scope: asked }, scope, rowsByKeys, search }: FilteredList<Row, Key>,
  left: Left<Key>,
): Promise<Page<Row>> {
  const bound = [...scope, asked];
  const sorted = (some: Left<Key>) => {
    const fetch = async ({ after, limit }: { after: SortedPlace | undefined; limit: number }) => {
      const rows = some.first(sort ?? 'catalog', after, limit);
      const records = rows.length === 0 ? new Map<Key, Row>() : await rowsByKeys(rows.map(({ key }) => key));
      return rows.flatMap(({ key, place }) => {
        const row = records.get(key);
        return row === undefined ? [] : [{ row, position: place }];
      });
    };
    return listPage<Row, SortedPlace>(context, query, bound, fetch, () => some.count());
  };
  if (search === undefined) return sorted(left);
  const keeps = (id: string) => left.has(id);
  if (sort === undefined) return searchPage(context, query, { ...search, keeps, scope: bound });
  const index = await context.search.index();
  const { q, game } = search;
  const hits = index.search(list, { query: q, game, keeps, limit: Number.POSITIVE_INFINITY });
  // The very rows that the words find without a sort: whoever wants less says more.
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const page = await sorted(left.among(new Set(scores.keys())));
  return { ...page, items: page.items.map((row) => ({ ...row, score: scores.get(String(row.id)) ?? 0 })) };
}

interface ColumnList<Row> extends FilteredList<Row, number> {
  list: 'cards' | 'products';
  asked: ListQuery;
  /** Expansions that rows must be of one of. */
  expansions: ReadonlySet<string> | undefined;
  game: string | undefined;
  fields?: FieldQuery;
}

interface LeftColumns {
  columns: GameColumns;
  rows: Uint8Array;
  /** What they are sorted by, where that is a field. */
  numbers?: Float64Array | undefined;
}

/** The same of a list that is held in columns. */
export async function columnPage<Row extends { game: string; id: string | number }>(
  context: Paging & CatalogReads,
  query: Query,
  wanted: ColumnList<Row>,
): Promise<Page<Row>> {
  const { list, asked, expansions, game, fields } = wanted;
  const values = { ...asked.filter.values, ...(expansions && { expansion: expansions }) };
  const found: LeftColumns[] = [];
  for (const columns of await listColumns(context.reads, list, game)) {
    const listed = filteredRows(columns, { ...asked.filter, values });
    const rows = (await fields?.leaves(context.reads, columns, listed)) ?? listed;
    found.push({ columns, rows, numbers: await fields?.sortNumbers(context.reads, columns) });
  }
  const page = await filteredPage(context, query, wanted, leftOf(found));
  if (page.items.length > 0 || query.cursor !== undefined) return page;
  const all = found.map(({ columns }) => columns);
  const unmatched = [...unborne(all, values, query), ...((await fields?.unmatched(context.reads, all)) ?? [])];
  return unmatched.length === 0 ? page : { ...page, unmatched };
}

/** The parameters none of whose values any row has, as they were given. */
function unborne(all: readonly ListColumns[], values: ListFilter['values'], query: Query): string[] {
  const isBorne = ([field, wanted]: [string, ReadonlySet<string>]) =>
    all.some(({ coded }) => coded[field]?.folded.some((some) => some.some((value) => wanted.has(value))));
  return Object.entries(values)
    .filter((each) => !isBorne(each))
    .flatMap(([field]) => (field === 'expansion' ? ['expansion_id', 'series_id'] : [field]))
    .flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`]));
}

const leftOf = (found: readonly LeftColumns[]): Left<number> => ({
  has: (id) =>
    found.some(({ columns, rows }) => {
      const row = rowOfId(columns, id);
      return row !== undefined && rows[row] === 1;
    }),
  among: (ids) => leftOf(found.map((left) => onlyThese(left, ids))),
  count: () => countOf(found),
  first: (sort, after, limit) =>
    found
      .flatMap(({ columns, rows, numbers }) => sortedRows(columns, rows, { sort, numbers, after, limit }))
      .sort((a, b) => compareSorted(sort, a.place, b.place))
      .slice(0, limit),
});

function onlyThese({ columns, rows, numbers }: LeftColumns, ids: Iterable<string>): LeftColumns {
  const these = new Uint8Array(rows.length);
  for (const id of ids) {
    const row = rowOfId(columns, id);
    if (row !== undefined) these[row] = rows[row] ?? 0;
  }
  return { columns, rows: these, numbers };
}

const countOf = (found: readonly LeftColumns[]): number =>
  found.reduce((sum, { rows }) => sum + rows.reduce((marked, row) => marked + row, 0), 0);

export const countRows = async (
  { reads }: CatalogReads,
  list: ColumnList<unknown>['list'],
  { game, expansion_id }: { game: string | undefined; expansion_id: string | undefined },
): Promise<number> => {
  const values = expansion_id === undefined ? {} : { expansion: new Set([expansion_id]) };
  const columns = await listColumns(reads, list, game);
  return countOf(columns.map((each) => ({ columns: each, rows: filteredRows(each, { values, numbers: {} }) })));
};
