/** Ids that another game has: they are of one space over all games. */
import { inBatches } from '../batches.ts';
import type { Writes } from '../store.ts';

/** The game of each of these ids that stands for a record of a game other than `game`. */
export async function gamesOfIds<Id extends string | number>(
  writes: Writes,
  table: 'series' | 'expansions' | 'cards' | 'products',
  ids: readonly Id[],
  game: string,
): Promise<Map<Id, string>> {
  const found = new Map<Id, string>();
  for (const batch of inBatches(ids)) {
    const rows = await writes
      .selectFrom(table)
      .select(['id', 'game'])
      .where('id', 'in', batch as never)
      .where('game', '!=', game)
      .execute();
    for (const row of rows) found.set(row.id as Id, row.game);
  }
  return found;
}
