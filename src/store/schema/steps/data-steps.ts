/** What steps of the schema do to the rows that are there. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

/** What a store of one game is called until its configuration says otherwise. */
export const FIRST_GAME = 'game';

/** Records are stored as they are answered: each says from now on first which game it is of. */
export async function nameRecords(db: Transaction<Tables>): Promise<void> {
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
  const first = await db.selectFrom('series').select('id').limit(1).executeTakeFirst();
  if (first) await db.insertInto('games').values({ name: FIRST_GAME, id_prefix: '' }).execute();
}

/** As if this release had made the last move: all would be made once more. */
export async function noteEntries(db: Transaction<Tables>): Promise<void> {
  await sql`insert into meta (key, value) select 'entries_of', value from meta where key = 'catalog_version'`.execute(
    db,
  );
}

/** Numbers made of signs were kept as one upstream writes them in addresses, and in small letters. */
export async function signNumbers(db: Transaction<Tables>): Promise<void> {
  const normalized = (now: string) =>
    sql.raw(
      `replace(summary, '"number_normalized":"' || number_sort || '"', '"number_normalized":"' || ${now} || '"')`,
    );
  await sql`update cards set number = '?', number_sort = '?', body = replace(body, '"number":"%3F"', '"number":"?"'),
    summary = replace(${normalized("'?'")}, '"number":"%3F"', '"number":"?"') where number = '%3F'`.execute(db);
  await sql`update cards set number_sort = replace(number_sort, 'φ', 'Φ'), summary = ${normalized(
    "replace(number_sort, 'φ', 'Φ')",
  )} where number like '%Φ%'`.execute(db);
}
