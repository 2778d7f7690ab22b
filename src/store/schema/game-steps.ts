/** Makes room for several games: each record says of which one it is. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import type { ColumnTypes } from './column-types.ts';

/** What a store of one game is called until its configuration says otherwise. */
const FIRST_GAME = 'game';

/** The columns by which each list of a game is in its order. */
const ORDERS = {
  series: ['sort_date', 'sort_id', 'id'],
  expansions: ['sort_date', 'id'],
  cards: ['sort_date', 'expansion_id', 'number_sort', 'id'],
  products: ['id'],
} as const;

export async function gameTables(db: Transaction<Tables>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('games')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('id_prefix', text, (column) => column.notNull().unique())
    .execute();
  for (const [table, order] of Object.entries(ORDERS)) {
    await db.schema
      .alterTable(table)
      .addColumn('game', text, (column) => column.notNull().defaultTo(FIRST_GAME))
      .execute();
    await db.schema
      .createIndex(`${table}_game`)
      .on(table)
      .columns(['game', ...order])
      .execute();
  }
  await nameRecords(db);
  const first = await db.selectFrom('series').select('id').limit(1).executeTakeFirst();
  if (first) await db.insertInto('games').values({ name: FIRST_GAME, id_prefix: '' }).execute();
}

/** Each game's own versions; at 0 all of them count as moved with the catalog's. */
export async function gameVersionColumns({ schema }: Transaction<Tables>): Promise<void> {
  for (const column of ['version', 'names_version']) {
    await schema
      .alterTable('games')
      .addColumn(column, 'integer', (made) => made.notNull().defaultTo(0))
      .execute();
  }
}

/** Records are stored as they are answered: each says from now on first which game it is of. */
async function nameRecords(db: Transaction<Tables>): Promise<void> {
  const head = `{"game":"${FIRST_GAME}",`;
  const named = (column: string) => sql<string>`${head} || substr(${sql.ref(column)}, 2)`;
  for (const table of ['series', 'expansions', 'products'] as const) {
    await db
      .updateTable(table)
      .set({ body: named('body') })
      .execute();
  }
  await db
    .updateTable('cards')
    .set({ body: named('body'), summary: named('summary') })
    .execute();
  // Equal versions mean equal bytes, also for who held answers of before.
  await db
    .updateTable('meta')
    .set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
    .where('key', '=', 'catalog_version')
    .execute();
}
