/** Which ids are whose: they are of one space over all games. */
import { oneOf, readInBatches } from '../batches.ts';
import { statement } from '../engines/statement.ts';
import { other, rowsWhere } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';

/** The game of each of these cards that is there, whichever it is. */
export async function gamesOfCards(writes: Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await readInBatches(ids, (some) => cardGames(writes, { ids: some }));
  return new Map(rows.map(({ id, game }) => [id, game]));
}

const cardGames = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('cards').select(['id', 'game']).where('id', 'in', oneOf(ids)),
);

/** The game of each of these ids that stands for a record of a game other than `game`. */
export async function gamesOfIds<Id extends string | number>(
  writes: Writes,
  table: 'series' | 'expansions' | 'cards' | 'products',
  ids: readonly Id[],
  game: string,
): Promise<Map<Id, string>> {
  const rows = await rowsWhere(writes, table, { id: ids as never, game: other(game) }, ['id', 'game']);
  return new Map(rows.map((row) => [row.id as Id, row.game]));
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
