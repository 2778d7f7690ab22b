/** What the catalog says of marketplaces: which printing is said to be which product there. */
import type { ExternalIds, Printing } from './records.ts';

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

/** Numbers that are printed on cards for their name, whichever set they are of: kept among their attributes under these names. */
export const PRINTED_IDS = ['passcode'] as const;
/** Whose numbers find cards. */
export type NumberedId = Marketplace | (typeof PRINTED_IDS)[number];
export const NUMBERED_IDS: readonly NumberedId[] = [...MARKETPLACES, ...PRINTED_IDS];

/** By what it is known which of several cards a product is: the marketplace's own number, one in its name, amounts, its list. */
export type SettledBy = 'number' | 'name' | 'amounts' | 'listed-under-both';

/** What became of a printing's claim to a product that other cards of its name claim too. */
export interface SettledClaim {
  variant_id: number;
  market: Marketplace;
  card_id: string;
  /** The product that the catalog names. */
  claimed: number;
  /** The one that it is; null where that is not known. */
  product_id: number | null;
  /** By what; of those that have none, whether the product claimed is known to be another card's. */
  settled_by: SettledBy | 'another-card' | 'nothing';
}

/** Every id of `market` that is written on the card or on one of its printings. */
export function claimedIds(card: ClaimingCard, market: Marketplace): Set<number> {
  const ids = new Set<number>();
  for (const { external_ids } of [card, ...card.variants]) {
    const id = external_ids[market];
    if (id !== null) ids.add(id);
  }
  return ids;
}

/** Whether the id is written on one of the card's printings. */
export const claimsProduct = ({ variants }: ClaimingCard, market: Marketplace, id: number): boolean =>
  variants.some(({ external_ids }) => external_ids[market] === id);
