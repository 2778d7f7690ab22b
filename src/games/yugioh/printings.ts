/** The printings of Yu-Gi-Oh! cards as the marketplaces sell them: each rarity of a set code is a product of its own. */
import { foldName } from '../../catalog/fold.ts';
import type { MarketplaceProductRules, PrintingRules } from '../game.ts';
import { editionStamp, isOneRarity, settledRarity } from './rarities.ts';

export const printings: PrintingRules = {
  // The catalog tells no editions: what it names is the card without the mark of the first one, where both were sold.
  subTypesOf: () => ['Unlimited', 'Limited'],
  isBare: ({ stamps, foil, size }) => stamps.length === 0 && foil === null && size === 'standard',
  oddities: () => [],
  readsSecondSide: () => false,
};

/** Whether one text is the other, or goes on where it ends. */
const begins = (text: string, beginning: string): boolean => `${foldName(text)} `.startsWith(`${foldName(beginning)} `);

/**
 * Whether a group may be the set of printings with this stamp. Of one number in two sets the stamp tells which it is; a set
 * that is called quite otherwise there may still be the expansion itself.
 */
function isGroupOf(group: string, expansion: string, [stamp]: readonly string[]): boolean {
  const told = editionStamp(group, expansion);
  return stamp === undefined ? told === undefined || !begins(group, expansion) : told === stamp;
}

export const marketplaceProducts: MarketplaceProductRules = {
  tcgplayer: ({ name, rarity, group }, card, { subtype, stamps }) =>
    rarity !== null &&
    subtype !== null &&
    isOneRarity(settledRarity(rarity), subtype) &&
    // The marketplace product's name goes on with what sets it apart: its rarity, or that its picture is another.
    begins(name, card.name) &&
    isGroupOf(group ?? '', card.expansion, stamps),
  // Cardmarket tells the rarity where the name stands several times in the set.
  cardmarket: ({ rarity }, _, { subtype }) =>
    rarity === null || (subtype !== null && isOneRarity(settledRarity(rarity), subtype)),
};
