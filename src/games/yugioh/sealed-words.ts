/** What the marketplaces call Yu-Gi-Oh!'s sealed products. */
import type { SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['yugioh', 'yu', 'gi', 'oh', 'tcg', 'the', 'of', 'and', 'set', 'exclusive', '1st', 'edition']),
  optional: new Set([]),
  synonyms: [
    [/\b(blister|tin|collection|deck)s\b/g, '$1'],
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\bbooster pack\b/g, 'booster'],
    [/\bmega tin\b/g, 'tin'],
  ],
  kinds: [
    'special edition',
    'structure deck',
    'starter deck',
    'booster box',
    'mega pack',
    'tin',
    'blister',
    'collection',
    'deck',
    'booster',
    'box',
  ],
};
