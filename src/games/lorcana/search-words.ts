/** What Lorcana's collectors type for printings. */
import type { SearchWords } from '../../catalog/words/search-words.ts';

/** The sub types under which TCGplayer sells it: see printings.ts. */
export const search: SearchWords = {
  shortForms: [{ typed: ['cold foil', 'holofoil'], printings: ['foil'] }],
};
