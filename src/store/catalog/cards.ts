/** Cards at rest: what a run compares with, what it puts in their place, and the numbers that stand for them. */
import type { Insertable, Selectable } from 'kysely';
import type { Card } from '../../catalog/records.ts';
import { filledUp, inBatches } from '../batches.ts';
import { insertion, statement } from '../engines/statement.ts';
import { putFacts } from '../listing/card-facts.ts';
import type { CardTable } from '../schema/catalog-tables.ts';
import type { Reads, Writes } from '../store.ts';
import { indexCards } from './external-ids.ts';

/** A card to be written; the store gives its key. */
export type CardRow = Omit<Selectable<CardTable>, 'key' | 'game'> & Pick<Insertable<CardTable>, 'game'>;

/** Visits all cards of the game without their records, some thousand rows in memory at a time. */
export async function eachPublishedCard(
  reads: Reads | Writes,
  game: string,
  visit: (card: Pick<CardRow, 'id' | 'expansion_id' | 'digest'>) => void,
): Promise<void> {
  for (const keys of inBatches(await keysOfGame(reads, game))) {
    const query = reads.selectFrom('cards').select(['id', 'expansion_id', 'digest']);
    for (const card of await query.where('key', 'in', filledUp(keys)).execute()) visit(card);
  }
}

/**
 * Keys of all cards of the game, ascending: what is read of them by these needs no order, in which a page after the other
 * would be sorted anew.
 */
export async function keysOfGame(reads: Reads | Writes, game: string): Promise<number[]> {
  const rows = await reads.selectFrom('cards').select('key').where('game', '=', game).execute();
  return rows.map(({ key }) => key).sort((a, b) => a - b);
}

/** Ids of all cards of the game, with the expansion of each. */
export function placedCards(reads: Reads | Writes, game: string): Promise<Pick<CardRow, 'id' | 'expansion_id'>[]> {
  return reads.selectFrom('cards').select(['id', 'expansion_id']).where('game', '=', game).execute();
}

/** What cards are recognised by where their ids are others now. */
export async function namedCards(
  reads: Reads | Writes,
  ids: readonly string[],
): Promise<Pick<CardRow, 'id' | 'expansion_id' | 'name' | 'number'>[]> {
  const found = [];
  for (const batch of inBatches(ids)) {
    const query = reads.selectFrom('cards').select(['id', 'expansion_id', 'name', 'number']);
    found.push(...(await query.where('id', 'in', batch).execute()));
  }
  return found;
}

/** Bodies of the cards named, by id. */
export async function cardBodies(reads: Reads | Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const batch of inBatches(ids)) {
    for (const row of await bodyRows(reads, { ids: filledUp(batch) })) bodies.set(row.id, row.body);
  }
  return bodies;
}

const bodyRows = statement((reads, { ids }: { ids: readonly string[] }) =>
  reads.selectFrom('cards').select(['id', 'body']).where('id', 'in', ids),
);

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

/**
 * Inserts or replaces cards; their keys stay. Those of `changed`, by default all, are not what they were. Whoever has just
 * written the bodies has the records in `known`, by id: to parse them again takes a sixteenth of a first run.
 */
export async function putCards(
  writes: Writes,
  rows: readonly CardRow[],
  changed: Pick<ReadonlySet<string>, 'has'> = new Set(rows.map(({ id }) => id)),
  known?: ReadonlyMap<string, Card>,
): Promise<void> {
  for (const batch of inBatches(rows)) {
    const keyed = await upsert(writes, batch);
    const keys = new Map(keyed.map(({ id, key }) => [id, key]));
    const cards = batch.map(({ id, name, body }) => ({
      key: keys.get(id) ?? 0,
      id,
      name,
      card: known?.get(id) ?? (JSON.parse(body) as Card),
    }));
    await indexCards(writes, cards);
    await putFacts(writes, cards, (id) => changed.has(id));
  }
}

const upsert = insertion((writes, rows: readonly CardRow[]) =>
  writes
    .insertInto('cards')
    .values(rows)
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
    .returning(['id', 'key']),
);

/** Replaces a card's record, where nothing that the list shows or sorts by has changed. */
export async function setCardBody(writes: Writes, id: string, body: string): Promise<void> {
  const { key, name } = await writes
    .updateTable('cards')
    .set({ body })
    .where('id', '=', id)
    .returning(['key', 'name'])
    .executeTakeFirstOrThrow();
  const card = JSON.parse(body) as Card;
  await indexCards(writes, [{ id, card }]);
  await putFacts(writes, [{ key, id, name, card }], () => true);
}
