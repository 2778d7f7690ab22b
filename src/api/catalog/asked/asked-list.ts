/** One page of a list that is filtered or sorted: found among its columns, of which only the rows shown are read. */

import { PART } from '../../../search/facts/fit-score.ts';
import type { SearchedList } from '../../../search/index-data.ts';
import { type ListColumns, rowOfId } from '../../../store/listing/list-columns.ts';
import { filteredRows } from '../../../store/listing/list-filter.ts';
import { compareSorted, type Sort, type SortedPlace, sortedRows } from '../../../store/listing/list-order.ts';
import { listColumns } from '../../../store/listing/read-columns.ts';
import type { RequestContext } from '../../context.ts';
import type { CursorScope } from '../../cursors.ts';
import type { Query } from '../../parameters.ts';
import { type ListSearch, listPage, type Page, searchPage } from '../list.ts';
import type { Asked } from './filters.ts';

/** A list, and what of it is asked for. */
export interface AskedList<Row> {
  list: Extract<SearchedList, 'cards' | 'products'>;
  asked: Asked;
  /** Expansions that rows must be of one of. */
  expansions: ReadonlySet<string> | undefined;
  game: string | undefined;
  /** What cursors belong to beside. */
  scope: CursorScope;
  rowsByKeys(keys: readonly number[]): Promise<Map<number, Row>>;
  /** The search that it is narrowed to, where there is one. */
  search: Omit<ListSearch<Row>, 'keeps'> | undefined;
}

/** A game's columns with the rows that are left. */
interface Left {
  columns: ListColumns;
  rows: Uint8Array;
}

/** Answers one page; without a sort in catalog order, under q in the order of relevance. */
export async function askedPage<Row extends { game: string; id: string | number }>(
  context: RequestContext,
  query: Query,
  wanted: AskedList<Row>,
): Promise<Page<Row>> {
  const { list, asked, expansions, game, scope, search } = wanted;
  const values = { ...asked.filter.values, ...(expansions && { expansion: expansions }) };
  const found = (await listColumns(context.reads, list, game)).map(
    (columns): Left => ({ columns, rows: filteredRows(columns, { ...asked.filter, values }) }),
  );
  const bound = [...scope, asked.scope];
  if (search === undefined)
    return sortedPage(context, query, { ...wanted, found, bound, sort: asked.sort ?? 'catalog' });
  const keeps = (id: string) => found.some((left) => isLeft(left, id));
  if (asked.sort === undefined) return searchPage(context, query, { ...search, keeps, scope: bound });
  const index = await context.search.index();
  const { q, game: searched } = search;
  const hits = index.search(list, { query: q, game: searched, keeps, limit: Number.POSITIVE_INFINITY });
  // A sort would put what some words fit, the dearest first, before what was meant: it counts where nothing fits better.
  const meant = hits.filter(({ score }) => score >= PART);
  const scores = new Map((meant.length > 0 ? meant : hits).map(({ id, score }) => [id, score]));
  const among = found.map((left) => onlyThese(left, scores.keys()));
  const page = await sortedPage(context, query, { ...wanted, found: among, bound, sort: asked.sort });
  return { ...page, items: page.items.map((row) => ({ ...row, score: scores.get(String(row.id)) ?? 0 })) };
}

function isLeft({ columns, rows }: Left, id: string): boolean {
  const row = rowOfId(columns, id);
  return row !== undefined && rows[row] === 1;
}

/** Those of the rows left that have one of these ids. */
function onlyThese({ columns, rows }: Left, ids: Iterable<string>): Left {
  const these = new Uint8Array(rows.length);
  for (const id of ids) {
    const row = rowOfId(columns, id);
    if (row !== undefined) these[row] = rows[row] ?? 0;
  }
  return { columns, rows: these };
}

interface Sorting<Row> extends Pick<AskedList<Row>, 'rowsByKeys'> {
  found: readonly Left[];
  bound: CursorScope;
  sort: Sort;
}

function sortedPage<Row>(
  context: RequestContext,
  query: Query,
  { rowsByKeys, found, bound, sort }: Sorting<Row>,
): Promise<Page<Row>> {
  return listPage<Row, SortedPlace>(context, query, bound, async ({ after, limit }) => {
    const rows = found
      .flatMap(({ columns, rows }) => sortedRows(columns, rows, { sort, after, limit }))
      .sort((a, b) => compareSorted(sort, a.place, b.place))
      .slice(0, limit);
    if (rows.length === 0) return [];
    const records = await rowsByKeys(rows.map(({ key }) => key));
    return rows.flatMap(({ key, place }) => {
      const row = records.get(key);
      return row === undefined ? [] : [{ row, position: place }];
    });
  });
}
