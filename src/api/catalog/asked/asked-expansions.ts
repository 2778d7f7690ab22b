/** One page of the expansions, filtered or sorted: there are so few that their names and days are read whole. */
import type { Expansion } from '../../../catalog/records.ts';
import { expansionsByIds } from '../../../store/catalog/catalog-records.ts';
import { type PlacedExpansion, placedExpansions } from '../../../store/catalog/expansions.ts';
import { compareSorted, type Sort, type SortedPlace } from '../../../store/listing/list-order.ts';
import { LAST } from '../../../store/tables.ts';
import type { RequestContext } from '../../context.ts';
import type { CursorScope } from '../../cursors.ts';
import type { Query } from '../../parameters.ts';
import { type ListSearch, listPage, type Page, searchPage } from '../list.ts';
import type { Asked } from './filters.ts';

/** What of the expansions is asked for. */
interface AskedExpansions {
  asked: Asked;
  series_id: string | undefined;
  game: string | undefined;
  /** What cursors belong to beside. */
  scope: CursorScope;
  search: Omit<ListSearch<Expansion>, 'keeps'> | undefined;
}

/** Answers one page; without a sort in catalog order, under q in the order of relevance. */
export async function askedExpansions(
  context: RequestContext,
  query: Query,
  { asked, series_id, game, scope, search }: AskedExpansions,
): Promise<Page<Expansion>> {
  const { filter, sort } = asked;
  const left = await placedExpansions(context.reads, { game, series_id, released: filter.released });
  const bound = [...scope, asked.scope];
  if (search !== undefined && sort === undefined) {
    const ids = new Set(left.map(({ id }) => id));
    return searchPage(context, query, { ...search, keeps: (id) => ids.has(id), scope: bound });
  }
  if (search === undefined) return sortedPage(context, query, { left, sort: sort ?? 'catalog', bound });
  const index = await context.search.index();
  const { q, game: searched } = search;
  const hits = index.search('expansions', { query: q, game: searched, limit: Number.POSITIVE_INFINITY });
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const found = left.filter(({ id }) => scores.has(id));
  const page = await sortedPage(context, query, { left: found, sort: sort ?? 'catalog', bound });
  return { ...page, items: page.items.map((row) => ({ ...row, score: scores.get(row.id) ?? 0 })) };
}

function sortedPage(
  context: RequestContext,
  query: Query,
  { left, sort, bound }: { left: readonly PlacedExpansion[]; sort: Sort; bound: CursorScope },
): Promise<Page<Expansion>> {
  return listPage<Expansion, SortedPlace>(context, query, bound, async ({ after, limit }) => {
    const rows = left
      .map((expansion) => ({ id: expansion.id, place: placeOf(expansion, sort) }))
      .sort((a, b) => compareSorted(sort, a.place, b.place))
      .filter(({ place }) => after === undefined || compareSorted(sort, after, place) < 0)
      .slice(0, limit);
    if (rows.length === 0) return [];
    const records = await expansionsByIds(
      context.reads,
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id, place }) => {
      const row = records.get(id);
      return row === undefined ? [] : [{ row, position: place }];
    });
  });
}

function placeOf({ id, name, sort_date }: PlacedExpansion, sort: Sort): SortedPlace {
  const isKnown = sort_date !== LAST;
  if (sort.endsWith('name')) return [name, sort_date, id];
  return [sort.endsWith('released') && isKnown ? sort_date : null, sort_date, id];
}
