/** The printings of Magic cards as the marketplaces sell them. */
import type { PrintingRules } from '../game.ts';

/** TCGplayer knows these two; an etched card is a product of its own, whose only sub type is `Foil`. */
const SUB_TYPES: Readonly<Record<string, readonly string[]>> = {
  normal: ['Normal'],
  foil: ['Foil'],
  etched: ['Foil'],
};

/** The plainest first: of the finishes that share a row it speaks for the earlier one. */
const FINISHES = ['normal', 'foil', 'etched'];

const plainness = (type: string) => (FINISHES.includes(type) ? FINISHES.indexOf(type) : FINISHES.length);

export const printings: PrintingRules = {
  subTypesOf: ({ type }) => SUB_TYPES[type] ?? [],
  // Treatment, stamps and size are those of the whole card, whose product says them all: finishes alone tell printings apart.
  isBare: () => true,
  oddities: ({ type }) => [plainness(type)],
  // Every product of Magic has both price sides: what is sold as foil stands in the second, also where there is nothing else.
  readsSecondSide: ({ type }) => type === 'foil' || type === 'etched',
};
