/** What the marketplaces call Lorcana's sealed products. */
import type { SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['disney', 'lorcana', 'tcg', 'the', 'of', 'and', 'set', 'exclusive']),
  optional: new Set([]),
  synonyms: [
    [/\b(blister|tin|collection|deck)s\b/g, '$1'],
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\bbooster pack\b/g, 'booster'],
    [/\billumineers trove( pack| box)?\b/g, 'illumineers trove'],
    [/\b(sleeved|blister) booster\b/g, 'blister booster'],
  ],
  kinds: [
    'illumineers trove',
    'illumineers quest',
    'booster box',
    'gift set',
    'starter deck',
    'blister booster',
    'tin',
    'collection',
    'deck',
    'booster',
    'box',
  ],
};
