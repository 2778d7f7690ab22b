/** Expansions and series at rest: all of them, and one put in its place. */
import { foldName } from '../../catalog/fold.ts';
import type { Expansion, Series } from '../../catalog/records.ts';
import { countOf, other, putRows, rowsWhere, setWhere, within } from '../rows.ts';
import { LAST } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** Every expansion of the game, in the order of the list. */
export async function allExpansions(reads: Reads, game: string): Promise<Expansion[]> {
  const rows = await rowsWhere(reads, 'expansions', { game }, ['body'], 'sort_date', 'id');
  return rows.map((row) => JSON.parse(row.body) as Expansion);
}

/** The regions of these expansions, by id; those of the catalog's own regional print have none. */
export async function regionsOf(reads: Reads, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsWhere(reads, 'expansions', { id: [...new Set(ids)] }, ['id', 'body']);
  return new Map(
    rows.flatMap(({ id, body }) => {
      const { region } = JSON.parse(body) as Expansion;
      return region === undefined ? [] : [[id, region] as const];
    }),
  );
}

/** Writes an expansion, and moves its cards where its release date moved. */
export async function putExpansion(writes: Writes, expansion: Expansion): Promise<void> {
  const { id, game, series_id, name, card_count_official, release_date } = expansion;
  const sort_date = release_date ?? LAST;
  const row = { id, game, series_id, sort_date, name, card_count_official, body: JSON.stringify(expansion) };
  await putRows(writes, 'expansions', ['id'], [row]);
  await setWhere(writes, 'cards', { sort_date }, { expansion_id: id, sort_date: other(sort_date) });
  await writes.touched({ expansions: true });
}

/** Writes the codes of the game's expansions, by id, where they differ; returns of how many they did. */
export async function putExpansionCodes(writes: Writes, game: string, codes: ReadonlyMap<string, readonly string[]>) {
  const stored = await rowsWhere(writes, 'expansions', { game }, ['id', 'codes']);
  const differing = stored.flatMap(({ id, codes: before }) => {
    const now = codes.get(id);
    const text = JSON.stringify(now);
    return now === undefined || text === before ? [] : [{ id, codes: text }];
  });
  for (const { id, codes: text } of differing) await setWhere(writes, 'expansions', { codes: text }, { id });
  return differing.length;
}

export const expansionIdsOfSeries = async (reads: Reads, seriesIds: readonly string[]): Promise<string[]> =>
  (await rowsWhere(reads, 'expansions', { series_id: seriesIds }, ['id'])).map(({ id }) => id);

export async function expansionIdsOfTotals(reads: Reads, totals: readonly number[]) {
  const rows = await rowsWhere(reads, 'expansions', { card_count_official: totals }, ['id', 'card_count_official']);
  const found = Map.groupBy(rows, ({ card_count_official }) => card_count_official);
  return new Map([...found].map(([total, expansions]) => [total, expansions.map(({ id }) => id)]));
}

/** An expansion as it stands in a sorted list, its name as it is compared. */
export type PlacedExpansion = Awaited<ReturnType<typeof placedExpansions>>[number];

interface AskedExpansions {
  game: string | undefined;
  series_id: string | undefined;
  released?: { from?: string | undefined; to?: string | undefined } | undefined;
}

/** Expansions of these games, series and days, in no order. A day that is not known is in no range. */
export async function placedExpansions(reads: Reads, { game, series_id, released }: AskedExpansions) {
  const { from = '', to } = released ?? {};
  const sort_date = released && within(from, to === undefined ? LAST : `${to}~`);
  const rows = await rowsWhere(reads, 'expansions', { game, series_id, sort_date }, ['id', 'name', 'sort_date']);
  return rows.map(({ id, name, sort_date }) => ({ id, name: foldName(name), sort_date }));
}

export async function allSeries(reads: Reads, game: string): Promise<Series[]> {
  const rows = await rowsWhere(reads, 'series', { game }, ['body']);
  return rows.map((row) => JSON.parse(row.body) as Series);
}

export function countSeries(reads: Reads, game: string | undefined): Promise<number> {
  const query = reads.selectFrom('series');
  return countOf(game === undefined ? query : query.where('game', '=', game));
}

export async function putSeries(writes: Writes, series: Series): Promise<void> {
  const [first] = series.expansions;
  const { id, game, name } = series;
  const sort_date = first?.release_date ?? LAST;
  const row = { id, game, sort_date, sort_id: first?.id ?? LAST, name, body: JSON.stringify(series) };
  await putRows(writes, 'series', ['id'], [row]);
}
