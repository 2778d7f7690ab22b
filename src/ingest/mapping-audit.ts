/** Finds marketplace ids that cannot be right: one article of a marketplace is one card, so it has one name. */
import type { ExternalIds, Printing } from '../catalog/records.ts';

/** A printing with its id here and the ids of the articles it is said to be. */
export interface ClaimingVariant extends Printing {
  id: number;
  external_ids: ExternalIds;
}

/** A card, and every marketplace id that is written on it or on one of its printings. */
export interface ClaimingCard {
  id: string;
  name: string;
  /** Written on the card as a whole; it may speak for no printing, and is a claim all the same. */
  external_ids: ExternalIds;
  variants: ClaimingVariant[];
}

export const MARKETS = ['tcgplayer', 'cardmarket'] as const;
export type Market = (typeof MARKETS)[number];

/** An id on several cards. */
export interface SharedId {
  market: Market;
  id: number;
  cards: { id: string; name: string }[];
  /** Whether those cards bear different names: then at most one of them can be right, and nobody is priced by the id. */
  contradictory: boolean;
}

/** Every marketplace id that more than one card claims, by market and id. */
export function auditMappings(cards: readonly ClaimingCard[]): SharedId[] {
  return MARKETS.flatMap((market) => {
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
export function withheldIds(shared: readonly SharedId[], market: Market): Set<number> {
  return new Set(shared.filter((entry) => entry.market === market && entry.contradictory).map(({ id }) => id));
}

function claimedIds(card: ClaimingCard, market: Market): Set<number> {
  const ids = [card.external_ids, ...card.variants.map(({ external_ids }) => external_ids)].map(
    (entry) => entry[market],
  );
  return new Set(ids.filter((id) => id !== null));
}
