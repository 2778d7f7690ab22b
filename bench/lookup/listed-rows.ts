/** Rows as collectors' apps and hands write them, drawn by seed from the cards of a catalog. */
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { letterCount, pick, TYPOS } from '../search/misspell.ts';

/** A card of the catalog as its row is written from. */
export interface ListedCard {
  id: string;
  name: string;
  number: string;
  /** The expansion: its id, its name, the code that is printed on its cards, the count behind the slash. */
  expansion: { id: string; name: string; code: string; official: number };
  printing: { subType: string; isFoil: boolean; tcgplayer: number | null; cardmarket: number | null };
}

/** Makes a row that means the card. */
export type Writer = (card: ListedCard, random: () => number) => ListedRow;

/** TCGplayer's names that no rule gives, by our ids: read in the open code of several who map its groups. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  basep: 'WoTC Promo',
  bog: 'Best of Promos',
  bwp: 'Black and White Promos',
  dpp: 'Diamond and Pearl Promos',
  ecard1: 'Expedition',
  hgssp: 'HGSS Promos',
  me01: 'ME01: Mega Evolution',
  mep: 'ME: Mega Evolution Promo',
  mee: 'MEE: Mega Evolution Energies',
  np: 'Nintendo Promos',
  ru1: 'Rumble',
  sm1: 'SM Base Set',
  sm115: 'Hidden Fates',
  sma: 'Hidden Fates: Shiny Vault',
  smp: 'SM Promos',
  sv01: 'SV01: Scarlet & Violet Base Set',
  'sv03.5': 'SV: Scarlet & Violet 151',
  sve: 'SVE: Scarlet & Violet Energies',
  svp: 'SV: Scarlet & Violet Promo Cards',
  swsh1: 'SWSH01: Sword & Shield Base Set',
  'swsh4.5sv': 'Shining Fates: Shiny Vault',
  'swsh10.5': 'Pokemon GO',
  swshp: 'SWSH: Sword & Shield Promo Cards',
  xy1: 'XY Base Set',
  xyp: 'XY Promos',
};

/** What TCGplayer calls an expansion: `SWSH07: Evolving Skies`, `SM - Team Up`, `Diamond and Pearl`. */
function groupName({ id, name }: ListedCard['expansion']): string {
  const known = GROUP_NAMES[id];
  if (known !== undefined) return known;
  const plain = name.replace('&', 'and').replace("McDonald's Collection", "McDonald's Promos");
  const [, series = '', number = '', half] = /^(swsh|sv|me|sm|xy)(\d+)(\.5\w?)?(?:tg|gg)?$/.exec(id) ?? [];
  if (series === 'sm' || series === 'xy') return `${series.toUpperCase()} - ${name}`;
  if (series === '') return plain;
  return half === undefined
    ? `${series.toUpperCase()}${number.padStart(2, '0')}: ${name}`
    : `${series.toUpperCase()}: ${name}`;
}

const padded = (number: string): string => number.replace(/[0-9]+/, (digits) => digits.padStart(3, '0'));
const withTotal = ({ number, expansion: { official } }: ListedCard, isPadded: boolean): string => {
  const prefix = /^[A-Z]*/.exec(number)?.[0] ?? '';
  if (official === 0) return number;
  return isPadded ? `${padded(number)}/${prefix}${padded(String(official))}` : `${number}/${prefix}${official}`;
};
const maybe = (chance: number, random: () => number): boolean => random() < chance;
const finish = ({ printing }: ListedCard): string => (printing.isFoil ? 'foil' : 'normal');

function mistyped(name: string, random: () => number): string {
  const edits = random();
  const kind = edits < 0.5 ? undefined : edits < 0.85 ? 'one edit' : 'two edits';
  if (kind === undefined || letterCount(name) < (kind === 'one edit' ? 4 : 8)) return name;
  return TYPOS.find((each) => each.kind === kind)?.typo(name, random) ?? name;
}

