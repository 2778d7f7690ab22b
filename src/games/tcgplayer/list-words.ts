/** How lists of collectors write of games that TCGplayer lists. */
import type { ListWords } from '../game.ts';

export const lists: ListWords = {
  titles: [],
  // Parallels share the number of what they are parallel to, and are named apart: `(Parallel)`.
  isNumberOneCards: false,
  printings: [
    [/\b(non ?foil|normal|regular)\b/, ({ type }) => type === 'normal'],
    [/\breverse( holo)?( ?foil)?\b/, ({ type }) => type === 'reverse'],
    [/\b(foil|holo ?foil|holo)\b/, ({ type }) => type !== 'normal'],
    [/\b(1st|first) (edition|ed)\b/, ({ stamps }) => stamps.includes('1st-edition')],
  ],
  expansions: {},
};
