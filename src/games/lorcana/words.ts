/** Words of Lorcana: what the marketplaces call its sealed products, how lists of collectors write of it, what they search by. */
import type { SearchWords } from '../../catalog/words/search-words.ts';
import { type ListWords, NORMAL_FINISH, type SealedWords } from '../game.ts';

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
  kinds: `illumineers trove, illumineers quest, booster box, gift set, starter deck, blister booster, tin, collection,
    deck, booster, box`.split(/,\s+/),
};

export const lists: ListWords = {
  titles: ['lorcana', 'lorcana tcg', 'disney lorcana'],
  isNumberOneCards: true,
  printings: [
    NORMAL_FINISH,
    { typed: ['foil', 'cold foil', 'holo foil', 'holo'], is: ({ type }) => type === 'foil', isFinish: true },
  ],
  expansions: {},
};

/** The sub types under which TCGplayer sells it: see printings.ts. */
export const search: SearchWords = {
  shortForms: [
    { typed: ['cold foil', 'holofoil'], printings: ['foil'] },
    { typed: ['enchanted'], rarities: ['Enchanted'] },
  ],
  // The letters that apps write for the chapters: as Lorcana API's sets have them, and as great-illuminary/lorcana-data has.
  expansions: {
    ...{ 1: ['tfc'], 2: ['rof', 'rotf'], 3: ['iti'], 4: ['urs', 'urr'], 5: ['ssk'] },
    ...{ 6: ['azs', 'azu'], 7: ['ari', 'arc'], 8: ['roj'], 9: ['fab'] },
  },
};