/** By the app whose files look so; `by hand` is what people type into a sheet. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  'TCGplayer app': (card, random) => ({
    name: maybe(0.4, random) ? `${card.name} - ${withTotal(card, true)}` : card.name,
    number: withTotal(card, true),
    expansion: groupName(card.expansion),
    game: 'Pokemon',
    printing: card.printing.subType,
    condition: 'Near Mint',
    ...(card.printing.tcgplayer === null ? {} : { external_id: `tcgplayer:${card.printing.tcgplayer}` }),
  }),
  'TCGplayer seller': (card, random) => ({
    name: maybe(0.4, random) ? `${card.name} - ${withTotal(card, true)}` : card.name,
    number: withTotal(card, true),
    expansion: groupName(card.expansion),
    game: 'Pokemon',
    condition: `Lightly Played ${card.printing.subType}`,
  }),
  Cardmarket: (card, random) => ({
    name: maybe(0.3, random) ? `${card.name} (V.1)` : card.name,
    expansion: card.expansion.name,
    condition: 'Near Mint',
    ...(card.printing.cardmarket === null
      ? { number: card.number }
      : { external_id: `cardmarket:${card.printing.cardmarket}` }),
  }),
  ManaBox: (card) => ({
    name: card.name,
    number: card.number,
    expansion: card.expansion.code,
    printing: finish(card),
    condition: 'near_mint',
  }),
  'Dragon Shield': (card) => ({
    name: card.name,
    number: card.number,
    expansion: card.expansion.name,
    printing: card.printing.isFoil ? 'Foil' : 'Normal',
    condition: 'NearMint',
  }),
  Moxfield: (card) => ({
    name: card.name,
    number: card.number,
    expansion: card.expansion.code.toLowerCase(),
    printing: card.printing.isFoil ? 'foil' : 'normal',
    condition: 'Near Mint',
  }),
  Deckbox: (card) => ({
    name: card.name,
    number: card.number.replace(/^0+(?=\d)/, ''),
    expansion: card.expansion.name,
    condition: 'Good (Lightly Played)',
  }),
  Collectr: (card, random) => ({
    name: card.name,
    number: maybe(0.7, random) ? withTotal(card, false) : card.number,
    expansion: groupName(card.expansion),
    game: 'Pokemon',
    printing: card.printing.subType,
    condition: 'Near Mint',
  }),
  'by hand': (card, random) => {
    const { id, name, code } = card.expansion;
    const numbers = [card.number, card.number.toLowerCase(), `#${card.number}`, padded(card.number)];
    const slipped =
      letterCount(name) >= 6 ? (TYPOS.find(({ kind }) => kind === 'one edit')?.typo(name, random) ?? name) : name;
    const isCounted = maybe(0.5, random) && card.expansion.official > 0;
    const expansion = pick([name, name.toLowerCase(), id, code, groupName(card.expansion), slipped], random) ?? name;
    return {
      name: mistyped(card.name, random),
      number: isCounted ? withTotal(card, maybe(0.5, random)) : (pick(numbers, random) ?? card.number),
      // Who writes the count leaves the expansion out at times.
      ...(isCounted && maybe(0.4, random) ? {} : { expansion }),
    };
  },
};

/** Rows whose card the catalog lacks. */
const NOT_THERE = 'not in the catalog';
const NUMBER_NOT_THERE = 'name and expansion, number not in it';
export const MEANT_BY_NONE: ReadonlySet<string> = new Set([NOT_THERE, NUMBER_NOT_THERE]);

/** Rows that leave several cards open: what must not be told as certain. */
export const OPEN_WRITERS: Readonly<Record<string, Writer>> = {
  'name alone': ({ name }) => ({ name }),
  'name, mistyped': ({ name }, random) => ({ name: mistyped(name, random) }),
  'name and expansion': ({ name, expansion }) => ({ name, expansion: expansion.name }),
  'name and number': ({ name, number }) => ({ name, number }),
  [NUMBER_NOT_THERE]: ({ name, expansion }, random) => ({
    name,
    number: String(900 + Math.floor(random() * 90)),
    expansion: expansion.name,
  }),
  // A card that the catalog lacks: its name is another's, its place nobody's.
  [NOT_THERE]: ({ name }, random) => ({
    name,
    number: String(400 + Math.floor(random() * 90)),
    expansion: 'Tempest of Glass',
  }),
};
