/** Writes the articles that were found for printings into the cards, as if the catalog had named them. */
import type { Marketplace } from '../../catalog/claims.ts';
import type { Card } from '../../catalog/records.ts';
import { cardBodies, setCardBody } from '../../store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import type { Writes } from '../../store/store.ts';
import type { Changes } from '../changes.ts';
import { type FoundArticles, withArticle } from './found-articles.ts';

/** Cards changed at once: their records stand in memory together. */
const CARDS_AT_ONCE = 1000;

/** Writes what differs in cards of the game; returns how many printings have another article now, where any have. */
export async function publishFoundArticles(
  writes: Writes,
  { game, market }: { game: string; market: Marketplace },
  found: FoundArticles,
  changes: Changes,
): Promise<Record<string, number>> {
  if (found.size === 0) return {};
  const ids = [...found.keys()];
  let printings = 0;
  for (let start = 0; start < ids.length; start += CARDS_AT_ONCE) {
    for (const [id, text] of await cardBodies(writes, ids.slice(start, start + CARDS_AT_ONCE))) {
      const articles = found.get(id) ?? new Map();
      const card = JSON.parse(text) as Card;
      card.variants = card.variants.map((variant) => withArticle(variant, market, articles));
      await setCardBody(writes, id, JSON.stringify(card));
      changes.cards.add(id);
      printings += articles.size;
    }
  }
  await bumpCatalogVersion(writes, { games: [game], names: false });
  return { printings_linked: printings };
}
