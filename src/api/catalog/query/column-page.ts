/** One page of a list that is filtered or sorted: found among its columns, of which only the rows shown are read. */

import type { SearchedList } from '../../../search/tables/index-data.ts';
import type { FieldQuery } from '../../../store/views/listing/field-query.ts';
import { type ListColumns, rowOfId } from '../../../store/views/listing/list-columns.ts';
import { filteredRows } from '../../../store/views/listing/list-filter.ts';
import { compareSorted, type Sort, type SortedPlace, sortedRows } from '../../../store/views/listing/list-order.ts';
import { listColumns } from '../../../store/views/listing/read-columns.ts';
import type { CursorScope } from '../../cursors.ts';
import type { Query } from '../../parameters.ts';
import type { CatalogReads } from '../../request.ts';
import { type ListSearch, listPage, type Page, type Paging, searchPage } from '../list.ts';
import type { ListQuery } from './filters.ts';

export interface QueriedList<Row> {
  list: Extract<SearchedList, 'cards' | 'products'>;
  asked: ListQuery;
  /** Expansions that rows must be of one of. */
  expansions: ReadonlySet<string> | undefined;
  game: string | undefined;
  /** What cursors belong to beside. */
  scope: CursorScope;
  rowsByKeys(keys: readonly number[]): Promise<Map<number, Row>>;
  fields?: FieldQuery;
  search: Omit<ListSearch<Row>, 'keeps'> | undefined;
}

interface Left {
  columns: ListColumns;
  rows: Uint8Array;
  /** What they are sorted by, where that is a field. */
  numbers?: Float64Array | undefined;
}

/** Answers one page; without a sort in catalog order, under q in the order of relevance. */
export async function columnPage<Row extends { game: string; id: string | number }>(
  context: Paging & CatalogReads,
  query: Query,
  wanted: QueriedList<Row>,
): Promise<Page<Row>> {
  const { list, asked, expansions, game, scope, fields, search } = wanted;
  const values = { ...asked.filter.values, ...(expansions && { expansion: expansions }) };
  const found: Left[] = [];
  for (const columns of await listColumns(context.reads, list, game)) {
    const listed = filteredRows(columns, { ...asked.filter, values });
    const rows = (await fields?.leaves(context.reads, columns, listed)) ?? listed;
    found.push({ columns, rows, numbers: await fields?.sortNumbers(context.reads, columns) });
  }
  const bound = [...scope, asked.scope];
  if (search === undefined)
    return sortedPage(context, query, wanted.rowsByKeys, { found, bound, sort: asked.sort ?? 'catalog' });
  const keeps = (id: string) => found.some((left) => isLeft(left, id));
  if (asked.sort === undefined) return searchPage(context, query, { ...search, keeps, scope: bound });
  const index = await context.search.index();
  const { q, game: searched } = search;
  const hits = index.search(list, { query: q, game: searched, keeps, limit: Number.POSITIVE_INFINITY });
  // The very rows that the words find without a sort: whoever wants less says more.
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const among = found.map((left) => onlyThese(left, scores.keys()));
  const page = await sortedPage(context, query, wanted.rowsByKeys, { found: among, bound, sort: asked.sort });
  return { ...page, items: page.items.map((row) => ({ ...row, score: scores.get(String(row.id)) ?? 0 })) };
}

function isLeft({ columns, rows }: Left, id: string): boolean {
  const row = rowOfId(columns, id);
  return row !== undefined && rows[row] === 1;
}

function onlyThese({ columns, rows, numbers }: Left, ids: Iterable<string>): Left {
  const these = new Uint8Array(rows.length);
  for (const id of ids) {
    const row = rowOfId(columns, id);
    if (row !== undefined) these[row] = rows[row] ?? 0;
  }
  return { columns, rows: these, numbers };
}

function sortedPage<Row>(
  context: Paging & CatalogReads,
  query: Query,
  rowsByKeys: QueriedList<Row>['rowsByKeys'],
  { found, bound, sort }: { found: readonly Left[]; bound: CursorScope; sort: Sort },
): Promise<Page<Row>> {
  const fetch = async ({ after, limit }: { after: SortedPlace | undefined; limit: number }) => {
    const rows = found
      .flatMap(({ columns, rows, numbers }) => sortedRows(columns, rows, { sort, numbers, after, limit }))
      .sort((a, b) => compareSorted(sort, a.place, b.place))
      .slice(0, limit);
    if (rows.length === 0) return [];
    const records = await rowsByKeys(rows.map(({ key }) => key));
    return rows.flatMap(({ key, place }) => {
      const row = records.get(key);
      return row === undefined ? [] : [{ row, position: place }];
    });
  };
  return listPage<Row, SortedPlace>(context, query, bound, fetch, () => countOf(found));
}

const countOf = (found: readonly Left[]): number =>
  found.reduce((sum, { rows }) => sum + rows.reduce((marked, row) => marked + row, 0), 0);

export const countRows = async (
  { reads }: CatalogReads,
  list: QueriedList<unknown>['list'],
  { game, expansion_id }: { game: string | undefined; expansion_id: string | undefined },
): Promise<number> => {
  const values = expansion_id === undefined ? {} : { expansion: new Set([expansion_id]) };
  const columns = await listColumns(reads, list, game);
  return countOf(columns.map((each) => ({ columns: each, rows: filteredRows(each, { values, numbers: {} }) })));
};
