/** Series at rest: all of them, and one put in its place. */
import type { Series } from '../../catalog/records.ts';
import type { Reads, Writes } from '../store.ts';
import { LAST } from '../tables.ts';

/** Every series of the game. */
export async function allSeries(reads: Reads | Writes, game: string): Promise<Series[]> {
  const rows = await reads.selectFrom('series').select('body').where('game', '=', game).execute();
  return rows.map((row) => JSON.parse(row.body) as Series);
}

export async function putSeries(writes: Writes, series: Series): Promise<void> {
  const [first] = series.expansions;
  const row = {
    game: series.game,
    sort_date: first?.release_date ?? LAST,
    sort_id: first?.id ?? LAST,
    name: series.name,
    body: JSON.stringify(series),
  };
  await writes
    .insertInto('series')
    .values({ id: series.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
