/** How lists of collectors write of Yu-Gi-Oh!. */
import type { ListWords } from '../game.ts';

export const lists: ListWords = {
  titles: ['yugioh', 'yu gi oh', 'yu gi oh tcg', 'ygo'],
  isNumberOneCards: true,
  // The catalog tells no editions: what it names is sold in all of them.
  printings: [[/\b(1st edition|first edition|unlimited|limited)\b/, () => true]],
  expansions: {},
};
