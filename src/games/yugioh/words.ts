/** Words of Yu-Gi-Oh!: what the marketplaces call its sealed products, how lists of collectors write of it, what they search by. */
import { type SearchWords, shortFormsOf } from '../../catalog/words/search-words.ts';
import { FIRST_EDITION, type ListWords, type SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['yugioh', 'yu', 'gi', 'oh', 'tcg', 'the', 'of', 'and', 'set', 'exclusive', '1st', 'edition']),
  optional: new Set([]),
  synonyms: [
    [/\b(blister|tin|collection|deck)s\b/g, '$1'],
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\bbooster pack\b/g, 'booster'],
    [/\bmega tin\b/g, 'tin'],
  ],
  kinds: `special edition, structure deck, starter deck, booster box, mega pack, tin, blister, collection, deck,
    booster, box`.split(/,\s+/),
};

export const lists: ListWords = {
  titles: ['yugioh', 'yu gi oh', 'yu gi oh tcg', 'ygo'],
  isNumberOneCards: true,
  // The catalog tells no editions, and a printing has one price: of which of them, nothing says (printings.ts).
  printings: [
    { typed: [...FIRST_EDITION, 'unlimited', 'unlimited edition', 'limited', 'limited edition'], is: () => false },
    { typed: ['common short print', 'short print'], is: ({ subtype }) => /common|short-print/.test(subtype ?? '') },
  ],
  expansions: {},
};

/** The letters that lists of sets put behind a card: https://yugipedia.com/wiki/Rarity. A printing's subtype is its rarity. */
export const search: SearchWords = {
  shortForms: shortFormsOf(
    'printings',
    `sr: super-rare; ur: ultra-rare; scr: secret-rare; utr, ulti: ultimate-rare; gr, ghost: ghost-rare; pscr: prismatic-secret-rare;
    cr, collector rare: collectors-rare; str, starlight: starlight-rare; qcr, qcsr, qcscr, 25th secret: quarter-century-secret-rare;
    plscr: platinum-secret-rare; sp, ssp: short-print, super-short-print`,
  ),
};
