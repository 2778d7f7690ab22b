/** The expansion and series lists and details. */

import { optionalText } from '../../catalog/field-shapes.ts';
import type { Expansion, Series } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import { byAskedIds, currentId } from '../../store/catalog/aliases.ts';
import { expansionById, expansionsByIds, seriesById, seriesByIds } from '../../store/catalog/catalog-records.ts';
import { countSeries, type PlacedExpansion, placedExpansions } from '../../store/catalog/expansions.ts';
import { LAST } from '../../store/schema/tables.ts';
import type { Reads } from '../../store/store.ts';
import { compareSorted, type Sort, type SortedPlace } from '../../store/views/listing/list-order.ts';
import {
  type ExpansionPosition,
  expansionPage,
  type SeriesPosition,
  seriesPage,
} from '../../store/views/priced/catalog-pages.ts';
import { type Query, readFilter, readSearch, wantsTotal } from '../parameters.ts';
import type { CatalogReads, RouteRequest } from '../request.ts';
import { expansionsIn, langParameter, pageIn, readLang, recordIn, type ServedGames, seriesIn } from './in-language.ts';
import { inLang, listPage, listParameters, ofGame, type Page, type Paging, searchPage } from './list.ts';
import { idsParameter, readListIds, severalPage } from './query/batch-read.ts';
import { filteredPage, type Left } from './query/filtered-page.ts';
import { expansionFilterParameters, readListQuery } from './query/filters.ts';

export const seriesListParameters = { ...listParameters, ...langParameter };

type Listing = CatalogReads & Paging & ServedGames;

export const expansionListParameters = {
  ...seriesListParameters,
  ...expansionFilterParameters,
  ...idsParameter,
  series_id: optionalText('Only expansions of this series; an unknown one has none.', 'fl'),
};

export async function listExpansions({ query }: RouteRequest, context: Listing) {
  const lang = readLang(query, context);
  const page = await expansionRows(query, lang, context);
  return pageIn(context, lang, page, expansionsIn<Expansion>);
}

async function expansionRows(query: Query, lang: string | undefined, context: Listing): Promise<Page<Expansion>> {
  const game = readFilter(query, 'game');
  const ids = readListIds(query, expansionListParameters);
  const rowsByIds = (some: readonly string[]) => expansionsByIds(context.reads, some);
  if (ids !== undefined) {
    const found = await byAskedIds<Expansion>(context.reads, 'expansion', ids, rowsByIds);
    return severalPage(ids, found, game, wantsTotal(query));
  }
  const asked = readFilter(query, 'series_id');
  const series_id = asked && (await currentId(context.reads, 'series', asked));
  if (series_id === asked) context.isOf(game);
  const q = readSearch(query);
  const wanted = readListQuery(query, expansionFilterParameters);
  const search =
    q === undefined ? undefined : ({ list: 'expansions', q, group: series_id, game, lang, rowsByIds } as const);
  const scope = ['expansions', series_id, ...(q === undefined ? [] : [q]), ...ofGame(game), ...inLang(lang)];
  if (wanted !== undefined) {
    const left = await placedExpansions(context.reads, { game, series_id, released: wanted.filter.released });
    const asked = { list: 'expansions', asked: wanted, scope, rowsByKeys: rowsByIds, search } as const;
    return filteredPage<Expansion, string>(context, query, asked, leftOf(left));
  }
  if (search !== undefined) return searchPage(context, query, search);
  const fetch = (page: { after: ExpansionPosition | undefined; limit: number }) =>
    expansionPage(context.reads, { ...page, series_id, game });
  const count = async () => (await placedExpansions(context.reads, { game, series_id })).length;
  return listPage(context, query, scope, fetch, count);
}

/** Reads one by its id, or by one that it had before. @throws Failure not_found */
const reading =
  <Row extends Expansion | Series>(
    kind: string,
    byId: (reads: Reads, id: string) => Promise<Row | undefined>,
    show: Parameters<typeof recordIn<Row>>[3],
  ) =>
  async ({ params: { id = '' }, query }: RouteRequest, context: CatalogReads & ServedGames) => {
    const lang = readLang(query, context);
    const record = await byId(context.reads, id);
    if (!record) throw new Failure('not_found', `There is no ${kind} with this id.`);
    if (record.id === id) context.isOf(record.game);
    return recordIn(context, lang, record, show);
  };
export const getExpansion = reading('expansion', expansionById, expansionsIn<Expansion>);
export const getSeries = reading('series', seriesById, seriesIn);

export async function listSeries({ query }: RouteRequest, context: Listing) {
  const lang = readLang(query, context);
  const game = readFilter(query, 'game');
  context.isOf(game);
  const q = readSearch(query);
  const rowsByIds = (ids: readonly string[]) => seriesByIds(context.reads, ids);
  const scope = ['series', ...ofGame(game), ...inLang(lang)];
  const fetch = (page: { after: SeriesPosition | undefined; limit: number }) =>
    seriesPage(context.reads, { ...page, game });
  const page =
    q === undefined
      ? await listPage(context, query, scope, fetch, () => countSeries(context.reads, game))
      : await searchPage(context, query, { list: 'series', q, game, lang, rowsByIds });
  return pageIn<Series>(context, lang, page, seriesIn);
}

const leftOf = (expansions: readonly PlacedExpansion[]): Left<string> => {
  const ids = new Set(expansions.map(({ id }) => id));
  return {
    has: (id) => ids.has(id),
    among: (these) => leftOf(expansions.filter(({ id }) => these.has(id))),
    count: () => expansions.length,
    first: (sort, after, limit) =>
      expansions
        .map((expansion) => ({ key: expansion.id, place: placeOf(expansion, sort) }))
        .sort((a, b) => compareSorted(sort, a.place, b.place))
        .filter(({ place }) => after === undefined || compareSorted(sort, after, place) < 0)
        .slice(0, limit),
  };
};

function placeOf({ id, name, sort_date }: PlacedExpansion, sort: Sort): SortedPlace {
  const isKnown = sort_date !== LAST;
  if (sort.endsWith('name')) return [name, sort_date, id];
  return [sort.endsWith('released') && isKnown ? sort_date : null, sort_date, id];
}
