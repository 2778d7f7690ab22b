/** Expansions at rest: all of them, and one put in its place. */
import type { Expansion } from '../../catalog/records.ts';
import type { Reads, Writes } from '../store.ts';
import { LAST } from '../tables.ts';

/** Every expansion of the game, in the order of the list. */
export async function allExpansions(reads: Reads | Writes, game: string): Promise<Expansion[]> {
  const rows = await reads
    .selectFrom('expansions')
    .select('body')
    .where('game', '=', game)
    .orderBy('sort_date')
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.body) as Expansion);
}

/** Writes an expansion, and moves its cards where its release date moved. */
export async function putExpansion(writes: Writes, expansion: Expansion): Promise<void> {
  const row = {
    game: expansion.game,
    series_id: expansion.series_id,
    sort_date: expansion.release_date ?? LAST,
    name: expansion.name,
    card_count_official: expansion.card_count_official,
    body: JSON.stringify(expansion),
  };
  await writes
    .insertInto('expansions')
    .values({ id: expansion.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writes
    .updateTable('cards')
    .set({ sort_date: row.sort_date })
    .where('expansion_id', '=', expansion.id)
    .where('sort_date', '!=', row.sort_date)
    .execute();
}
