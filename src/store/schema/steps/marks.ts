/** How a step says what follows from other tables and is to be made anew: code that lives may read what only a later step makes. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

/** What a key of `meta` begins with whose rest names a derived table. */
export const ANEW = 'anew.' as const;

/** Has the derived table `name` of views.ts made anew once the last step is done; of an empty store there is nothing to make. */
export async function makeAnew(db: Transaction<Tables>, name: string): Promise<void> {
  await sql`insert into meta (key, value) select ${ANEW + name}, '' where
    (exists (select 1 from cards) or exists (select 1 from products)) and
    not exists (select 1 from meta where key = ${ANEW + name})`.execute(db);
}
