/** Words of any game that TCGplayer lists: what marketplaces call sealed products, how lists of collectors write. */
import { FIRST_EDITION, type ListWords, NORMAL_FINISH, REVERSE_FINISH, type SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['tcg', 'ccg', 'card', 'game', 'the', 'of', 'and', 'set', 'exclusive', 'version']),
  optional: new Set(),
  synonyms: [
    [/\b(blister|tin|collection|deck)s\b/g, '$1'],
    [/\b(?:booster )?display( box)?\b/g, 'booster box'],
    [/\bbooster pack\b/g, 'booster'],
  ],
  kinds: ['booster box', 'starter deck', 'blister', 'collection', 'tin', 'deck', 'booster', 'box'],
};

export const lists: ListWords = {
  titles: [],
  // Parallels share the number of what they are parallel to, and are named apart: `(Parallel)`.
  isNumberOneCards: false,
  printings: [
    NORMAL_FINISH,
    REVERSE_FINISH,
    { typed: ['foil', 'holo', 'holofoil', 'holo foil'], is: ({ type }) => type !== 'normal', isFinish: true },
    { typed: FIRST_EDITION, is: ({ stamps }) => stamps.includes('1st-edition') },
  ],
  expansions: {},
};
