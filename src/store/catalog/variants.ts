/** Printings at rest: their ids, and in how many runs each was missing. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { inInserts } from '../batches.ts';
import { countOf, deleteWhere, putRows, rowsWhere, setWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A printing as it is stored. */
export type PublishedVariant = Selectable<Tables['variants']>;

/** Printings of the cards named, in the order of their ids. */
export const variantsOf = (reads: Reads, cardIds: readonly string[]): Promise<PublishedVariant[]> =>
  rowsWhere(reads, 'variants', { card_id: cardIds }, undefined, 'id');

export const variantCount = (reads: Reads, game: string): Promise<number> =>
  countOf(
    reads.selectFrom('variants').innerJoin('cards', 'cards.id', 'variants.card_id').where('cards.game', '=', game),
  );

/** Adds printings and returns them with the ids they were given. */
export async function addVariants(
  writes: Writes,
  rows: readonly Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>[],
): Promise<PublishedVariant[]> {
  const added: PublishedVariant[] = [];
  for (const some of inInserts(rows)) {
    added.push(...(await writes.insertInto('variants').values(some).returningAll().execute()));
  }
  await named(writes, added);
  return added;
}

/** Puts printings under ids that another store gave them. */
export async function putVariants(writes: Writes, rows: readonly PublishedVariant[]): Promise<void> {
  await putRows(writes, 'variants', ['id'], rows);
  await named(writes, rows);
}

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
export async function setMissingRuns(
  writes: Writes,
  variants: readonly Pick<PublishedVariant, 'id'>[],
  missingRuns: number,
): Promise<void> {
  await setWhere(writes, 'variants', { missing_runs: missingRuns }, { id: variants.map(({ id }) => id) });
}

export async function deleteVariants(writes: Writes, variants: readonly Pick<PublishedVariant, 'id' | 'card_id'>[]) {
  await deleteWhere(writes, 'variants', { id: variants.map(({ id }) => id) });
  await named(writes, variants);
}

/** A printing that comes, goes or is spelled anew may give others of its card another name. */
const named = (writes: Writes, variants: readonly Pick<PublishedVariant, 'card_id'>[]): Promise<void> =>
  writes.touched({ printings: [...new Set(variants.map(({ card_id }) => card_id))] });

/** Ids of cards of the game that have a printing which was absent in the last run. */
export const cardsWithMissingVariants = (reads: Reads, game: string) => cardsWhere(reads, game, sql`missing_runs > 0`);

/** Ids of cards of the game that yield what they claim to others. */
export const yieldingCards = (reads: Reads, game: string) => cardsWhere(reads, game, sql`missing_runs < 0`);

/** Lets the cards claim nothing until they come again, or claim what they did. */
export async function setYielding(writes: Writes, card_id: readonly string[], isYielding: boolean): Promise<void> {
  const [from, to] = isYielding ? [0, YIELDING] : [YIELDING, 0];
  await setWhere(writes, 'variants', { missing_runs: to }, { card_id, missing_runs: from });
}

/** In the place of a number of runs: not the printing is missing, but its card. */
const YIELDING = -1;

async function cardsWhere(reads: Reads, game: string, missing: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`select distinct card_id from variants
    join cards on cards.id = card_id where ${missing} and cards.game = ${game}`.execute(reads);
  return rows.map((row) => row.card_id);
}
