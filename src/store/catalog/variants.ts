/** Printings at rest: their ids, and in how many runs each was missing. */
import type { Selectable } from 'kysely';
import { filledUp, inBatches } from '../batches.ts';
import { insertion, statement } from '../engines/statement.ts';
import type { VariantTable } from '../schema/catalog-tables.ts';
import { putEntries } from '../shown/put-entries.ts';
import type { Reads, Writes } from '../store.ts';

/** A printing as it is stored. */
export type PublishedVariant = Selectable<VariantTable>;

/** Printings of the cards named, in the order of their ids. */
export async function variantsOf(reads: Reads | Writes, cardIds: readonly string[]): Promise<PublishedVariant[]> {
  const found: PublishedVariant[] = [];
  for (const batch of inBatches(cardIds)) found.push(...(await variantRows(reads, { ids: filledUp(batch) })));
  return found;
}

export async function variantCount(reads: Reads | Writes, game: string): Promise<number> {
  const row = await reads
    .selectFrom('variants')
    .innerJoin('cards', 'cards.id', 'variants.card_id')
    .where('cards.game', '=', game)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const variantRows = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('variants').selectAll().where('card_id', 'in', ids).orderBy('id'),
);

/** Adds printings and returns them with the ids they were given. */
export async function addVariants(
  writes: Writes,
  rows: readonly Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>[],
): Promise<PublishedVariant[]> {
  const added = await insertVariants(writes, rows);
  await named(writes, added);
  return added;
}

const insertVariants = insertion(
  (writes, rows: readonly Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>[]) =>
    writes.insertInto('variants').values(rows).returningAll(),
);

/** Puts printings into other slots of their cards; each has come, as it is spelled now. */
export async function respellVariants(
  writes: Writes,
  rows: readonly Pick<PublishedVariant, 'id' | 'identity' | 'ordinal'>[],
): Promise<void> {
  const respelled: Pick<PublishedVariant, 'card_id'>[] = [];
  for (const { id, identity, ordinal } of rows) {
    const update = writes.updateTable('variants').set({ identity, ordinal, missing_runs: 0 }).where('id', '=', id);
    respelled.push(...(await update.returning('card_id').execute()));
  }
  await named(writes, respelled);
}

/** Records in how many successive runs each printing has been missing. */
export async function setMissingRuns(writes: Writes, ids: readonly number[], missingRuns: number): Promise<void> {
  for (const batch of inBatches(ids)) {
    await writes.updateTable('variants').set({ missing_runs: missingRuns }).where('id', 'in', batch).execute();
  }
}

export async function deleteVariants(writes: Writes, ids: readonly number[]): Promise<void> {
  const deleted: Pick<PublishedVariant, 'card_id'>[] = [];
  for (const batch of inBatches(ids)) {
    deleted.push(...(await writes.deleteFrom('variants').where('id', 'in', batch).returning('card_id').execute()));
  }
  await named(writes, deleted);
}

/** A printing that comes, goes or is spelled anew may give others of its card another name. */
const named = (writes: Writes, variants: readonly Pick<PublishedVariant, 'card_id'>[]): Promise<void> =>
  putEntries(writes, 'id', [...new Set(variants.map(({ card_id }) => card_id))]);

/** Ids of cards of the game that have a printing which was absent in the last run. */
export async function cardsWithMissingVariants(reads: Reads | Writes, game: string): Promise<string[]> {
  const rows = await reads
    .selectFrom('variants')
    .innerJoin('cards', 'cards.id', 'variants.card_id')
    .select('card_id')
    .where('missing_runs', '>', 0)
    .where('cards.game', '=', game)
    .distinct()
    .execute();
  return rows.map((row) => row.card_id);
}
