/** Words of Magic: what the marketplaces call its sealed products, how lists of collectors write of it, what they search by. */
import { type SearchWords, shortFormsOf } from '../../catalog/words/search-words.ts';
import { type ListWords, NORMAL_FINISH, type SealedWords } from '../game.ts';

export const sealed: SealedWords = {
  empty: new Set(['magic', 'gathering', 'mtg', 'the', 'of', 'and', 'edition', 'exclusive', 'version']),
  optional: new Set(['universes', 'beyond']),
  synonyms: [
    [/\b(deck|pack|kit|display)s\b/g, '$1'],
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\bdisplay box\b/g, 'booster box'],
    [/\bfat pack( bundle)?\b/g, 'bundle'],
    [/\bbundle gift edition\b/g, 'gift bundle'],
    [/\bbooster pack\b/g, 'booster'],
    [/\bpre ?release (pack|kit|box)\b/g, 'prerelease'],
    [/\bcommander deck (set|display)\b/g, 'commander deck case'],
    [/\bpreconstructed deck\b/g, 'deck'],
  ],
  kinds: `collector booster box, draft booster box, play booster box, set booster box, jumpstart booster box,
    booster box, collector booster, draft booster, play booster, set booster, jumpstart booster, theme booster,
    gift bundle, bundle, prerelease, starter kit, commander deck, planeswalker deck, intro pack, theme deck, deck,
    booster, box`.split(/,\s+/),
};

export const lists: ListWords = {
  titles: ['magic', 'magic the gathering', 'mtg'],
  isNumberOneCards: true,
  // `Commander: Innistrad: Midnight Hunt`
  besideSets: /\b(?:commander|promo pack|extras|masterpieces?)\b/,
  // An etched card is foil too: lists that know two finishes call it so.
  printings: [
    { typed: ['etched', 'foil etched', 'etched foil'], is: ({ type }) => type === 'etched', isFinish: true },
    NORMAL_FINISH,
    { typed: ['foil', 'traditional foil'], is: ({ type }) => type === 'foil' || type === 'etched', isFinish: true },
    { typed: ['oversize', 'jumbo'], is: ({ size }) => size === 'oversized' },
  ],
  expansions: {},
};

/**
 * Scryfall writes `frame_effects` and `promo_types` as one word (https://scryfall.com/docs/api/frames); people write two, or the
 * letters that shops put behind names.
 */
export const search: SearchWords = {
  shortForms: [
    ...shortFormsOf('rarities', 'mythic rare: mythic'),
    ...shortFormsOf(
      'printings',
      `full art, fa: fullart, borderless-fullart, showcase-fullart, extendedart-fullart; borderless: borderless-fullart;
      extended art, ea: extendedart, extendedart-fullart; showcase: showcase-fullart; foil etched, etched foil: etched;
      surge foil: surgefoil; rainbow foil: rainbowfoil; promo pack: promopack`,
    ),
  ],
};
