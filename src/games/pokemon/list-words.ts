/** How lists of collectors write of Pokémon: titles of the game, words of printings, other names of expansions. */
import type { ListWords } from '../game.ts';

/** What TCGplayer and Cardmarket call expansions in words that the catalog's names do not hold. */
const MARKET_NAMES: Readonly<Record<string, string>> = {
  'base set shadowless': 'base1',
  'base set unlimited': 'base1',
  'wotc promo': 'basep',
  'best of promos': 'bog',
  expedition: 'ecard1',
  'nintendo promos': 'np',
  'diamond and pearl promos': 'dpp',
  'hgss promos': 'hgssp',
  'black and white promos': 'bwp',
  'xy promos': 'xyp',
  'xy base set': 'xy1',
  'sm promos': 'smp',
  'sm base set': 'sm1',
  'swsh sword shield promo cards': 'swshp',
  'swsh01 sword shield base set': 'swsh1',
  'sv scarlet violet promo cards': 'svp',
  'sv01 scarlet violet base set': 'sv01',
  'sv scarlet violet 151': 'sv03.5',
  'scarlet violet 151': 'sv03.5',
  'pokemon card 151': 'sv03.5',
  'sve scarlet violet energies': 'sve',
  'me mega evolution promo': 'mep',
  'mee mega evolution energies': 'mee',
  'hidden fates shiny vault': 'sma',
  'shining fates shiny vault': 'swsh4.5sv',
  'mcdonald s 25th anniversary promos': '2021swsh',
  'mcdonalds 25th anniversary promos': '2021swsh',
};

export const lists: ListWords = {
  titles: ['pokemon', 'pokemon tcg', 'pkmn'],
  isNumberOneCards: true,
  printings: [
    [/\b(reverse|rev|rh)( holo)?( ?foil)?\b/, ({ type }) => type === 'reverse'],
    [/\b(non ?holo|non ?foil|normal|regular)\b/, ({ type }) => type === 'normal'],
    [/\bholo( ?foil)?\b/, ({ type }) => type === 'holo'],
    // Lists that know two finishes mean whatever shines.
    [/\bfoil\b/, ({ type }) => type !== 'normal'],
    // As Germany, France, Italy and Spain write it too.
    [
      /\b(1st|first|1|1a|1e|1re|1ere) ?(edition|edicion|edizione|auflage|ed)\b/,
      ({ stamps }) => stamps.includes('1st-edition'),
    ],
    [/\bshadowless\b/, ({ subtype }) => subtype === 'shadowless'],
    // The first edition's stamp is what an unlimited card lacks.
    [/\bunlimited\b/, ({ subtype, stamps }) => subtype !== 'shadowless' && !stamps.includes('1st-edition')],
  ],
  expansions: MARKET_NAMES,
};
