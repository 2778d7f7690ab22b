/** Cards at rest: what a run compares with, what it puts in their place, and the numbers that stand for them. */
import type { Insertable, Selectable } from 'kysely';
import type { Card, CardSummary } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { putRows, rowsWhere, valuesBy } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** A card to be written; the store gives its key. */
export type CardRow = Omit<Selectable<Tables['cards']>, 'key' | 'game'> & Pick<Insertable<Tables['cards']>, 'game'>;

/** Visits all cards of the game without their records, some thousand rows in memory at a time. */
export async function eachPublishedCard(
  reads: Reads,
  game: string,
  visit: (card: Pick<CardRow, 'id' | 'expansion_id' | 'digest'>) => void,
): Promise<void> {
  for (const key of inBatches(await keysOfGame(reads, game))) {
    for (const card of await rowsWhere(reads, 'cards', { key }, ['id', 'expansion_id', 'digest'])) visit(card);
  }
}

/**
 * Keys of all cards of the game, ascending: what is read of them by these needs no order, in which a page after the other
 * would be sorted anew.
 */
export async function keysOfGame(reads: Reads, game: string): Promise<number[]> {
  return (await rowsWhere(reads, 'cards', { game }, ['key'])).map(({ key }) => key).sort((a, b) => a - b);
}

export const placedCards = (reads: Reads, game: string): Promise<Pick<CardRow, 'id' | 'expansion_id'>[]> =>
  rowsWhere(reads, 'cards', { game }, ['id', 'expansion_id']);

/** The language of each card's record, by its id: undefined for that of its line. */
export async function cardLanguages(reads: Reads, game: string): Promise<Map<string, string | undefined>> {
  const ofLanguage = reads.selectFrom('cards').select(['id', 'summary']).where('game', '=', game);
  const rows = await ofLanguage.where('summary', 'like', '%"lang":"%').execute();
  const known = new Map(rows.map(({ id, summary }) => [id, (JSON.parse(summary) as CardSummary).lang]));
  return new Map((await placedCards(reads, game)).map(({ id }) => [id, known.get(id)]));
}

/** What cards are recognised by where their ids are others now. */
export const namedCards = (reads: Reads, ids: readonly string[]) =>
  rowsWhere(reads, 'cards', { id: ids }, ['id', 'expansion_id', 'name', 'number']);

/** Bodies of the cards named, by id. */
export const cardBodies = (reads: Reads, ids: readonly string[]): Promise<Map<string, string>> =>
  valuesBy(reads, 'cards', { id: ids }, 'id', 'body');

/** Numbers of the cards named, by id. */
export const cardKeys = (reads: Reads, ids: readonly string[]): Promise<Map<string, number>> =>
  valuesBy(reads, 'cards', { id: ids }, 'id', 'key');

/** Cards at a collector number of an expansion, given in its sortable form, in the order of their ids. */
export async function cardsAt(reads: Reads, expansionId: string, numberSort: string): Promise<Card[]> {
  const place = { expansion_id: expansionId, number_sort: numberSort };
  const rows = await rowsWhere(reads, 'cards', place, ['body'], 'id');
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
    await putRows(writes, 'cards', ['id'], batch);
    const ids = batch.map(({ id }) => id);
    const keys = await cardKeys(writes, ids);
    const cards = batch.map(({ id, name, body }) => ({
      key: keys.get(id) ?? 0,
      id,
      name,
      card: known?.get(id) ?? (JSON.parse(body) as Card),
      isChanged: changed.has(id),
    }));
    await writes.touched({ cards });
  }
}

/** Replaces a card's record, where nothing that the list shows or sorts by has changed. */
export async function setCardBody(writes: Writes, id: string, body: string): Promise<void> {
  const { key, name } = await writes
    .updateTable('cards')
    .set({ body })
    .where('id', '=', id)
    .returning(['key', 'name'])
    .executeTakeFirstOrThrow();
  await writes.touched({ cards: [{ key, id, name, card: JSON.parse(body) as Card, isChanged: true }] });
}
