/** Words of Pokémon: what the marketplaces call its sealed products, how lists of collectors write of it, what they search by. */
import { type SearchWords, shortFormsOf } from '../../catalog/words/search-words.ts';
import { FIRST_EDITION, type ListWords, NORMAL_FINISH, REVERSE_FINISH, type SealedWords } from '../game.ts';
import { JAPANESE_SETS } from './japanese-sets.ts';

export const sealed: SealedWords = {
  empty: new Set('pokemon tcg the of and exclusive version xy base set collector collectors'.split(' ')),
  optional: new Set(['ex', 'gx', 'v', 'vmax', 'vstar', 'tera']),
  synonyms: [
    [/\b(blister|tin|collection|deck)s\b/g, '$1'],
    [/\betb\b/g, 'elite trainer box'],
    [/\bbooster display( box)?\b/g, 'booster box'],
    [/\bhalf booster box\b/g, 'booster box 18 boosters'],
    [/\bbuild battle stadium( box| kit)?\b/g, 'stadium'],
    [/\b(build battle|prerelease)( box| kit| pack)?\b/g, 'build battle'],
    [/\b(premium checklane|stage 1)( blister)?\b/g, 'checklane blister'],
    [/\bsingle blister pack\b/g, '1 pack blister'],
    [/\bpack booster blister\b/g, 'pack blister'],
    [/\bbooster pack\b/g, 'booster'],
    [/\bpin collection\b/g, 'collection'],
  ],
  kinds: `elite trainer box plus, elite trainer box, stadium, build battle, booster bundle, booster box, theme deck,
    coin, mini tin, tin, checklane blister, blister, collection, deck, booster, box`.split(/,\s+/),
};

/** Eras of promos by the names that the catalog's have not; behind a bar those that they have. */
const PROMO_ERAS = {
  basep: 'wotc|wizards',
  np: '|nintendo',
  dpp: 'diamond and pearl, diamond pearl|dp',
  hgssp: 'heartgold soulsilver|hgss',
  bwp: 'black and white, black white|bw',
  xyp: '|xy',
  smp: 'sun and moon, sun moon|sm',
  swshp: 'sword and shield, sword shield|swsh',
  svp: 'scarlet and violet, scarlet violet|sv',
  mep: 'mega evolution|me',
};
/** What lists and shops call their promos. */
const PROMOS = Object.entries(PROMO_ERAS).flatMap(([id, eras]) => {
  const [others = [], own = []] = eras.split('|').map((each) => each.split(', ').filter(Boolean));
  const shops = own.flatMap((code) => others.map((era) => `${code} ${era}`));
  const named = [...own, ...others, ...shops].flatMap((era) => [`${era} promo`, `${era} promos`, `${era} promo cards`]);
  const long = others.flatMap((era) => [`${era} black star promo`, `${era} black star promos`]);
  return [...named, ...long].map((text): [string, string] => [text, id]);
});

/** What TCGplayer and Cardmarket call expansions in words that the catalog's names do not hold. */
const MARKET_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PROMOS),
  ...{ 'base set shadowless': 'base1', 'base set unlimited': 'base1', 'best of promos': 'bog', expedition: 'ecard1' },
  // As graders have them on their labels.
  ...{ 'pokemon game': 'base1', rocket: 'base5', 'pokemon rocket': 'base5' },
  ...{ 'xy base set': 'xy1', 'sm base set': 'sm1', 'swsh01 sword shield base set': 'swsh1' },
  ...{ 'sv01 scarlet violet base set': 'sv01', 'sv scarlet violet 151': 'sv03.5', 'scarlet violet 151': 'sv03.5' },
  ...{ 'ex unseen forces unown collection': 'exu', 'sve scarlet violet energies': 'sve' },
  'mee mega evolution energies': 'mee',
  // As decks of Pokémon TCG Live and their sites write promos.
  ...{ 'pr sv': 'svp', 'pr sw': 'swshp', 'pr swsh': 'swshp', 'pr sm': 'smp', 'pr xy': 'xyp', 'pr blw': 'bwp' },
  ...{ 'pr hs': 'hgssp', 'pr dpp': 'dpp', 'pr np': 'np' },
  // Codes of collectors' own.
  ...{ trr: 'ex7', hgss: 'hgss1' },
  'mcdonald s 25th anniversary promos': '2021swsh',
  'mcdonalds 25th anniversary promos': '2021swsh',
};

