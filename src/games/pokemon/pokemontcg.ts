/** Our records as the clients of pokemontcg.io v2 know them: its ids, names of fields and words, what it has and we have not left out. */
import { compareOrdinary } from '../../catalog/printings/ordinary-printing.ts';
import type { Card, Expansion, Printing } from '../../catalog/records.ts';
import type { DropIn, DropInSet } from '../game.ts';
import { idOfPokemontcg, printedNumber, setIdOfPokemontcg, siblingOf } from './external-ids.ts';

const STAGES: Readonly<Record<string, string>> = {
  ...{ Stage1: 'Stage 1', Stage2: 'Stage 2', 'LEVEL-UP': 'Level-Up', RESTORED: 'Restored' },
};
const SUFFIXES: Readonly<Record<string, readonly string[]>> = { 'TAG TEAM-GX': ['TAG TEAM', 'GX'], Legend: ['LEGEND'] };
const KINDS: Readonly<Record<string, string>> = { Tool: 'Pokémon Tool', Normal: 'Basic' };
const ABILITIES: Readonly<Record<string, string>> = {
  ...{ 'Poke-POWER': 'Poké-Power', 'Poke-BODY': 'Poké-Body', 'Pokemon Power': 'Pokémon Power' },
};
/** As well as one word of ours can say it: theirs tells more of some. */
const RARITIES: Readonly<Record<string, string>> = {
  ...{ 'Holo Rare': 'Rare Holo', 'Holo Rare V': 'Rare Holo V', 'Holo Rare VMAX': 'Rare Holo VMAX' },
  ...{ 'Holo Rare VSTAR': 'Rare Holo VSTAR', 'Rare PRIME': 'Rare Prime', 'Illustration rare': 'Illustration Rare' },
  ...{ 'Special illustration rare': 'Special Illustration Rare', 'Double rare': 'Double Rare' },
  ...{ 'Hyper rare': 'Hyper Rare', 'Shiny rare': 'Shiny Rare', 'Shiny rare V': 'Rare Shiny' },
  ...{ 'Shiny rare VMAX': 'Rare Shiny', 'Secret Rare': 'Rare Secret', 'Full Art Trainer': 'Rare Ultra' },
  ...{ 'Amazing Rare': 'Amazing Rare', 'ACE SPEC Rare': 'ACE SPEC Rare' },
};
/** Sets of before these say `Rare Ultra`. */
const NEW_SERIES: ReadonlySet<string> = new Set(['Scarlet & Violet', 'Mega Evolution']);
const SERIES: Readonly<Record<string, string>> = {
  ...{ 'Trainer kits': 'Other', "McDonald's Collection": 'Other' },
  ...{ 'Legendary Collection': 'Other', 'Call of Legends': 'HeartGold & SoulSilver' },
};

const POCKET = 'tcgp';
const slashed = (day: string) => day.replaceAll('-', '/');

/** Without what we do not have: a key that is there is never null, and no list is empty. */
const there = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value != null && value !== '' && value !== 0 && !(Array.isArray(value) && !value[0]),
    ),
  );

/** What a Pokémon's name ends with, where its source says nothing of it, as of promos. */
function suffixIn(name: string, category: string | null): string {
  // Not V: `Unown V` is a letter.
  const [, suffix = ''] = (category === 'Pokemon' && /[ -](ex|EX|GX)$/.exec(name)) || [];
  return suffix === 'GX' && name.includes(' & ') ? 'TAG TEAM-GX' : suffix;
}

function subtypesOf({ name, category, rarity, metadata }: Card): string[] {
  const { stage, trainer_type, energy_type, attributes } = metadata;
  const suffix = stage === 'VSTAR' || stage === 'V-UNION' ? '' : String(attributes?.suffix ?? suffixIn(name, category));
  const told = [
    ...[stage, trainer_type, energy_type].flatMap((kind) => (kind ? [STAGES[kind] ?? KINDS[kind] ?? kind] : [])),
    ...(/ LV\.X$/.test(name) ? ['Level-Up'] : []),
    ...(suffix === '' ? [] : (SUFFIXES[suffix] ?? [suffix])),
    ...(/^Mega .* ex$/.test(name) && stage !== 'MEGA' ? ['MEGA'] : []),
    ...(rarity === 'ACE SPEC Rare' ? ['ACE SPEC'] : []),
    ...(rarity === 'Radiant Rare' || /^Radiant /.test(name) ? ['Radiant'] : []),
    ...(/[★☆]| Star$/u.test(name) ? ['Star'] : name.includes('◇') ? ['Prism Star'] : []),
  ];
  return [...new Set(told)];
}

