/** Takes claims away from printings that no longer come: an article that one which does come names is that one's. */
import { type ClaimingCard, MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';

/** The cards, their missing printings without the ids that any present printing names. */
export function withoutLostClaims(cards: readonly ClaimingCard[]): ClaimingCard[] {
  const taken: Record<Marketplace, Set<number | null>> = { tcgplayer: new Set(), cardmarket: new Set() };
  for (const { variants } of cards) {
    for (const { is_missing, external_ids } of variants) {
      for (const market of MARKETPLACES) if (!is_missing) taken[market].add(external_ids[market]);
    }
  }
  const left = (market: Marketplace, id: number | null) => (taken[market].has(id) ? null : id);
  return cards.map((card) => {
    if (!card.variants.some(({ is_missing }) => is_missing)) return card;
    const variants = card.variants.map((variant) => {
      if (!variant.is_missing) return variant;
      const { tcgplayer, cardmarket } = variant.external_ids;
      const external_ids = { tcgplayer: left('tcgplayer', tcgplayer), cardmarket: left('cardmarket', cardmarket) };
      return { ...variant, external_ids };
    });
    return { ...card, variants };
  });
}
