/** Publishes the series and expansions of a catalog run: new ones, corrected ones, renamed ones; none is ever removed. */
import { isDeepStrictEqual } from 'node:util';
import { isSeriesAnnounced } from '../../catalog/changes.ts';
import type { Expansion, Series, SeriesExpansion } from '../../catalog/records.ts';
import type { CatalogSeed, ExpansionSeed, SeriesSeed } from '../../catalog/seeds.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import { allExpansions, putExpansion } from '../../store/catalog/expansions.ts';
import { allSeries, putSeries } from '../../store/catalog/series.ts';
import type { Writes } from '../../store/store.ts';
import type { CatalogCounts } from '../catalog-counts.ts';
import type { Changes } from '../changes.ts';
import { findRenames, type Named } from './renames.ts';

const named = ({ id, series_id, name, release_date }: Expansion): Named => ({
  id,
  parent_id: series_id,
  name,
  mark: release_date,
});

/** Writes what differs, counts and collects it. Returns our id of each expansion that upstream calls otherwise. */
export async function publishExpansions(
  writes: Writes,
  seed: CatalogSeed,
  counts: CatalogCounts,
  changes: Changes,
): Promise<Map<string, string>> {
  const published = new Map((await allExpansions(writes)).map((expansion) => [expansion.id, expansion]));
  const storedSeries = new Map((await allSeries(writes)).map((series) => [series.id, series]));
  const seriesIds = await seriesAliases(writes, seed, storedSeries, [...published.values()]);
  const series = seed.series.map((given) => ({ ...given, id: seriesIds.get(given.id) ?? given.id }));
  const expansions = seed.expansions.map((given) => ({
    ...given,
    series_id: seriesIds.get(given.series_id) ?? given.series_id,
  }));
  const expansionIds = await expansionAliases(writes, expansions, published);
  const knownSeries = new Set([...storedSeries.keys(), ...series.map(({ id }) => id)]);

  for (const given of expansions) {
    const expansion = { ...given, id: expansionIds.get(given.id) ?? given.id };
    if (!knownSeries.has(expansion.series_id)) {
      seed.quarantined.push({ reason: 'expansion: names a series that is not there', sample: expansion.id });
      continue;
    }
    const previous = published.get(expansion.id);
    if (isDeepStrictEqual(previous, expansion)) continue;
    counts[previous ? 'expansions_changed' : 'expansions_new'] += 1;
    changes[previous ? 'expansionsChanged' : 'expansionsNew'].set(expansion.id, expansion);
    published.set(expansion.id, expansion);
    await putExpansion(writes, expansion);
  }
  await publishSeries(writes, series, storedSeries, counts, changes);
  return expansionIds;
}

/** Returns our id of each series that upstream calls otherwise. */
async function seriesAliases(
  writes: Writes,
  given: Pick<CatalogSeed, 'series' | 'expansions'>,
  stored: ReadonlyMap<string, Series>,
  published: readonly Expansion[],
): Promise<Map<string, string>> {
  const known = await aliases(writes, 'series');
  const came = new Set(given.series.map(({ id }) => known.get(id) ?? id));
  const renames = findRenames(
    namedSeries(
      given.series.filter(({ id }) => !stored.has(known.get(id) ?? id)),
      given.expansions,
    ),
    namedSeries(
      [...stored.values()].filter(({ id }) => !came.has(id)),
      published,
    ),
  );
  await addAliases(writes, 'series', renames);
  return new Map([...known, ...renames]);
}

function namedSeries(series: readonly SeriesSeed[], expansions: readonly Expansion[]): Named[] {
  const bySeries = Map.groupBy(expansions, ({ series_id }) => series_id);
  return series.map(({ id, name }) => {
    const dates = (bySeries.get(id) ?? []).flatMap(({ release_date }) => release_date ?? []);
    return { id, parent_id: '', name, mark: dates.sort()[0] ?? null };
  });
}

/** Returns our id of each expansion that upstream calls otherwise. */
async function expansionAliases(
  writes: Writes,
  given: readonly ExpansionSeed[],
  published: ReadonlyMap<string, Expansion>,
): Promise<Map<string, string>> {
  const known = await aliases(writes, 'expansion');
  const came = new Set(given.map(({ id }) => known.get(id) ?? id));
  const renames = findRenames(
    given.filter(({ id }) => !published.has(known.get(id) ?? id)).map(named),
    [...published.values()].filter(({ id }) => !came.has(id)).map(named),
  );
  await addAliases(writes, 'expansion', renames);
  return new Map([...known, ...renames]);
}

/** A series carries its expansions, so one that gained or lost one is written anew; only its own fields count as changed. */
async function publishSeries(
  writes: Writes,
  came: readonly SeriesSeed[],
  stored: ReadonlyMap<string, Series>,
  counts: CatalogCounts,
  changes: Changes,
): Promise<void> {
  const bySeries = Map.groupBy(await allExpansions(writes), (expansion) => expansion.series_id);
  const given = new Map(came.map((series) => [series.id, series]));
  for (const id of new Set([...given.keys(), ...stored.keys()])) {
    const previous = stored.get(id);
    const own = given.get(id) ?? previous;
    if (!own) continue;
    const { name, logo } = own;
    const series: Series = { id, name, logo, expansions: (bySeries.get(id) ?? []).map(seriesExpansion) };
    if (isDeepStrictEqual(previous, series)) continue;
    counts[previous ? 'series_changed' : 'series_new'] += 1;
    if (!previous) changes.seriesNew.set(id, series);
    else if (isSeriesAnnounced(previous, own)) changes.seriesCorrected.set(id, series);
    await putSeries(writes, series);
  }
}

const seriesExpansion = ({ id, name, logo, symbol, release_date, card_count_total }: Expansion): SeriesExpansion => ({
  id,
  name,
  logo,
  symbol,
  release_date,
  card_count_total,
});
