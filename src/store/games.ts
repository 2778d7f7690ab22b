/** The games whose records a store holds: their names, and what their ids begin with. */
import { sql } from 'kysely';
import { moveRegionLanguages } from './catalog/region-languages.ts';
import { deleteRecords } from './deleted-records.ts';
import { catalogVersion, setMetaValue } from './meta.ts';
import { countOf, deleteWhere, putRows, rowsWhere, setWhere } from './rows.ts';
import type { Tables } from './schema/tables.ts';
import type { Reads, Writes } from './store.ts';

export type StoredGame = Pick<Tables['games'], 'name' | 'id_prefix'>;

/** Every game, by name. */
export const storedGames = (reads: Reads): Promise<StoredGame[]> =>
  rowsWhere(reads, 'games', {}, ['name', 'id_prefix'], 'name');

/**
 * Every game that has records, by name, with the version of its last change: the catalog's where the store does not say.
 */
export async function servedGames(reads: Reads) {
  const named = await rowsWhere(reads, 'games', {}, ['name', 'id_prefix', 'version']);
  const found = await reads
    .selectFrom('expansions')
    .select('game')
    .union(reads.selectFrom('products').select('game'))
    .execute();
  const known = new Map(named.map((game) => [game.name, game]));
  const version = await catalogVersion(reads);
  return [...new Set([...known.keys(), ...found.map(({ game }) => game)])]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => known.get(name) ?? { name, id_prefix: '', version });
}

/** The schema of the first release that knows several games: one before it would take all records for its one game's. */
const SEVERAL_GAMES_SCHEMA = 12;

export async function addGame(writes: Writes, game: StoredGame): Promise<void> {
  // Two processes may start at once.
  await putRows(writes, 'games', ['name'], [game], []);
  const known = await storedGames(writes);
  if (known.length > 1) await setMetaValue(writes, 'schema_least', String(SEVERAL_GAMES_SCHEMA));
}

const TABLES = ['series', 'expansions', 'cards', 'products'] as const;

/** Records are stored as they are answered, and say first which game they are of. */
const headOf = (game: string) => `{"game":${JSON.stringify(game)},`;

/** Gives the records of a game that say no game its name: a release before games wrote them. Returns how many there were. */
export async function nameRecords(writes: Writes, game: string): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    const nameless = saying(writes, table, game, 1).where('game', '=', game).where('body', 'not like', '{"game":%');
    count += Number((await nameless.executeTakeFirstOrThrow()).numUpdatedRows);
  }
  return count;
}

/** Has records of a table say this game, in the place of so many letters that they begin with. */
function saying(writes: Writes, table: (typeof TABLES)[number], game: string, letters: number) {
  const named = (column: string) => sql<string>`${headOf(game)} || substr(${sql.ref(column)}, ${sql.lit(letters + 1)})`;
  return writes
    .updateTable(table)
    .set({ game, body: named('body'), ...(table === 'cards' && { summary: named('summary') }) });
}

/** Calls a game by another name in all its records; its ids stay. */
export async function renameGame(writes: Writes, from: string, to: string): Promise<void> {
  for (const table of TABLES) await saying(writes, table, to, headOf(from).length).where('game', '=', from).execute();
  await setWhere(writes, 'translations', { game: to }, { game: from });
  // The game stands in every row of its files.
  await deleteWhere(writes, 'recorded_days', { game: from });
  await moveRegionLanguages(writes, from, to);
  await setWhere(writes, 'games', { name: to }, { name: from });
  await writes.touched({ renamed: { from, to } });
}

/** Calls a source's task by another name wherever something is kept of it, so that it goes on where it was. */
export async function renameTask(writes: Writes, from: string, to: string): Promise<void> {
  await deleteWhere(writes, 'tasks', { name: to });
  for (const [table, column] of SOURCE_COLUMNS) {
    const name = sql.ref(column);
    await sql`update ${sql.table(table)} set ${name} = ${to} || substr(${name}, ${sql.lit(from.length + 1)})
      where ${name} = ${from} or substr(${name}, 1, ${sql.lit(from.length + 1)}) = ${`${from}:`}`.execute(writes);
  }
  // Current prices say their source among themselves, and so do those of marketplace products that nobody reads.
  const [was, is] = [JSON.stringify(from), JSON.stringify(to)];
  for (const table of ['current_prices', 'article_prices'] as const) {
    await sql`update ${sql.table(table)} set body = replace(body, ${was}, ${is}) where body like ${`%${was}%`}`.execute(
      writes,
    );
  }
}

export async function gameCounts(reads: Reads, game: string): Promise<Record<(typeof TABLES)[number], number>> {
  const counts: Partial<Record<(typeof TABLES)[number], number>> = {};
  for (const table of TABLES) {
    counts[table] = await countOf(reads.selectFrom(table).where('game', '=', game));
  }
  return counts as Record<(typeof TABLES)[number], number>;
}

/** Deletes a game with everything that is kept of its records and its sources. What its events reported stays in the feed. */
export async function deleteGame(writes: Writes, game: string): Promise<void> {
  for (const table of ['products', 'cards', 'expansions', 'series'] as const)
    await deleteRecords(writes, table, sql`game = ${game}`);
  for (const table of ['translations', 'recorded_days'] as const) await deleteWhere(writes, table, { game });
  const named = `${game}.`;
  for (const [table, column] of SOURCE_COLUMNS) {
    await sql`delete from ${sql.table(table)} where substr(${sql.ref(column)}, 1, ${named.length}) = ${named}`.execute(
      writes,
    );
  }
  await moveRegionLanguages(writes, game);
  await deleteWhere(writes, 'games', { name: game });
  await writes.touched({ renamed: { from: game, to: undefined } });
}

/** Where the name of a source's task stands, alone or before a colon. */
const SOURCE_COLUMNS = [
  ['tasks', 'name'],
  ['runs', 'task'],
  ['documents', 'task'],
  ['held_amounts', 'source'],
  ['judged_amounts', 'source'],
  ['group_rows', 'source'],
  ['source_days', 'source'],
  ['source_documents', 'source'],
  ['kept_documents', 'source'],
  ['held_parts', 'source'],
  ['held_parts', 'id'],
  ['held_rows', 'id'],
  ['asked_articles', 'source'],
] as const;
