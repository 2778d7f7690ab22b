/** Publishes the series and expansions of a catalog run: new ones, corrected ones, renamed ones; none is ever removed. */
import { isDeepStrictEqual } from 'node:util';
import { isSeriesAnnounced } from '../../catalog/changes.ts';
import type { Expansion, Series, SeriesExpansion } from '../../catalog/records.ts';
import type { CatalogSeed, ExpansionSeed, SeriesSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import { gamesOfIds } from '../../store/catalog/catalog-records.ts';
import { allExpansions, allSeries, putExpansion, putSeries } from '../../store/catalog/expansions.ts';
import type { Writes } from '../../store/store.ts';
import type { CatalogCounts } from '../catalog-counts.ts';
import type { Changes } from '../changes.ts';
import { internalIds } from '../internal-ids.ts';
import type { KeptImages } from '../kept-images.ts';
import { findRenames, type Named } from './renames.ts';
import { idsByStableId } from './stable-ids.ts';

const named = ({ id, series_id, name, release_date }: ExpansionSeed): Named => ({
  id,
  parent_id: series_id,
  name,
  mark: release_date,
});

export interface Place {
  writes: Writes;
  game: DeployedGame;
  /** The regional print that is published; undefined for the catalog's own. */
  region: string | undefined;
  counts: CatalogCounts;
  changes: Changes;
  /** Undefined where its pictures are not kept. */
  kept: KeptImages | undefined;
}

/**
 * Writes what differs, counts and collects it. Returns the internal id of each expansion of the source's, and how many ids of
 * either kind answer anew.
 */
export async function publishExpansions(place: Place, seed: CatalogSeed) {
  const { writes, game, region, counts, changes } = place;
  const { published, elsewhere } = await expansionsOfRegion(place, seed);
  const storedSeries = new Map((await allSeries(writes, game.name)).map((series) => [series.id, series]));
  const regionSeries = seriesOfRegion(place, storedSeries, elsewhere);
  const { internalId: internalSeriesId, changedIds: changedSeries } = await idsByName(
    place,
    'series',
    namedSeries(seed.series, seed.expansions),
    namedSeries([...regionSeries.values()], [...published.values()]),
  );
  const series = await ownIds(
    place,
    'series',
    seed,
    seed.series
      .map((given) => ({ ...given, id: internalSeriesId(given.id) }))
      .filter(({ id }) => regionSeries.has(id) || !storedSeries.has(id)),
  );
  const placed = seed.expansions.map((given) => ({ ...given, series_id: internalSeriesId(given.series_id) }));
  const stableIds = seed.stableIds?.expansion;
  const { internalId: internalExpansionId, changedIds } = stableIds
    ? await idsByStableId(place, 'expansion', stableIds, published)
    : await idsByName(place, 'expansion', placed.map(named), [...published.values()].map(named));
  const expansions = placed
    .map(({ codes, ...given }) => ({
      game: game.name,
      ...given,
      id: internalExpansionId(given.id),
      ...(region !== undefined && { region }),
    }))
    .filter(({ id }) => !elsewhere.has(id));
  const takenOver = new Set<string>();
  const knownSeries = new Set([...storedSeries.keys(), ...series.map(({ id }) => id)]);

  for (const expansion of await ownIds(place, 'expansions', seed, expansions)) {
    if (!knownSeries.has(expansion.series_id)) {
      seed.quarantined.push({ reason: 'expansion: names a series that is not there', sample: expansion.id });
      continue;
    }
    const previous = published.get(expansion.id);
    if (isDeepStrictEqual(previous, expansion)) continue;
    if (previous && previous.region !== region) takenOver.add(expansion.id);
    counts[previous ? 'expansions_changed' : 'expansions_new'] += 1;
    changes[previous ? 'expansionsChanged' : 'expansionsNew'].set(expansion.id, expansion);
    published.set(expansion.id, expansion);
    await putExpansion(writes, expansion);
  }
  await publishSeries(place, series, storedSeries);
  // Those that were another regional print's until now are taken over.
  return { internalId: internalExpansionId, changedIds: changedIds + changedSeries, takenOver };
}

/**
 * Expansions of the region that is published, and those of the others, by id. An id stands for one record: where both name
 * it, it is the catalog's own.
 */
async function expansionsOfRegion({ writes, game, region }: Place, seed: CatalogSeed) {
  const given = new Set(seed.expansions.map(({ id }) => game.idPrefix + id));
  const all = await allExpansions(writes, game.name);
  const isOurs = (expansion: Expansion) =>
    expansion.region === region || (region === undefined && given.has(expansion.id));
  const byId = (expansions: readonly Expansion[]) => new Map(expansions.map((expansion) => [expansion.id, expansion]));
  return { published: byId(all.filter(isOurs)), elsewhere: byId(all.filter((expansion) => !isOurs(expansion))) };
}

/** Stored series but for those of other regions; one that holds expansions of several is the catalog's own. */
function seriesOfRegion(
  { region }: Place,
  stored: ReadonlyMap<string, Series>,
  elsewhere: ReadonlyMap<string, Expansion>,
): Map<string, Series> {
  const isElsewhere = ({ id }: SeriesExpansion) => elsewhere.has(id);
  const isOurs = ({ expansions }: Series) =>
    region === undefined
      ? expansions.length === 0 || !expansions.every(isElsewhere)
      : expansions.length > 0 && !expansions.some(isElsewhere);
  return new Map([...stored].filter(([, series]) => isOurs(series)));
}

/** Puts aside what bears an id that stands for a record of another game here: ids are of one space. */
async function ownIds<Row extends { id: string }>(
  { writes, game }: Place,
  table: 'series' | 'expansions',
  { quarantined }: CatalogSeed,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const others = await gamesOfIds(writes, table, ids, game.name);
  const kind = table === 'series' ? 'series' : 'expansion';
  for (const [id, other] of others) {
    quarantined.push({ reason: `${kind}: its id is one of ${other} here`, sample: id });
  }
  return rows.filter(({ id }) => !others.has(id));
}

/** The internal id of each record that came, found again where upstream calls it otherwise now. */
async function idsByName(
  { writes, game }: Place,
  kind: 'series' | 'expansion',
  came: readonly Named[],
  stored: readonly Named[],
) {
  const known = await aliases(writes, kind);
  const internalId = internalIds(game, known);
  const [here, given] = [new Set(stored.map(({ id }) => id)), new Set(came.map(({ id }) => internalId(id)))];
  const appeared = came.filter(({ id }) => !here.has(internalId(id)));
  const renames = findRenames(
    appeared.map((record) => ({ ...record, id: game.idPrefix + record.id })),
    stored.filter(({ id }) => !given.has(id)),
  );
  await addAliases(writes, kind, renames);
  return { internalId: internalIds(game, new Map([...known, ...renames])), changedIds: renames.size };
}

function namedSeries(series: readonly SeriesSeed[], expansions: readonly ExpansionSeed[]): Named[] {
  const bySeries = Map.groupBy(expansions, ({ series_id }) => series_id);
  return series.map(({ id, name }) => {
    const dates = (bySeries.get(id) ?? []).flatMap(({ release_date }) => release_date ?? []);
    return { id, parent_id: '', name, mark: dates.sort()[0] ?? null };
  });
}

/** A series carries its expansions, so one that gained or lost one is written anew; only its own fields count as changed. */
async function publishSeries(
  { writes, game, counts, changes }: Place,
  came: readonly SeriesSeed[],
  stored: ReadonlyMap<string, Series>,
): Promise<void> {
  const bySeries = Map.groupBy(await allExpansions(writes, game.name), (expansion) => expansion.series_id);
  const given = new Map(came.map((series) => [series.id, series]));
  for (const id of new Set([...given.keys(), ...stored.keys()])) {
    const previous = stored.get(id);
    const own = given.get(id) ?? previous;
    if (!own) continue;
    const { name, logo } = own;
    const series = { game: game.name, id, name, logo, expansions: (bySeries.get(id) ?? []).map(seriesExpansion) };
    if (isDeepStrictEqual(previous, series)) continue;
    counts[previous ? 'series_changed' : 'series_new'] += 1;
    if (!previous) changes.seriesNew.set(id, series);
    else if (isSeriesAnnounced(previous, own)) changes.seriesCorrected.set(id, series);
    await putSeries(writes, series);
  }
}

export function seriesExpansion(expansion: Expansion): SeriesExpansion {
  const { id, name, logo, symbol, release_date, card_count_total } = expansion;
  return { id, name, logo, symbol, release_date, card_count_total };
}
