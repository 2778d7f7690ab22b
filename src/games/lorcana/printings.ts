/** The printings of Lorcana cards as the marketplaces sell them. */
import type { Printing } from '../../catalog/records.ts';
import type { PrintingRules } from '../game.ts';

/** What is sold beside a plain printing is `Cold Foil`; promotional cards and the dearest rarities, foil only, `Holofoil`. */
const SUB_TYPES: Readonly<Record<string, readonly string[]>> = {
  normal: ['Normal'],
  foil: ['Cold Foil', 'Holofoil'],
};

const isBare = ({ stamps, foil, size }: Printing): boolean =>
  stamps.length === 0 && foil === null && size === 'standard';

export const printings: PrintingRules = {
  subTypesOf: ({ type }) => SUB_TYPES[type] ?? [],
  isBare,
  oddities: ({ type }) => [type === 'normal' ? 0 : 1],
  // Cardmarket sells a card and its foil as one product, whose guide calls the second side `foil`.
  readsSecondSide: ({ type }) => type === 'foil',
};
