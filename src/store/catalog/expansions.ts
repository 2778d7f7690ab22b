/** Expansions at rest: all of them, and one put in its place. */
import { foldName } from '../../catalog/fold.ts';
import type { Expansion } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import type { Range } from '../listing/list-filter.ts';
import type { Reads, Writes } from '../store.ts';
import { LAST } from '../tables.ts';

/** Every expansion of the game, in the order of the list. */
export async function allExpansions(reads: Reads | Writes, game: string): Promise<Expansion[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select('body')
    .where('game', '=', game)
    .orderBy('sort_date')
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.body) as Expansion);
}

/** The regions of these expansions, by id; those of the catalog's own print line have none. */
export async function regionsOf(reads: Reads | Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const regions = new Map<string, string>();
  for (const batch of inBatches([...new Set(ids)])) {
    const rows = await reads
      .selectFrom('expansions')
      .select(['id', 'body'])
      .where('id', 'in', filledUp(batch))
      .execute();
    for (const { id, body } of rows) {
      const { region } = JSON.parse(body) as Expansion;
      if (region !== undefined) regions.set(id, region);
    }
  }
  return regions;
}

/** Writes an expansion, and moves its cards where its release date moved. */
export async function putExpansion(writes: Writes, expansion: Expansion): Promise<void> {
  const row = {
    game: expansion.game,
    series_id: expansion.series_id,
    sort_date: expansion.release_date ?? LAST,
    name: expansion.name,
    card_count_official: expansion.card_count_official,
    body: JSON.stringify(expansion),
  };
  await writes
    .insertInto('expansions')
    .values({ id: expansion.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writes
    .updateTable('cards')
    .set({ sort_date: row.sort_date })
    .where('expansion_id', '=', expansion.id)
    .where('sort_date', '!=', row.sort_date)
    .execute();
}

/** Writes the codes of the game's expansions, by id, where they differ; returns of how many they did. */
export async function putExpansionCodes(
  writes: Writes,
  game: string,
  codes: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const stored = await writes.selectFrom('expansions').select(['id', 'codes']).where('game', '=', game).execute();
  const differing = stored.flatMap(({ id, codes: before }) => {
    const now = codes.get(id);
    const text = JSON.stringify(now);
    return now === undefined || text === before ? [] : [{ id, codes: text }];
  });
  for (const { id, codes: text } of differing) {
    await writes.updateTable('expansions').set({ codes: text }).where('id', '=', id).execute();
  }
  return differing.length;
}

/** Ids of the expansions in these series. */
export async function expansionIdsOfSeries(reads: Reads, seriesIds: readonly string[]): Promise<string[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select('id')
    .where('series_id', 'in', filledUp(seriesIds))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the expansions on whose cards each of these counts is printed. */
export async function expansionIdsOfTotals(
  reads: Reads,
  totals: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const rows = await reads
    .selectFrom('expansions')
    .select(['id', 'card_count_official'])
    .where('card_count_official', 'in', filledUp(totals))
    .execute();
  const found = Map.groupBy(rows, ({ card_count_official }) => card_count_official);
  return new Map([...found].map(([total, expansions]) => [total, expansions.map(({ id }) => id)]));
}

/** An expansion as it stands in a sorted list. */
export interface PlacedExpansion {
  id: string;
  /** As it is compared. */
  name: string;
  sort_date: string;
}

/** Expansions of these games, series and days, in no order. A day that is not known is in no range. */
export async function placedExpansions(
  reads: Reads,
  {
    game,
    series_id,
    released,
  }: { game: string | undefined; series_id: string | undefined; released?: Range<string> | undefined },
): Promise<PlacedExpansion[]> {
  let query = reads.selectFrom('expansions').select(['id', 'name', 'sort_date']);
  if (game !== undefined) query = query.where('game', '=', game);
  if (series_id !== undefined) query = query.where('series_id', '=', series_id);
  if (released?.from !== undefined) query = query.where('sort_date', '>=', released.from);
  if (released !== undefined)
    query = query.where('sort_date', '<', released.to === undefined ? LAST : `${released.to}~`);
  const rows = await query.execute();
  return rows.map(({ id, name, sort_date }) => ({ id, name: foldName(name), sort_date }));
}