const isHolo = ({ type }: Printing) => type === 'holo';

function rarityOf({ rarity, variants }: Card, { series }: DropInSet): string | undefined {
  if (rarity === null || rarity === 'None') return undefined;
  if (rarity === 'Rare' && variants.some(isHolo) && !variants.some(({ type }) => type === 'normal')) return 'Rare Holo';
  if (rarity === 'Ultra Rare') return NEW_SERIES.has(String(series)) ? rarity : 'Rare Ultra';
  return RARITIES[rarity] ?? rarity;
}

const isFirst = ({ stamps }: Printing) => stamps.includes('1st-edition');

/** The ordinary printings: of several that are ordinary alike all. What another costs is no price of these. */
function alikeFirst(variants: Card['variants']): Card['variants'] {
  const [first, ...others] = variants.toSorted((a, b) => compareOrdinary(a, b));
  return first === undefined ? [] : [first, ...others.filter((each) => compareOrdinary(each, first) === 0)];
}

function kindOf(printing: Printing): string | undefined {
  const { type, subtype } = printing;
  const finish = { normal: 'Normal', holo: 'Holofoil', reverse: 'reverseHolofoil' }[type];
  if (finish === undefined || type === 'reverse') return finish;
  if (isFirst(printing)) return `1stEdition${finish}`;
  if (subtype === 'unlimited') return type === 'holo' ? 'unlimitedHolofoil' : 'unlimited';
  return finish.toLowerCase();
}

const decimal = (cents: number | null | undefined) => (cents == null ? null : cents / 100);

function tcgplayerOf({ variants }: Card) {
  const prices: Record<string, unknown> = {};
  let [updated, product]: [string, number | null] = ['', null];
  const byFinish = Map.groupBy(variants, (each) => `${each.type} ${isFirst(each)}`);
  for (const group of byFinish.values()) {
    for (const printing of alikeFirst(group)) {
      const kind = kindOf(printing);
      const price = printing.usd_market.find(({ condition }) => condition === 'NM');
      if (kind === undefined || price === undefined || kind in prices) continue;
      const { low, high, market, observed_on } = price;
      prices[kind] = { low: decimal(low), mid: null, high: decimal(high), market: decimal(market), directLow: null };
      product ??= printing.external_ids.tcgplayer;
      if (observed_on > updated) updated = observed_on;
    }
  }
  if (updated === '') return undefined;
  return { url: `https://www.tcgplayer.com/product/${product ?? ''}`, updatedAt: slashed(updated), prices };
}

/** Theirs has fifteen amounts; of those that no guide of ours tells it says null. */
function cardmarketOf({ variants }: Card) {
  // The reverse side is told by the guide of the other.
  const sides = alikeFirst(variants).filter(({ type }, _, { length }) => type !== 'reverse' || length === 1);
  const printing = sides.find(({ eur_market }) => eur_market.observed_on !== null);
  if (printing === undefined) return undefined;
  const { avg, low, trend, avg_holo, low_holo, trend_holo, observed_on } = printing.eur_market;
  const none =
    'germanProLow suggestedPrice lowPriceExPlus avg1 avg7 avg30 reverseHoloAvg1 reverseHoloAvg7 reverseHoloAvg30';
  return {
    url: `https://www.cardmarket.com/en/Pokemon/Products?idProduct=${printing.external_ids.cardmarket ?? ''}`,
    updatedAt: slashed(observed_on ?? ''),
    prices: {
      ...{ averageSellPrice: decimal(avg), lowPrice: decimal(low), trendPrice: decimal(trend) },
      ...{ reverseHoloSell: decimal(avg_holo), reverseHoloLow: decimal(low_holo) },
      reverseHoloTrend: decimal(trend_holo),
      ...Object.fromEntries(none.split(' ').map((name) => [name, null])),
    },
  };
}

const legalities = (isLegal: (format: 'expanded' | 'standard') => boolean) => ({
  unlimited: 'Legal',
  ...(isLegal('expanded') && { expanded: 'Legal' }),
  ...(isLegal('standard') && { standard: 'Legal' }),
});

const isTrait = ({ kind }: { kind: string }) => kind === 'Ancient Trait';
const attackOf = ({ name, cost, damage, text }: Card['metadata']['attacks'][number]) => {
  return { name, cost, convertedEnergyCost: cost.length, damage, text };
};
const modifiers = (rows: readonly { type: string; modifier: string }[] | null) =>
  rows?.map(({ type, modifier }) => ({ type, value: modifier }));

