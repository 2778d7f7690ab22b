/** What the catalog says of marketplaces: which printing is said to be which article there. */
import type { ExternalIds, Printing } from './records.ts';

/** A printing with its id here and the ids of the articles it is said to be. */
export interface ClaimingVariant extends Printing {
  id: number;
  external_ids: ExternalIds;
  /** It did not come with the last complete record of its card. */
  is_missing: boolean;
}

/** A card, and every marketplace id that is written on it or on one of its printings. */
export interface ClaimingCard {
  game: string;
  id: string;
  name: string;
  number: string | null;
  expansion_id: string;
  /** Written on the card as a whole; it may speak for no printing, and is a claim all the same. */
  external_ids: ExternalIds;
  variants: ClaimingVariant[];
}

export const MARKETPLACES = ['tcgplayer', 'cardmarket'] as const;
export type Marketplace = (typeof MARKETPLACES)[number];

/** Every id of `market` that is written on the card or on one of its printings. */
export function claimedIds(card: ClaimingCard, market: Marketplace): Set<number> {
  const ids = [card.external_ids, ...card.variants.map((variant) => variant.external_ids)].map(
    (entry) => entry[market],
  );
  return new Set(ids.filter((id) => id !== null));
}
