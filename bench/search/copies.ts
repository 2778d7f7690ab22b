/** Adds the cards of a store once more, as often as is asked: a catalog of any size from one that is real. */
import { seeded } from '../../demo/random.ts';
import { numberNormalized } from '../../src/catalog/collector-number.ts';
import type { Card, Expansion } from '../../src/catalog/records.ts';
import { inBatches } from '../../src/store/batches.ts';
import { cardBodies, putCards } from '../../src/store/catalog/cards.ts';
import { allExpansions, putExpansion } from '../../src/store/catalog/expansions.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { LAST } from '../../src/store/schema/tables.ts';
import type { Store } from '../../src/store/store.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';

/** Each copy in expansions of its own. */
export async function addCopies(store: Store, ids: readonly string[], copies: number, day: string): Promise<void> {
  const cards = [...(await cardBodies(store.reads, ids)).values()].map((body) => JSON.parse(body) as Card);
  const expansions = await allExpansions(store.reads, 'game');
  for (let copy = 1; copy <= copies; copy += 1) await addCopy(store, cards, expansions, copy, day);
}

/** Adds the cards once more, in expansions of their own, priced at random. */
async function addCopy(
  store: Store,
  cards: readonly Card[],
  expansions: readonly Expansion[],
  copy: number,
  day: string,
) {
  const random = seeded(copy);
  const of = (id: string) => `c${copy}-${id}`;
  const dates = new Map(expansions.map(({ id, release_date }) => [id, release_date ?? LAST]));
  await store.write(async (writes) => {
    for (const expansion of expansions) await putExpansion(writes, { ...expansion, id: of(expansion.id) });
    for (const batch of inBatches(cards)) {
      const rows = batch.map((card) => {
        const own = { ...card, id: of(card.id), expansion_id: of(card.expansion_id) };
        const { game, id, expansion_id, number, name, rarity, image } = own;
        const number_normalized = numberNormalized(number);
        const summary = JSON.stringify({ game, id, expansion_id, number, name, rarity, image, number_normalized });
        const sort = { sort_date: dates.get(card.expansion_id) ?? LAST, number_sort: number_normalized ?? LAST };
        return { id, game, expansion_id, ...sort, name, number, summary, body: JSON.stringify(own), digest: id };
      });
      await putCards(writes, rows);
    }
    const prices = new Map(
      cards.map(({ id, variants: [variant] }) => {
        const amounts = { market: Math.round(10 ** (1 + random() * 3)), low: null, high: null };
        return [of(id), [{ variant_id: variant?.id ?? 1, market: 'usd', condition: 'NM', amounts } as const]];
      }),
    );
    await bumpCatalogVersion(writes, { games: ['game'], names: true });
    await writeCardPrices(writes, { source: 'bench', observed_on: day, game: 'game' }, prices);
  });
}
