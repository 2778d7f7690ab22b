/** The games whose records a store holds: their names, and what their ids begin with. */
import { sql } from 'kysely';
import { deleteCardsWhere, deletePrices } from './catalog/deleted-cards.ts';
import { moveLineLanguages } from './catalog/line-languages.ts';
import { setMetaValue } from './meta.ts';
import { productOwner } from './prices/price-series.ts';
import type { GameTable } from './schema/catalog-tables.ts';
import type { Reads, Writes } from './store.ts';

export type StoredGame = Pick<GameTable, 'name' | 'id_prefix'>;

/** Every game, by name. */
export function storedGames(reads: Reads | Writes): Promise<StoredGame[]> {
  return reads.selectFrom('games').select(['name', 'id_prefix']).orderBy('name').execute();
}

/** The schema of the first release that knows several games: one before it would take all records for its one game's. */
const SEVERAL_GAMES_SCHEMA = 12;

export async function addGame(writes: Writes, game: StoredGame): Promise<void> {
  // Two processes may start at once.
  await writes
    .insertInto('games')
    .values(game)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const known = await storedGames(writes);
  if (known.length > 1) await setMetaValue(writes, 'schema_least', String(SEVERAL_GAMES_SCHEMA));
}

const TABLES = ['series', 'expansions', 'cards', 'products'] as const;

/** Records are stored as they are answered, and say first which game they are of. */
const headOf = (game: string) => `{"game":${JSON.stringify(game)},`;

/** Gives the records of a game that say no game its name: a release before games wrote them. Returns how many there were. */
export async function nameRecords(writes: Writes, game: string): Promise<number> {
  const named = (column: 'body' | 'summary') => sql<string>`${headOf(game)} || substr(${sql.ref(column)}, 2)`;
  let count = 0;
  for (const table of TABLES) {
    const { numUpdatedRows } = await writes
      .updateTable(table)
      .set({ body: named('body'), ...(table === 'cards' && { summary: named('summary') }) })
      .where('game', '=', game)
      .where('body', 'not like', '{"game":%')
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
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
  await writes.updateTable('translations').set({ game: to }).where('game', '=', from).execute();
  await writes.updateTable('movers').set({ game: to }).where('game', '=', from).execute();
  await moveLineLanguages(writes, from, to);
  await writes.updateTable('games').set({ name: to }).where('name', '=', from).execute();
}

/** Calls a source's task by another name wherever something is kept of it, so that it goes on where it was. */
export async function renameTask(writes: Writes, from: string, to: string): Promise<void> {
  await writes.deleteFrom('tasks').where('name', '=', to).execute();
  for (const [table, column] of SOURCE_COLUMNS) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
      writes,
    );
  }
  // Current prices say their source among themselves.
  const [was, is] = [JSON.stringify(from), JSON.stringify(to)];
  await writes
    .updateTable('current_prices')
    .set({ body: sql<string>`replace(body, ${was}, ${is})` })
    .where('body', 'like', `%${was}%`)
    .execute();
}

/** How many records a game has. */
export async function gameCounts(reads: Reads, game: string): Promise<Record<(typeof TABLES)[number], number>> {
  const counts: Partial<Record<(typeof TABLES)[number], number>> = {};
  for (const table of TABLES) {
    const { count } = await reads
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('game', '=', game)
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts as Record<(typeof TABLES)[number], number>;
}

/** Ids of a game's cards or products, in their order. */
export async function idsOfGame<Id extends string | number>(
  reads: Reads | Writes,
  table: 'cards' | 'products',
  game: string,
): Promise<Id[]> {
  const rows = await reads.selectFrom(table).select('id').where('game', '=', game).orderBy('id').execute();
  return rows.map(({ id }) => id as Id);
}

/** Deletes a game with everything that is kept of its records and its sources. What its events told stays in the feed. */
export async function deleteGame(writes: Writes, game: string): Promise<void> {
  const of = (table: (typeof TABLES)[number], value: string) =>
    sql<string>`(select ${sql.raw(value)} from ${sql.table(table)} where game = ${game})`;
  for (const table of ['sealed_links', 'product_expansions', 'product_types'] as const) {
    await sql`delete from ${sql.table(table)} where product_id in ${of('products', 'id')}`.execute(writes);
  }
  await deletePrices(writes, of('products', `id * 2 + ${productOwner(0)}`));
  await deleteCardsWhere(writes, sql`game = ${game}`);
  for (const [kind, table] of [
    ['expansion', 'expansions'],
    ['series', 'series'],
  ] as const) {
    await sql`delete from aliases where kind = ${kind} and target_id in ${of(table, 'id')}`.execute(writes);
  }
  for (const table of [...TABLES, 'translations'] as const) {
    await writes.deleteFrom(table).where('game', '=', game).execute();
  }
  const named = `${game}.`;
  for (const [table, column] of SOURCE_COLUMNS) {
    await sql`delete from ${sql.table(table)} where substr(${sql.ref(column)}, 1, ${named.length}) = ${named}`.execute(
      writes,
    );
  }
  await writes.deleteFrom('movers').where('game', '=', game).execute();
  await moveLineLanguages(writes, game);
  await writes.deleteFrom('games').where('name', '=', game).execute();
}

/** Where the name of a source's task stands. */
const SOURCE_COLUMNS = [
  ['tasks', 'name'],
  ['runs', 'task'],
  ['documents', 'task'],
  ['held_amounts', 'source'],
  ['group_rows', 'source'],
  ['asked_articles', 'source'],
] as const;
