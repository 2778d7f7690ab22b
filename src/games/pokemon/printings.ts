/** The printings of Pokémon cards as the marketplaces sell them. */
import type { Printing } from '../../catalog/records.ts';
import type { PrintingRules } from '../game.ts';

const FIRST_EDITION = '1st-edition';
const ORDINARY_TYPES = ['normal', 'holo', 'reverse'];

/** The sub types under which TCGplayer may sell a printing: before 2003 what is not of the first edition is `Unlimited`. */
function subTypesOf({ type, stamps }: Printing): string[] {
  if (type === 'reverse') return ['Reverse Holofoil'];
  const first = stamps.includes(FIRST_EDITION);
  if (type === 'holo') return first ? ['1st Edition Holofoil'] : ['Holofoil', 'Unlimited Holofoil'];
  if (type === 'normal') return first ? ['1st Edition'] : ['Normal', 'Unlimited'];
  return [];
}

export const SUB_TYPES = `Normal, Holofoil, Reverse Holofoil, 1st Edition, 1st Edition Holofoil, Unlimited,
  Unlimited Holofoil`.split(/,\s+/);

/** No stamp beside the first edition's, no foil, no other size: what a marketplace product without further words means. */
function isBare({ stamps, foil, size }: Printing): boolean {
  return stamps.every((stamp) => stamp === FIRST_EDITION) && foil === null && size === 'standard';
}

export const printings: PrintingRules = {
  subTypesOf,
  isBare,
  oddities: ({ type, subtype }) => [subtype === null ? 0 : 1, ORDINARY_TYPES.includes(type) ? 0 : 1],
  // Cardmarket sells a card and its reverse as one product, whose guide calls the reverse side `holo`; alone it is plain.
  readsSecondSide: ({ type }, sharers) => type === 'reverse' && sharers.some((sharer) => sharer.type !== 'reverse'),
};
