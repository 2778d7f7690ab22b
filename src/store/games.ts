/** The games whose records a store holds: their names, and what their ids begin with. */
import { sql } from 'kysely';
import type { GameTable } from './schema/catalog-tables.ts';
import type { Reads, Writes } from './store.ts';

export type StoredGame = GameTable;

/** Every game, by name. */
export function storedGames(reads: Reads | Writes): Promise<StoredGame[]> {
  return reads.selectFrom('games').selectAll().orderBy('name').execute();
}

export async function addGame(writes: Writes, game: StoredGame): Promise<void> {
  await writes.insertInto('games').values(game).execute();
}

const TABLES = ['series', 'expansions', 'cards', 'products'] as const;

/** Records are stored as they are answered, and say first which game they are of. */
const headOf = (game: string) => `{"game":${JSON.stringify(game)},`;

/** Gives the records of a game that say no game its name: a release before games wrote them. */
export async function nameRecords(writes: Writes, game: string): Promise<void> {
  const named = (column: 'body' | 'summary') => sql<string>`${headOf(game)} || substr(${sql.ref(column)}, 2)`;
  for (const table of TABLES) {
    await writes
      .updateTable(table)
      .set({ body: named('body'), ...(table === 'cards' && { summary: named('summary') }) })
      .where('game', '=', game)
      .where('body', 'not like', '{"game":%')
      .execute();
  }
}

/** Calls a game by another name in all its records; its ids stay. */
export async function renameGame(writes: Writes, from: string, to: string): Promise<void> {
  const length = headOf(from).length;
  const renamed = (column: 'body' | 'summary') =>
    sql<string>`${headOf(to)} || substr(${sql.ref(column)}, ${sql.lit(length + 1)})`;
  for (const table of TABLES) {
    await writes
      .updateTable(table)
      .set({ game: to, body: renamed('body'), ...(table === 'cards' && { summary: renamed('summary') }) })
      .where('game', '=', from)
      .execute();
  }
  await writes.updateTable('games').set({ name: to }).where('name', '=', from).execute();
}

/** Calls a source's task by another name wherever something is kept of it, so that it goes on where it was. */
export async function renameTask(writes: Writes, from: string, to: string): Promise<void> {
  await writes.deleteFrom('tasks').where('name', '=', to).execute();
  await writes.updateTable('tasks').set({ name: to }).where('name', '=', from).execute();
  for (const table of ['runs', 'documents'] as const) {
    await writes.updateTable(table).set({ task: to }).where('task', '=', from).execute();
  }
  // Current prices say their source among themselves.
  const [was, is] = [JSON.stringify(from), JSON.stringify(to)];
  await writes
    .updateTable('current_prices')
    .set({ body: sql<string>`replace(body, ${was}, ${is})` })
    .where('body', 'like', `%${was}%`)
    .execute();
  for (const table of ['held_amounts', 'group_rows', 'asked_articles'] as const) {
    await writes.updateTable(table).set({ source: to }).where('source', '=', from).execute();
  }
}
