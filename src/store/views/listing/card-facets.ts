/** What each card can be filtered by, kept beside its record. */
import { foldName } from '../../../catalog/fold.ts';
import { cardFacets } from '../../../catalog/listing/card-fields.ts';
import type { Card } from '../../../catalog/records.ts';
import { inPortions } from '../../batches.ts';
import { deleteWhere, putRows } from '../../rows.ts';
import type { TouchedCard } from '../../touched.ts';
import type { View } from '../view.ts';

const CARDS_AT_ONCE = 500;

const rowOf = ({ key, name, card }: Pick<TouchedCard, 'key' | 'name' | 'card'>, changed_at: number) => ({
  key,
  name: foldName(name),
  facts: JSON.stringify(cardFacets(card)),
  changed_at,
});

const nowInSeconds = () => Math.floor(Date.now() / 1000);

export const storedFacts: View = {
  follows: ['cards'],
  update: async (writes, { cards = [], deleted }) => {
    const now = nowInSeconds();
    const rowsOf = (isOther: boolean) => cards.flatMap((card) => (card.isChanged === isOther ? rowOf(card, now) : []));
    await putRows(writes, 'card_facts', ['key'], rowsOf(true));
    await putRows(writes, 'card_facts', ['key'], rowsOf(false), ['name', 'facts']);
    await deleteWhere(writes, 'card_facts', { key: deleted?.cards?.map(({ key }) => key) ?? [] });
  },
  rebuild: async (writes) => {
    await writes.deleteFrom('card_facts').where('key', 'not in', writes.selectFrom('cards').select('key')).execute();
    // Nobody knows when those changed whose facets are not what their records say: they count as changed now.
    const now = nowInSeconds();
    const next = (last?: { key: number }) =>
      writes
        .selectFrom('cards')
        .leftJoin('card_facts', 'card_facts.key', 'cards.key')
        .select(['cards.key as key', 'cards.name as name', 'body', 'card_facts.name as folded', 'facts'])
        .where('cards.key', '>', last?.key ?? 0)
        .orderBy('cards.key')
        .limit(CARDS_AT_ONCE)
        .execute();
    for await (const cards of inPortions(next)) {
      const rows = cards.flatMap(({ key, name, body, folded, facts }) => {
        const row = rowOf({ key, name, card: JSON.parse(body) as Card }, now);
        return row.name === folded && row.facts === facts ? [] : [row];
      });
      await putRows(writes, 'card_facts', ['key'], rows);
    }
  },
};
