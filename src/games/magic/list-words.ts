/** How lists of collectors write of Magic. */
import type { ListWords } from '../game.ts';

export const lists: ListWords = {
  titles: ['magic', 'magic the gathering', 'mtg'],
  isNumberOneCards: true,
  // An etched card is foil too: lists that know two finishes call it so.
  printings: [
    [/\b(foil )?etched( foil)?\b/, ({ type }) => type === 'etched'],
    [/\b(non ?foil|not foil|normal|regular)\b/, ({ type }) => type === 'normal'],
    [/\bfoil\b/, ({ type }) => type === 'foil' || type === 'etched'],
  ],
  expansions: {},
};