export const lists: ListWords = {
  titles: ['pokemon', 'pokemon tcg', 'pkmn', 'ポケモンカード', 'ポケカ'],
  isNumberOneCards: true,
  // `☆`, `δ`.
  signs: { 'gold star': 'star', 'delta species': 'delta', 'tag team gx': 'gx' },
  // `EX` is a condition too, and `V.1` a print.
  nameWords: ['vmax', 'vstar', 'gx', 'lv x', 'break', 'prime', 'tag team'],
  printings: [
    REVERSE_FINISH,
    NORMAL_FINISH,
    { typed: ['holo', 'holofoil', 'holo foil', 'holographic'], is: ({ type }) => type === 'holo', isFinish: true },
    // Lists that know two finishes mean whatever shines.
    { typed: ['foil'], is: ({ type }) => type !== 'normal', isFinish: true },
    { typed: FIRST_EDITION, is: ({ stamps }) => stamps.includes('1st-edition') },
    { typed: ['shadowless'], is: ({ subtype }) => subtype === 'shadowless' },
    // The first edition's stamp is what an unlimited card lacks: TCGplayer's shadowless ones too.
    {
      typed: ['unlimited', 'unlimited edition', 'unlim', 'unlimitiert', 'illimite'],
      is: ({ stamps }) => !stamps.includes('1st-edition'),
    },
    // A card of its own: its rarity says so.
    { typed: ['shiny'], is: () => false },
    { typed: ['jumbo', 'oversized', 'oversize', 'box topper'], is: ({ size }) => size === 'jumbo' },
  ],
  expansions: MARKET_NAMES,
};

/** Above the usual cards of an era: what its collectors call a full or an alternate art is told by none of the sources. */
const FULL_ARTS = ['Ultra Rare', 'Full Art Trainer', 'Illustration rare', 'Special illustration rare'];

/**
 * The forms are those of https://tcgcardinvestor.com/articles/pokemon-tcg-acronyms (SIR, SAR, IR, AR, FA, alt art) and of
 * https://onlygreats.com/2024/02/19/pokemon-tcg-glossary/ (gold star, reverse holo, first edition, rainbow); UR, HR and RR are
 * printed on the cards of Japan.
 */
export const search: SearchWords = {
  shortForms: [
    ...shortFormsOf(
      'rarities',
      `sir, sar, special art rare: Special illustration rare; ir, ar, art rare: Illustration rare;
      ur: Ultra Rare; hr, gold: Hyper rare, Mega Hyper Rare; rr: Double rare; sr: Secret Rare;
      ultra rare: Holo Rare V, Holo Rare VMAX, Holo Rare VSTAR; lv x, lvx: Rare Holo LV.X; black star promo: Promo;
      shiny: Shiny rare, Shiny rare V, Shiny rare VMAX, Shiny Ultra Rare`,
    ),
    ...shortFormsOf(
      'printings',
      `rainbow rare: rainbow; rh, rev, reverse holo, reverse foil: reverse; foil, holofoil, holographic: holo;
      1st ed, first edition, first ed: 1st-edition; poke ball, モンスターボール: pokeball; master ball, マスターボール: masterball;
      prerelease: pre-release; no symbol, no set symbol: missing-expansion-symbol; red cheek: shadowless-red-cheek`,
    ),
    { typed: ['fa', 'full art'], rarities: FULL_ARTS },
    {
      typed: ['aa', 'alt art', 'alternate art', 'alternate full art', 'alternative art'],
      rarities: ['Secret Rare', ...FULL_ARTS],
    },
    { typed: ['gold star'], name: /[☆★]/u },
  ],
  // pokemontcg.io has `sv3pt5` for `sv03.5`: https://docs.pokemontcg.io/api-reference/sets/set-object
  codes: [[/\./, 'pt']],
  expansions: JAPANESE_SETS,
};
