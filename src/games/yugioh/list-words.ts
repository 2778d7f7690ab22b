/** How lists of collectors write of Yu-Gi-Oh!. */
import type { ListWords } from '../game.ts';

export const lists: ListWords = {
  titles: ['yugioh', 'yu gi oh', 'yu gi oh tcg', 'ygo'],
  isNumberOneCards: true,
  // The catalog tells no editions, and a printing has one price: of which of them, nothing says (printings.ts).
  printings: [[/\b((1st|first) ?(edition|ed)|unlimited|limited)( edition)?\b/, null]],
  expansions: {},
};
