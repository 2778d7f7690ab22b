/** Ids that another game has: they are of one space over all games. */
import { filledUp, inBatches } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import type { Writes } from '../store.ts';

/** The game of each of these cards that is there, whichever it is. */
export async function gamesOfCards(writes: Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const batch of inBatches(ids)) {
    for (const { id, game } of await cardGames(writes, { ids: filledUp(batch) })) found.set(id, game);
  }
  return found;
}

const cardGames = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('cards').select(['id', 'game']).where('id', 'in', ids),
);

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
