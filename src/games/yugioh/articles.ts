/** Which article of a marketplace a printing is: each rarity of a number in a set is sold as one of its own. */
import { foldName } from '../../catalog/fold.ts';
import type { ArticleRules } from '../game.ts';
import { editionStamp } from './editions.ts';
import { isOneRarity, settledRarity } from './rarities.ts';

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

export const articles: ArticleRules = {
  tcgplayer: ({ name, rarity, group }, card, { subtype, stamps }) =>
    rarity !== null &&
    subtype !== null &&
    isOneRarity(settledRarity(rarity), subtype) &&
    // The article's name goes on with what sets it apart: its rarity, or that its picture is another.
    begins(name, card.name) &&
    isGroupOf(group ?? '', card.expansion, stamps),
  // Cardmarket tells the rarity where the name stands several times in the set.
  cardmarket: ({ rarity }, _, { subtype }) =>
    rarity === null || (subtype !== null && isOneRarity(settledRarity(rarity), subtype)),
};
