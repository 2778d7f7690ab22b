/** Finds marketplace ids that cannot be right: one article of a marketplace is one card, so it has one name. */
import { type ClaimingCard, claimedIds, MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';

/** An id on several cards. */
export interface SharedId {
  market: Marketplace;
  id: number;
  cards: { id: string; name: string }[];
  /** Whether those cards bear different names: then at most one of them can be right, and nobody is priced by the id. */
  contradictory: boolean;
}

/** Every marketplace id that more than one card claims, by market and id. */
export function auditMappings(cards: readonly ClaimingCard[]): SharedId[] {
  return MARKETPLACES.flatMap((market) => {
    const claimants = new Map<number, { id: string; name: string }[]>();
    for (const card of cards) {
      for (const id of claimedIds(card, market)) {
        const known = claimants.get(id);
        if (known) known.push({ id: card.id, name: card.name });
        else claimants.set(id, [{ id: card.id, name: card.name }]);
      }
    }
    return [...claimants]
      .filter(([, claiming]) => claiming.length > 1)
      .sort(([a], [b]) => a - b)
      .map(([id, claiming]) => ({
        market,
        id,
        cards: claiming,
        // Compared as printed: `ex` and `EX` in one name are two different cards.
        contradictory: new Set(claiming.map(({ name }) => name)).size > 1,
      }));
  });
}

/** The contradictory ids of one market. */
export function withheldIds(shared: readonly SharedId[], market: Marketplace): Set<number> {
  return new Set(shared.filter((entry) => entry.market === market && entry.contradictory).map(({ id }) => id));
}
