/** Cards and printings as the matching sees them, with only what a test is about. */
import type { ClaimingCard, ClaimingVariant } from '../../../src/catalog/claims.ts';

let lastId = 0;

/** A plain normal printing with TCGplayer id 1 and Cardmarket id 11 unless told otherwise. */
export function variant(
  over: Partial<Omit<ClaimingVariant, 'external_ids'>> & { tp?: number | null; cm?: number | null } = {},
) {
  const { tp = 1, cm = 11, ...printing } = over;
  lastId += 1;
  return {
    id: lastId,
    type: 'normal',
    subtype: null,
    size: 'standard',
    stamps: [],
    foil: null,
    is_missing: false,
    ...printing,
    external_ids: { tcgplayer: tp, cardmarket: cm },
  } satisfies ClaimingVariant;
}

export function card(id: string, variants: ClaimingVariant[], over: Partial<ClaimingCard> = {}): ClaimingCard {
  return {
    game: 'game',
    id,
    name: `Name of ${id}`,
    number: null,
    expansion_id: 'e1',
    external_ids: { tcgplayer: null, cardmarket: null },
    variants,
    ...over,
  };
}
