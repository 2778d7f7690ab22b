/** Series at rest: all of them, and one put in its place. */
import type { Series } from '../../catalog/records.ts';
import { countOf, putRows } from '../put-rows.ts';
import { rowsWhere } from '../rows-where.ts';
import { LAST } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

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
