/** What the marketplaces call Pokémon's sealed products. */
import type { SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['pokemon', 'tcg', 'the', 'of', 'and', 'exclusive']),
  synonyms: [
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\betb\b/g, 'elite trainer box'],
    [/\bbooster pack\b/g, 'booster'],
  ],
  kinds: [
    'elite trainer box',
    'build battle',
    'booster bundle',
    'booster box',
    'theme deck',
    'mini tin',
    'tin',
    'blister',
    'collection',
    'booster',
    'deck',
    'coin',
    'box',
  ],
};
