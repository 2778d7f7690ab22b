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
  // The letters that apps write for the chapters: as Lorcana API's sets have them, and as great-illuminary/lorcana-data has.
  expansions: {
    ...{ tfc: '1', rof: '2', rotf: '2', iti: '3', urs: '4', urr: '4', ssk: '5' },
    ...{ azs: '6', azu: '6', ari: '7', arc: '7', roj: '8', fab: '9' },
  },
};

/** The sub types under which TCGplayer sells it: see printings.ts. */
export const search: SearchWords = {
  shortForms: [{ typed: ['cold foil', 'holofoil'], printings: ['foil'] }],
};
