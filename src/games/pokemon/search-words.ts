/** What Pokémon's collectors type for rarities and printings. */
import type { SearchWords } from '../../catalog/words/search-words.ts';

/** Above the usual cards of an era: what its collectors call a full or an alternate art is told by none of the sources. */
const FULL_ARTS = ['Ultra Rare', 'Full Art Trainer', 'Illustration rare', 'Special illustration rare'];

/**
 * The forms are those of https://tcgcardinvestor.com/articles/pokemon-tcg-acronyms (SIR, SAR, IR, AR, FA, alt art) and of
 * https://onlygreats.com/2024/02/19/pokemon-tcg-glossary/ (gold star, reverse holo, first edition, rainbow); UR, HR and RR are
 * printed on the cards of Japan.
 */
export const search: SearchWords = {
  shortForms: [
    { typed: ['sir', 'sar', 'special art rare'], rarities: ['Special illustration rare'] },
    { typed: ['ir', 'ar', 'art rare'], rarities: ['Illustration rare'] },
    { typed: ['fa', 'full art'], rarities: FULL_ARTS },
    { typed: ['aa', 'alt art', 'alternate art', 'alternative art'], rarities: ['Secret Rare', ...FULL_ARTS] },
    { typed: ['ur'], rarities: ['Ultra Rare'] },
    { typed: ['hr', 'gold'], rarities: ['Hyper rare', 'Mega Hyper Rare'] },
    { typed: ['rr'], rarities: ['Double rare'] },
    { typed: ['sr'], rarities: ['Secret Rare'] },
    { typed: ['rainbow rare'], printings: ['rainbow'] },
    { typed: ['rh', 'rev', 'reverse holo', 'reverse foil'], printings: ['reverse'] },
    { typed: ['foil', 'holofoil', 'holographic'], printings: ['holo'] },
    { typed: ['1st ed', 'first edition', 'first ed'], printings: ['1st-edition'] },
    { typed: ['poke ball'], printings: ['pokeball'] },
    { typed: ['master ball'], printings: ['masterball'] },
    { typed: ['prerelease'], printings: ['pre-release'] },
    { typed: ['black star promo'], rarities: ['Promo'] },
    { typed: ['gold star'], name: /[☆★]/u },
  ],
  // pokemontcg.io has `sv3pt5` for `sv03.5`: https://docs.pokemontcg.io/api-reference/sets/set-object
  codes: [[/\./, 'pt']],
};
