/** How lists of collectors write of Lorcana. */
import type { ListWords } from '../game.ts';

export const lists: ListWords = {
  titles: ['lorcana', 'lorcana tcg', 'disney lorcana'],
  isNumberOneCards: true,
  printings: [
    [/\b(non ?foil|normal|regular)\b/, ({ type }) => type === 'normal'],
    [/\b(cold ?foil|holo ?foil|foil)\b/, ({ type }) => type === 'foil'],
  ],
  expansions: {},
};
