/** Finds marketplace ids that several cards claim: a marketplace product is one card, so at most one of them is right. */
import {
  type ClaimingCard,
  type ClaimingVariant,
  claimedIds,
  claimsProduct,
  MARKETPLACES,
  type Marketplace,
  type SettledClaim,
} from '../../../catalog/claims.ts';

export interface SharedId {
  market: Marketplace;
  id: number;
  cards: { id: string; name: string; number: string | null }[];
  /** Whether those cards bear different names: then nobody is priced by the id. */
  contradictory: boolean;
  /** Whether printings of several cards of one name have it: it is the product of that which evidence names, or of none. */
  contested: boolean;
}

/** Every marketplace id that more than one card claims, by market and id. */
export function auditMappings(cards: readonly ClaimingCard[]): SharedId[] {
  return MARKETPLACES.flatMap((market) => {
    const claims = cards.flatMap((card) => [...claimedIds(card, market)].map((id) => ({ id, card })));
    return [...Map.groupBy(claims, ({ id }) => id)]
      .filter(([, of]) => of.length > 1)
      .sort(([a], [b]) => a - b)
      .map(([id, of]): SharedId => {
        const claiming = of.map(({ card }) => card);
        // Compared as printed: `ex` and `EX` in one name are two different cards.
        const contradictory = new Set(claiming.map(({ name }) => name)).size > 1;
        const printed = claiming.filter((card) => claimsProduct(card, market, id)).length;
        return {
          market,
          id,
          cards: claiming.map(({ id, name, number }) => ({ id, name, number })),
          contradictory,
          contested: !contradictory && printed > 1,
        };
      });
  });
}

export type KnownClaims = ReturnType<typeof knownClaims>;

/** Which product a printing is; where its claim does not hold, why. */
interface Claimed {
  product_id: number | null;
  refused?: 'contradictory-id' | 'claimed-by-several' | 'another-cards-article';
}

/** @param settled what became of claims that several cards of one name make, by printing */
export function knownClaims(cards: readonly ClaimingCard[], settled: ReadonlyMap<number, readonly SettledClaim[]>) {
  const shared = auditMappings(cards);
  const sharedAt = (market: Marketplace) =>
    new Map(shared.flatMap((entry) => (entry.market === market ? [[entry.id, entry] as const] : [])));
  const at = { tcgplayer: sharedAt('tcgplayer'), cardmarket: sharedAt('cardmarket') };
  return {
    shared,
    productOf: ({ id, external_ids }: Pick<ClaimingVariant, 'id' | 'external_ids'>, market: Marketplace): Claimed => {
      const claimed = external_ids[market];
      if (claimed === null) return { product_id: null };
      const entry = at[market].get(claimed);
      if (entry?.contradictory) return { product_id: claimed, refused: 'contradictory-id' };
      if (!entry?.contested) return { product_id: claimed };
      const known = settled.get(id)?.find((claim) => claim.market === market && claim.claimed === claimed);
      if (known?.product_id != null) return { product_id: known.product_id };
      const isAnothers = known?.settled_by === 'another-card';
      return { product_id: claimed, refused: isAnothers ? 'another-cards-article' : 'claimed-by-several' };
    },
  };
}
