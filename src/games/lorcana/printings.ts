/** The printings of Lorcana cards as the marketplaces sell them. */
import type { PrintingRules } from '../game.ts';

/** What is sold beside a plain printing is `Cold Foil`; promotional cards and the dearest rarities, foil only, `Holofoil`. */
const SUB_TYPES: Readonly<Record<string, readonly string[]>> = {
  normal: ['Normal'],
  foil: ['Cold Foil', 'Holofoil'],
};

export const printings: PrintingRules = {
  subTypesOf: ({ type }) => SUB_TYPES[type] ?? [],
  isBare: ({ stamps, foil, size }) => stamps.length === 0 && foil === null && size === 'standard',
  oddities: ({ type }) => [type === 'normal' ? 0 : 1],
  // Cardmarket sells a card and its foil as one product, whose guide calls the second side `foil`.
  readsSecondSide: ({ type }) => type === 'foil',
};
