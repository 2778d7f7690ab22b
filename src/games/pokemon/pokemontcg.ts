/** Our records as the clients of pokemontcg.io v2 know them: its ids, names of fields and words, what it has and we have not left out. */
import type { Card, Expansion, Printing } from '../../catalog/records.ts';
import type { DropIn, DropInSet } from '../game.ts';
import { idOfPokemontcg, printedNumber, setIdOfPokemontcg } from './external-ids.ts';

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

function subtypesOf({ name, rarity, metadata }: Card): string[] {
  const { stage, trainer_type, energy_type, attributes } = metadata;
  const suffix = stage === 'VSTAR' || stage === 'V-UNION' ? '' : String(attributes?.suffix ?? '');
  return [
    ...[stage, trainer_type, energy_type].flatMap((kind) => (kind ? [STAGES[kind] ?? KINDS[kind] ?? kind] : [])),
    ...(suffix === '' ? [] : (SUFFIXES[suffix] ?? [suffix])),
    ...(/^Mega .* ex$/.test(name) && stage !== 'MEGA' ? ['MEGA'] : []),
    ...(rarity === 'ACE SPEC Rare' ? ['ACE SPEC'] : rarity === 'Radiant Rare' ? ['Radiant'] : []),
    ...(/[★☆]| Star$/u.test(name) ? ['Star'] : name.includes('◇') ? ['Prism Star'] : []),
  ];
}

const isHolo = ({ type }: Printing) => type === 'holo';

function rarityOf({ rarity, variants }: Card, { series }: DropInSet): string | undefined {
  if (rarity === null || rarity === 'None') return undefined;
  if (rarity === 'Rare' && variants.some(isHolo) && !variants.some(({ type }) => type === 'normal')) return 'Rare Holo';
  if (rarity === 'Ultra Rare') return NEW_SERIES.has(String(series)) ? rarity : 'Rare Ultra';
  return RARITIES[rarity] ?? rarity;
}

/** The plainest first: of several printings of one kind it is the one that is meant. */
const oddity = ({ size, subtype, stamps, foil }: Printing) =>
  (size === 'standard' ? 0 : 8) +
  (subtype === null || subtype === 'unlimited' ? 0 : 4) +
  stamps.length +
  (foil ? 1 : 0);

function kindOf({ type, subtype, stamps }: Printing): string | undefined {
  const finish = { normal: 'Normal', holo: 'Holofoil', reverse: 'reverseHolofoil' }[type];
  if (finish === undefined || type === 'reverse') return finish;
  if (stamps.includes('1st-edition')) return `1stEdition${finish}`;
  if (subtype === 'unlimited') return type === 'holo' ? 'unlimitedHolofoil' : 'unlimited';
  return finish.toLowerCase();
}

const decimal = (cents: number | null | undefined) => (cents == null ? null : cents / 100);

function tcgplayerOf({ variants }: Card) {
  const prices: Record<string, unknown> = {};
  let [updated, product]: [string, number | null] = ['', null];
  for (const printing of variants.toSorted((a, b) => oddity(a) - oddity(b))) {
    const kind = kindOf(printing);
    const price = printing.usd_market.find(({ condition }) => condition === 'NM');
    if (kind === undefined || price === undefined || kind in prices) continue;
    const { low, high, market, observed_on } = price;
    prices[kind] = { low: decimal(low), mid: null, high: decimal(high), market: decimal(market), directLow: null };
    product ??= printing.external_ids.tcgplayer;
    if (observed_on > updated) updated = observed_on;
  }
  if (updated === '') return undefined;
  return { url: `https://www.tcgplayer.com/product/${product ?? ''}`, updatedAt: slashed(updated), prices };
}

/** Theirs has fifteen amounts; of those that no guide of ours tells it says null. */
function cardmarketOf({ variants }: Card) {
  const plainest = variants.toSorted((a, b) => oddity(a) - oddity(b));
  const printing = plainest.find(({ eur_market }) => eur_market.observed_on !== null);
  if (printing === undefined) return undefined;
  const { avg, low, trend, avg_holo, low_holo, trend_holo, observed_on } = printing.eur_market;
  const none =
    'germanProLow suggestedPrice lowPriceExPlus avg1 avg7 avg30 reverseHoloAvg1 reverseHoloAvg7 reverseHoloAvg30';
  return {
    url: `https://www.cardmarket.com/en/Pokemon/Products?idProduct=${printing.external_ids.cardmarket ?? ''}`,
    updatedAt: slashed(observed_on ?? ''),
    prices: {
      ...{ averageSellPrice: decimal(avg), lowPrice: decimal(low), trendPrice: decimal(trend) },
      ...{
        reverseHoloSell: decimal(avg_holo),
        reverseHoloLow: decimal(low_holo),
        reverseHoloTrend: decimal(trend_holo),
      },
      ...Object.fromEntries(none.split(' ').map((name) => [name, null])),
    },
  };
}

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
  const [trait] = abilities.filter(isTrait);
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
    legalities: {
      unlimited: 'Legal',
      ...(legality.expanded && { expanded: 'Legal' }),
      ...(legality.standard && { standard: 'Legal' }),
    },
    images: {
      small: image?.low ?? `/pictures/${encodeURIComponent(card.id)}/low`,
      large: image?.high ?? `/pictures/${encodeURIComponent(card.id)}/high`,
    },
    ...there({ tcgplayer: tcgplayerOf(card), cardmarket: cardmarketOf(card) }),
  };
}

/** Expansions that are one set of theirs are given together, the one that names it first. */
const setOf: DropIn['setOf'] = (id, expansions, { series, legal, changed }) => {
  const [first] = expansions as readonly [Expansion];
  const { attributes = {}, release_date, symbol, logo } = first;
  const sum = (count: (expansion: Expansion) => number) => expansions.reduce((all, each) => all + count(each), 0);
  return {
    id,
    name: first.name,
    series: SERIES[series] ?? series,
    printedTotal: first.card_count_official,
    total: sum(({ card_count_total }) => card_count_total),
    legalities: {
      unlimited: 'Legal',
      ...(legal.has('expanded') && { expanded: 'Legal' }),
      ...(legal.has('standard') && { standard: 'Legal' }),
    },
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
  priced: ['tcgplayer', 'cardmarket'],
  setOf,
  // Sets of no series of theirs come last, whatever their day: the oldest of the others is the first.
  isOwn: ({ series }) => series !== 'Miscellaneous',
  further: ({ id, name }, expansion) => {
    const { abbreviation, official_code } = expansion.attributes ?? {};
    const codes = [abbreviation, official_code].filter((code) => typeof code === 'string');
    const energy = /^Basic (.* Energy)$/.exec(name)?.[1] ?? (/^\w+ Energy$/.test(name) ? `Basic ${name}` : undefined);
    return { id: [id], 'set.id': [expansion.id], 'set.ptcgocode': codes, name: energy === undefined ? [] : [energy] };
  },
  lists: { types: 'types', subtypes: 'subtypes', supertypes: 'supertype', rarities: 'rarity' },
};
