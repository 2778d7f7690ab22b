/** Which ids are whose: they are of one space over all games. */
import { other, rowsWhere, valuesBy } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';

export const gamesOfCards = (writes: Writes, ids: readonly string[]): Promise<Map<string, string>> =>
  valuesBy(writes, 'cards', { id: ids }, 'id', 'game');

/** The game of each of these ids, or of all, that stands for a record of a game other than `game`. */
export async function gamesOfIds<Id extends string | number>(
  writes: Writes,
  table: 'series' | 'expansions' | 'cards' | 'products',
  ids: readonly Id[] | undefined,
  game: string,
): Promise<Map<Id, string>> {
  return (await valuesBy(writes, table, { id: ids as never, game: other(game) }, 'id', 'game')) as Map<Id, string>;
}

/** Ids of a game's records, in their order. */
export async function idsOfGame<Id extends string | number>(
  reads: Reads,
  table: 'cards' | 'products' | 'expansions' | 'series',
  game: string,
): Promise<Id[]> {
  const rows = await rowsWhere(reads, table, { game }, ['id'], 'id');
  return rows.map(({ id }) => id as Id);
}
