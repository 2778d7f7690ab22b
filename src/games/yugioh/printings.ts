/** The printings of Yu-Gi-Oh! cards as the marketplaces sell them: a rarity of a set code is an article of its own. */
import type { PrintingRules } from '../game.ts';

export const printings: PrintingRules = {
  // The catalog tells no editions: what it names is the card without the mark of the first one, where both were sold.
  subTypesOf: () => ['Unlimited', 'Limited'],
  isBare: ({ stamps, foil, size }) => stamps.length === 0 && foil === null && size === 'standard',
  oddities: ({ stamps }) => [stamps.length],
  readsSecondHalf: () => false,
};
