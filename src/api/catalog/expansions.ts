/** The expansion and series lists and details. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { Expansion, Series } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import { currentSeriesId } from '../../store/catalog/aliases.ts';
import {
  type ExpansionPosition,
  expansionPage,
  type SeriesPosition,
  seriesPage,
} from '../../store/catalog/catalog-pages.ts';
import { expansionById, expansionsByIds, seriesById, seriesByIds } from '../../store/catalog/catalog-records.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { readFilter, readSearch, requireText } from '../parameters.ts';
import { listPage, listParameters, ofGame, type Page, searchPage } from './list.ts';

export const expansionListParameters = {
  ...listParameters,
  series_id: Type.Optional(Type.String(doc('Only expansions of this series; an unknown one has none.', 'fl'))),
};

export async function listExpansions({ query }: RouteRequest, context: RequestContext): Promise<Page<Expansion>> {
  const asked = readFilter(query, 'series_id');
  const series_id = asked && (await currentSeriesId(context.reads, asked));
  const game = readFilter(query, 'game');
  if (series_id === asked) context.isOf(game);
  const q = readSearch(query);
  if (q !== undefined) {
    const rowsByIds = (ids: readonly string[]) => expansionsByIds(context.reads, ids);
    return searchPage(context, query, { list: 'expansions', q, group: series_id, game, rowsByIds });
  }
  return listPage<Expansion, ExpansionPosition>(context, query, ['expansions', series_id, ...ofGame(game)], (page) =>
    expansionPage(context.reads, { ...page, series_id, game }),
  );
}

/** @throws Failure not_found */
export async function getExpansion({ params }: RouteRequest, context: RequestContext): Promise<Expansion> {
  const id = params.id ?? '';
  requireText('id', id);
  const expansion = await expansionById(context.reads, id);
  if (!expansion) throw new Failure('not_found', 'There is no expansion with this id.');
  if (expansion.id === id) context.isOf(expansion.game);
  return expansion;
}

export async function listSeries({ query }: RouteRequest, context: RequestContext): Promise<Page<Series>> {
  const game = readFilter(query, 'game');
  context.isOf(game);
  const q = readSearch(query);
  if (q !== undefined) {
    const rowsByIds = (ids: readonly string[]) => seriesByIds(context.reads, ids);
    return searchPage(context, query, { list: 'series', q, game, rowsByIds });
  }
  return listPage<Series, SeriesPosition>(context, query, ['series', ...ofGame(game)], (page) =>
    seriesPage(context.reads, { ...page, game }),
  );
}

/** @throws Failure not_found */
export async function getSeries({ params }: RouteRequest, context: RequestContext): Promise<Series> {
  const id = params.id ?? '';
  requireText('id', id);
  const series = await seriesById(context.reads, id);
  if (!series) throw new Failure('not_found', 'There is no series with this id.');
  if (series.id === id) context.isOf(series.game);
  return series;
}
