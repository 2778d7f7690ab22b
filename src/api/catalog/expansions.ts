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
import type { InLanguages } from '../answer/answer.ts';
import type { RequestContext, RouteRequest } from '../context.ts';
import { readFilter, readSearch, requireText } from '../parameters.ts';
import { askedExpansions } from './asked/asked-expansions.ts';
import { expansionFilterParameters, readAsked } from './asked/filters.ts';
import { expansionsIn, langParameter, pageIn, readLang, recordIn, seriesIn } from './in-language.ts';
import { inLang, listPage, listParameters, ofGame, type Page, searchPage } from './list.ts';

export const seriesListParameters = { ...listParameters, ...langParameter };

export const expansionListParameters = {
  ...seriesListParameters,
  ...expansionFilterParameters,
  series_id: Type.Optional(Type.String(doc('Only expansions of this series; an unknown one has none.', 'fl'))),
};

export async function listExpansions(
  { query }: RouteRequest,
  context: RequestContext,
): Promise<Page<Expansion> | InLanguages> {
  const lang = readLang(query, context);
  const inLanguage = (language: string, rows: readonly Expansion[]) => expansionsIn(context, language, rows);
  const asked = readFilter(query, 'series_id');
  const series_id = asked && (await currentSeriesId(context.reads, asked));
  const game = readFilter(query, 'game');
  if (series_id === asked) context.isOf(game);
  const q = readSearch(query);
  const wanted = readAsked(query, expansionFilterParameters);
  const rowsByIds = (ids: readonly string[]) => expansionsByIds(context.reads, ids);
  const search =
    q === undefined ? undefined : ({ list: 'expansions', q, group: series_id, game, lang, rowsByIds } as const);
  const scope = ['expansions', series_id, ...(q === undefined ? [] : [q]), ...ofGame(game), ...inLang(lang)];
  if (wanted !== undefined) {
    const list = { asked: wanted, series_id, game, scope, search };
    return pageIn(lang, await askedExpansions(context, query, list), inLanguage);
  }
  if (search !== undefined) return pageIn(lang, await searchPage(context, query, search), inLanguage);
  const found = await listPage<Expansion, ExpansionPosition>(context, query, scope, (page) =>
    expansionPage(context.reads, { ...page, series_id, game }),
  );
  return pageIn(lang, found, inLanguage);
}

/** @throws Failure not_found */
export async function getExpansion(
  { params, query }: RouteRequest,
  context: RequestContext,
): Promise<Expansion | InLanguages> {
  const lang = readLang(query, context);
  const id = params.id ?? '';
  requireText('id', id);
  const expansion = await expansionById(context.reads, id);
  if (!expansion) throw new Failure('not_found', 'There is no expansion with this id.');
  if (expansion.id === id) context.isOf(expansion.game);
  return recordIn(lang, expansion, (language, rows) => expansionsIn(context, language, rows));
}

export async function listSeries(
  { query }: RouteRequest,
  context: RequestContext,
): Promise<Page<Series> | InLanguages> {
  const lang = readLang(query, context);
  const inLanguage = (language: string, rows: readonly Series[]) => seriesIn(context, language, rows);
  const game = readFilter(query, 'game');
  context.isOf(game);
  const q = readSearch(query);
  if (q !== undefined) {
    const rowsByIds = (ids: readonly string[]) => seriesByIds(context.reads, ids);
    const search = { list: 'series', q, game, lang, rowsByIds } as const;
    return pageIn(lang, await searchPage(context, query, search), inLanguage);
  }
  const scope = ['series', ...ofGame(game), ...inLang(lang)];
  const found = await listPage<Series, SeriesPosition>(context, query, scope, (page) =>
    seriesPage(context.reads, { ...page, game }),
  );
  return pageIn(lang, found, inLanguage);
}

/** @throws Failure not_found */
export async function getSeries(
  { params, query }: RouteRequest,
  context: RequestContext,
): Promise<Series | InLanguages> {
  const lang = readLang(query, context);
  const id = params.id ?? '';
  requireText('id', id);
  const series = await seriesById(context.reads, id);
  if (!series) throw new Failure('not_found', 'There is no series with this id.');
  if (series.id === id) context.isOf(series.game);
  return recordIn(lang, series, (language, rows) => seriesIn(context, language, rows));
}