function cardOf(card: Card, set: DropInSet, prefix: string): Record<string, unknown> {
  const { metadata, category, image } = card;
  const { retreat, abilities, effect, legality, attributes = {} } = metadata;
  const isPokemon = category === 'Pokemon';
  const trait = abilities.find((each) => isTrait(each) && each.name !== '');
  const hasRules = effect !== null && (category === 'Trainer' || metadata.energy_type === 'Special');
  return {
    id: idOfPokemontcg(card, prefix),
    name: card.name,
    supertype: isPokemon ? 'Pokémon' : (category ?? ''),
    ...there({
      subtypes: subtypesOf(card),
      // Of some Trainers the source says 0.
      hp: metadata.hp && String(metadata.hp),
      types: metadata.types,
      evolvesFrom: metadata.evolve_from,
      rules: hasRules ? [effect] : [],
      ancientTrait: trait && { name: trait.name, text: trait.text },
      abilities: abilities
        .filter((each) => !isTrait(each))
        .map(({ kind, name, text }) => ({ name, text, type: ABILITIES[kind] ?? kind })),
      attacks: metadata.attacks.map(attackOf),
      weaknesses: modifiers(metadata.weaknesses),
      resistances: modifiers(metadata.resistances),
      retreatCost: Array.from({ length: retreat ?? 0 }, () => 'Colorless'),
      convertedRetreatCost: retreat,
    }),
    set,
    number: printedNumber(card.number ?? ''),
    ...there({
      artist: card.illustrator,
      rarity: rarityOf(card, set),
      flavorText: metadata.description,
      nationalPokedexNumbers: metadata.dex_numbers,
      regulationMark: attributes.regulation_mark,
    }),
    legalities: legalities((format) => legality[format]),
    images: {
      small: image?.low ?? `/pictures/${encodeURIComponent(card.id)}/low`,
      large: image?.high ?? `/pictures/${encodeURIComponent(card.id)}/high`,
    },
    ...there({ tcgplayer: tcgplayerOf(card), cardmarket: cardmarketOf(card) }),
  };
}

/** Expansions that are one set of theirs are given together, the one that names it first. */
const setOf: DropIn['setOf'] = (id, expansions, { series, total, legal, changed }) => {
  const [first] = expansions as readonly [Expansion];
  const { attributes = {}, release_date, symbol, logo } = first;
  return {
    id,
    name: first.name,
    series: SERIES[series] ?? series,
    printedTotal: first.card_count_official,
    total,
    legalities: legalities((format) => legal.has(format)),
    ...there({ ptcgoCode: attributes.official_code ?? attributes.abbreviation }),
    releaseDate: slashed(release_date ?? ''),
    updatedAt: changed.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/'),
    images: { symbol: symbol ?? '', logo: logo?.high ?? '' },
  };
};

export const pokemontcg: DropIn = {
  path: '/compat/pokemontcg/v2',
  setIdOf: setIdOfPokemontcg,
  isListed: ({ series_id }, prefix) => series_id !== prefix + POCKET,
  cardOf,
  setOf,
  // Sets of no series of theirs come last, whatever their day: the oldest of the others is the first.
  isOwn: ({ series }) => series !== 'Miscellaneous',
  further: ({ id, name, number, metadata }, expansion, prefix) => {
    const { abbreviation, official_code } = expansion.attributes ?? {};
    const codes = [abbreviation, official_code].filter((code) => typeof code === 'string');
    const energy = /^Basic (.* Energy)$/.exec(name)?.[1] ?? (/^\w+ Energy$/.test(name) ? `Basic ${name}` : undefined);
    const leveled = metadata.stage === 'LEVEL-UP' && !/LV\.X$/.test(name) ? `${name} LV.X` : undefined;
    const sibling = siblingOf(expansion.id.slice(prefix.length), number ?? '');
    const sets = [expansion.id, ...(sibling === undefined ? [] : [prefix + sibling])];
    return {
      id: [id, ...sets.slice(1).map((set) => `${set}-${number}`)],
      'set.id': sets,
      'set.ptcgocode': codes,
      name: [energy, leveled].filter((each) => each !== undefined),
    };
  },
  lists: { types: 'types', subtypes: 'subtypes', supertypes: 'supertype', rarities: 'rarity' },
};
