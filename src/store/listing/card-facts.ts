/** What each card can be filtered by, kept beside its record. */

import { foldName } from '../../catalog/fold.ts';
import { cardFacts } from '../../catalog/listing/card-fields.ts';
import type { Card } from '../../catalog/records.ts';
import { inBatches } from '../batches.ts';
import { insertion } from '../engines/statement.ts';
import type { Writes } from '../store.ts';
import type { CardFactTable } from './listing-tables.ts';

const CARDS_AT_ONCE = 500;

interface KeyedCard {
  key: number;
  name: string;
  card: Card;
}

const rowOf = ({ key, name, card }: KeyedCard, changed_at: number): CardFactTable => ({
  key,
  name: foldName(name),
  facts: JSON.stringify(cardFacts(card)),
  changed_at,
});

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Takes the facts from these records, in the transaction that writes them; those of `changed` count as changed now. */
export async function putFacts(
  writes: Writes,
  cards: readonly (KeyedCard & { id: string })[],
  changed: (id: string) => boolean,
): Promise<void> {
  const now = nowInSeconds();
  for (const batch of inBatches(cards)) {
    const { true: isOther = [], false: same = [] } = Object.groupBy(batch, ({ id }) => `${changed(id)}` as const);
    await putChanged(
      writes,
      isOther.map((card) => rowOf(card, now)),
    );
    await putSame(
      writes,
      same.map((card) => rowOf(card, now)),
    );
  }
}

const upsert = (isChanged: boolean) =>
  insertion((writes, rows: readonly CardFactTable[]) =>
    writes
      .insertInto('card_facts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          facts: ref('excluded.facts'),
          ...(isChanged && { changed_at: ref('excluded.changed_at') }),
        })),
      ),
  );
const putChanged = upsert(true);
const putSame = upsert(false);

interface StoredFacts {
  key: number;
  name: string;
  body: string;
  /** What its facts say now, null where it has none. */
  folded: string | null;
  facts: string | null;
}

/**
 * Takes the facts of all cards whose facts are not what their records say: nobody knows when those changed, so that they
 * count as changed now.
 */
export async function fillFacts(writes: Writes): Promise<void> {
  const now = nowInSeconds();
  for (let last: number | undefined = 0; last !== undefined; ) {
    const cards: StoredFacts[] = await writes
      .selectFrom('cards')
      .leftJoin('card_facts', 'card_facts.key', 'cards.key')
      .select(['cards.key as key', 'cards.name as name', 'body', 'card_facts.name as folded', 'facts'])
      .where('cards.key', '>', last)
      .orderBy('cards.key')
      .limit(CARDS_AT_ONCE)
      .execute();
    const rows = cards.flatMap(({ key, name, body, folded, facts }) => {
      const row = rowOf({ key, name, card: JSON.parse(body) as Card }, now);
      return row.name === folded && row.facts === facts ? [] : [row];
    });
    await putChanged(writes, rows);
    last = cards.at(-1)?.key;
  }
}
