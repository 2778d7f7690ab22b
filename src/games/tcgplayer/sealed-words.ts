/** What the marketplaces call sealed products of any game. */
import type { SealedWords } from '../game.ts';

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
