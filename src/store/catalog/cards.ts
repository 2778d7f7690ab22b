/** Cards at rest: what a run compares with, what it puts in their place, and the numbers that stand for them. */
import type { Insertable, Selectable } from 'kysely';
import type { Card } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { putFacts } from '../listing/card-facts.ts';
import type { CardTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';
import { indexCards } from './external-ids.ts';

/** A card as the comparison needs it: the body is read only for those that may have changed. */
export type PublishedCard = Pick<CardRow, 'id' | 'expansion_id' | 'name' | 'number' | 'digest'>;

/** A card to be written; the store gives its key. */
export type CardRow = Omit<Selectable<CardTable>, 'key' | 'game'> & Pick<Insertable<CardTable>, 'game'>;

/** Every card of the game, without its body. */
export function publishedCards(reads: Reads | Writes, game: string): Promise<PublishedCard[]> {
  return reads
    .selectFrom('cards')
    .select(['id', 'expansion_id', 'name', 'number', 'digest'])
    .where('game', '=', game)
    .execute();
}

/** Bodies of the cards named, by id. */
export async function cardBodies(reads: Reads | Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const batch of inBatches(ids)) {
    const rows = await reads.selectFrom('cards').select(['id', 'body']).where('id', 'in', batch).execute();
    for (const row of rows) bodies.set(row.id, row.body);
  }
  return bodies;
}

/** Numbers of the cards named, by id. */
export async function cardKeys(reads: Reads | Writes, ids: readonly string[]): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  for (const batch of inBatches(ids)) {
    const rows = await reads.selectFrom('cards').select(['id', 'key']).where('id', 'in', batch).execute();
    for (const { id, key } of rows) keys.set(id, key);
  }
  return keys;
}

/** Cards at a collector number of an expansion, given in its sortable form, in the order of their ids. */
export async function cardsAt(reads: Reads, expansionId: string, numberSort: string): Promise<Card[]> {
  const rows = await reads
    .selectFrom('cards')
    .select('body')
    .where('expansion_id', '=', expansionId)
    .where('number_sort', '=', numberSort)
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as Card);
}

/** Inserts or replaces cards; their keys stay. Those of `changed`, by default all, are not what they were. */
export async function putCards(
  writes: Writes,
  rows: readonly CardRow[],
  changed: ReadonlySet<string> = new Set(rows.map(({ id }) => id)),
): Promise<void> {
  for (const batch of inBatches(rows)) {
    await writes
      .insertInto('cards')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          expansion_id: ref('excluded.expansion_id'),
          sort_date: ref('excluded.sort_date'),
          number_sort: ref('excluded.number_sort'),
          name: ref('excluded.name'),
          number: ref('excluded.number'),
          summary: ref('excluded.summary'),
          body: ref('excluded.body'),
          digest: ref('excluded.digest'),
        })),
      )
      .execute();
    await indexCards(writes, batch);
    await putFacts(writes, batch, (id) => changed.has(id));
  }
}

/** Replaces a card's record, where nothing that the list shows or sorts by has changed. */
export async function setCardBody(writes: Writes, id: string, body: string): Promise<void> {
  await writes.updateTable('cards').set({ body }).where('id', '=', id).execute();
  await indexCards(writes, [{ id, body }]);
  await putFacts(writes, [{ id, body }], () => true);
}
