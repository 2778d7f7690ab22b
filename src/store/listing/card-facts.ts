/** What each card can be filtered by, kept beside its record. */

import { foldName } from '../../catalog/fold.ts';
import { cardFacts } from '../../catalog/listing/card-fields.ts';
import type { Card } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import type { Writes } from '../store.ts';
import type { CardFactTable } from './listing-tables.ts';

const CARDS_AT_ONCE = 500;

interface KeyedCard {
  key: number;
  name: string;
  /** The record as JSON. */
  body: string;
}

const rowOf = ({ key, name, body }: KeyedCard, changed_at: number): CardFactTable => ({
  key,
  name: foldName(name),
  facts: JSON.stringify(cardFacts(JSON.parse(body) as Card)),
  changed_at,
});

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Takes the facts from these records, in the transaction that writes them; those of `changed` count as changed now. */
export async function putFacts(
  writes: Writes,
  cards: readonly { id: string; body: string }[],
  changed: (id: string) => boolean,
): Promise<void> {
  const now = nowInSeconds();
  for (const batch of inBatches(cards)) {
    const bodies = new Map(batch.map(({ id, body }) => [id, body]));
    const keys = await writes
      .selectFrom('cards')
      .select(['id', 'key', 'name'])
      .where('id', 'in', [...bodies.keys()])
      .execute();
    const [isOther, same] = [true, false].map((isChanged) => keys.filter(({ id }) => changed(id) === isChanged));
    const rowsOf = (cards: typeof keys = []) =>
      cards.map(({ id, key, name }) => rowOf({ key, name, body: bodies.get(id) ?? '' }, now));
    await upsert(writes, rowsOf(isOther), true);
    await upsert(writes, rowsOf(same), false);
  }
}

async function upsert(writes: Writes, rows: readonly CardFactTable[], isChanged: boolean): Promise<void> {
  if (rows.length === 0) return;
  await writes
    .insertInto('card_facts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        facts: ref('excluded.facts'),
        ...(isChanged && { changed_at: ref('excluded.changed_at') }),
      })),
    )
    .execute();
}

/** Takes the facts of all cards: nobody knows when those changed, so that all of them count as changed now. */
export async function fillFacts(writes: Writes): Promise<void> {
  const now = nowInSeconds();
  for (let last: number | undefined = 0; last !== undefined; ) {
    const cards: KeyedCard[] = await writes
      .selectFrom('cards')
      .select(['key', 'name', 'body'])
      .where('key', '>', last)
      .orderBy('key')
      .limit(CARDS_AT_ONCE)
      .execute();
    await upsert(
      writes,
      cards.map((card) => rowOf(card, now)),
      true,
    );
    last = cards.at(-1)?.key;
  }
}
