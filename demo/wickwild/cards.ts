/** The cards of Wickwild: every print list worked out into cards with rules, rarities and printings. */
import { hash, type Random, randomOf } from '../random.ts';
import { GIFTS, MOVES, type Move } from './attacks.ts';
import { type DemoExpansion, EXPANSIONS, PEOPLE_WHO_PAINT } from './expansions.ts';
import { loreOf, SPECIAL_GLOWS } from './lore.ts';
import { type DemoPrinting, printingsOf } from './printings.ts';
import { type Species, speciesOf } from './species.ts';

export type Rarity = 'Common' | 'Uncommon' | 'Rare' | 'Luminous Rare' | 'Gilded Rare' | 'Starlit Secret' | 'Promo';

/** What a card's picture shows. Cards with equal `seed` share one picture. */
export type Artwork = { seed: string; place: string } & (
  | { kind: 'creature'; species: Species; type: string; shiny: boolean }
  | { kind: 'Keeper' | 'Relic' | 'Haven'; name: string; motif: string }
  | { kind: 'glow'; type: string }
);

export interface DemoAttack extends Omit<Move, 'cost'> {
  cost: readonly string[];
}

export interface DemoCard {
  id: string;
  expansion: DemoExpansion;
  number: string;
  name: string;
  category: 'Creature' | 'Lore' | 'Glow';
  rarity: Rarity;
  illustrator: string;
  artwork: Artwork;
  /** The kind of glow that colours the card. */
  type: string;
  hp?: number;
  stage?: string;
  dex?: number;
  kindledFrom?: string;
  note?: string;
  effect?: string;
  loreKind?: string;
  gift?: readonly [name: string, text: string];
  attacks: readonly DemoAttack[];
  weakness?: string;
  resistance?: string;
  retreat?: number;
  printings: readonly DemoPrinting[];
  /** Written with the old flags alone, as the source's early cards are. */
  flagsOnly: boolean;
}

const STAGES = ['Spark', 'Flame', 'Beacon'] as const;
const WEAK_TO: Record<string, string> = {
  Ember: 'Tide',
  Tide: 'Gale',
  Moss: 'Ember',
  Gale: 'Ore',
  Ore: 'Moss',
  Rime: 'Ember',
  Dusk: 'Dawn',
  Dawn: 'Dusk',
};
const PROOF_AGAINST: Record<string, string> = {
  Ember: 'Rime',
  Tide: 'Ember',
  Moss: 'Tide',
  Gale: 'Moss',
  Ore: 'Gale',
  Rime: 'Tide',
};
const LUMINOUS_SHARE = 0.38;

/** A place on a print list. */
interface Slot {
  name: string;
  sort: 'creature' | 'lore' | 'glow' | 'alight' | 'starlit';
}

const slotsOf = (expansion: DemoExpansion): Slot[] => [
  ...expansion.creatures.map((name): Slot => ({ name, sort: 'creature' })),
  ...expansion.lore.map((name): Slot => ({ name, sort: 'lore' })),
  ...expansion.glows.map((name): Slot => ({ name, sort: 'glow' })),
  ...expansion.alight.map((name): Slot => ({ name, sort: 'alight' })),
  ...expansion.starlit.map((name): Slot => ({ name, sort: 'starlit' })),
];

function numberOf(expansion: DemoExpansion, position: number): string {
  if (expansion.numbering === 'plain') return String(position);
  return expansion.numbering === 'padded'
    ? String(position).padStart(3, '0')
    : `${expansion.abbreviation}${String(position).padStart(2, '0')}`;
}

function creatureRarity(species: Species, random: Random): Rarity {
  if (species.age === 2) return random.chance(LUMINOUS_SHARE) ? 'Luminous Rare' : 'Rare';
  if (species.age === 1)
    return random.chance(LUMINOUS_SHARE / 3) ? 'Luminous Rare' : random.pick(['Uncommon', 'Uncommon', 'Rare']);
  return random.pick(['Common', 'Common', 'Common', 'Uncommon', species.kindledFrom === undefined ? 'Rare' : 'Common']);
}

function attacksOf(type: string, age: number, boost: number, random: Random): DemoAttack[] {
  const pool = [...(MOVES[type] ?? [])];
  const count = age === 0 && random.chance(0.4) ? 1 : 2;
  const chosen = Array.from({ length: count }, () => pool.splice(random.whole(0, pool.length - 1), 1)).flat();
  const scaled = (damage: Move['damage']) =>
    typeof damage === 'number' ? Math.round((damage * (0.8 + age * 0.25 + boost)) / 10) * 10 : damage;
  return chosen
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ cost, damage, ...rest }) => ({
      ...rest,
      damage: scaled(damage),
      cost: Array.from({ length: cost }, (_, i) => (i === 0 || i < cost - 1 ? type : 'Plain')),
    }));
}

function creatureCard(
  expansion: DemoExpansion,
  slot: Slot,
  random: Random,
  head: { id: string; number: string },
): Omit<DemoCard, 'printings' | 'flagsOnly' | 'illustrator'> {
  const { form } = expansion;
  const isForm = form !== undefined && slot.name.startsWith(`${form.prefix} `);
  const species = speciesOf(isForm ? slot.name.slice(form.prefix.length + 1) : slot.name);
  const type = isForm ? form.type : species.type;
  const full = slot.sort !== 'creature';
  const rarity: Rarity =
    slot.sort === 'starlit'
      ? 'Starlit Secret'
      : slot.sort === 'alight'
        ? 'Gilded Rare'
        : expansion.series === 'ks'
          ? 'Promo'
          : creatureRarity(species, random);
  const retreat = Math.min(4, species.age + random.whole(0, 2));
  const proof = PROOF_AGAINST[type];
  return {
    ...head,
    expansion,
    rarity,
    type,
    retreat,
    name: slot.sort === 'alight' ? `${slot.name} Alight` : slot.name,
    category: 'Creature',
    artwork: { kind: 'creature', seed: head.id, place: expansion.place, species, type, shiny: slot.sort === 'starlit' },
    hp: 10 * (4 + species.age * 4 + random.whole(0, 3)) + (slot.sort === 'alight' ? 80 : 0),
    stage: STAGES[species.age] ?? 'Spark',
    dex: species.dex,
    ...(species.kindledFrom === undefined ? {} : { kindledFrom: species.kindledFrom }),
    note: species.note,
    ...(random.chance(full ? 0.7 : 0.22) ? { gift: random.pick(GIFTS) } : {}),
    attacks: attacksOf(type, species.age, full ? 0.3 : 0, random),
    weakness: WEAK_TO[type] ?? 'Dusk',
    ...(proof !== undefined && random.chance(0.5) ? { resistance: proof } : {}),
  };
}

function loreCard(
  expansion: DemoExpansion,
  slot: Slot,
  random: Random,
  head: { id: string; number: string },
): Omit<DemoCard, 'printings' | 'flagsOnly' | 'illustrator'> {
  const lore = loreOf(slot.name);
  // A lore card printed again keeps its first picture: such twins a scanner can't tell apart by their art.
  const first = EXPANSIONS.find((other) => other.lore.includes(slot.name)) ?? expansion;
  const rarity: Rarity =
    expansion.series === 'ks'
      ? 'Promo'
      : lore.kind === 'Haven'
        ? random.pick(['Uncommon', 'Rare'])
        : random.pick(['Common', 'Uncommon', 'Uncommon', 'Rare']);
  return {
    ...head,
    expansion,
    rarity,
    name: slot.name,
    category: 'Lore',
    type: 'Plain',
    loreKind: lore.kind,
    effect: lore.text,
    attacks: [],
    artwork: {
      kind: lore.kind,
      name: lore.name,
      motif: lore.motif,
      seed: `${first.id} ${lore.name}`,
      place: first.place,
    },
  };
}

function glowCard(
  expansion: DemoExpansion,
  slot: Slot,
  head: { id: string; number: string },
): Omit<DemoCard, 'printings' | 'flagsOnly' | 'illustrator'> {
  const special = SPECIAL_GLOWS[slot.name];
  const type = special?.type ?? slot.name;
  return {
    ...head,
    expansion,
    type,
    category: 'Glow',
    attacks: [],
    name: special === undefined ? `${slot.name} Glow` : slot.name,
    rarity: special === undefined ? 'Common' : 'Uncommon',
    loreKind: special === undefined ? 'Basic' : 'Special',
    ...(special === undefined ? {} : { effect: special.text }),
    artwork: { kind: 'glow', seed: head.id, place: expansion.place, type },
  };
}

/** Promos that show a card's first picture again: promo number, and the card whose picture it is. */
const PROMO_TWINS: Record<string, string> = { 'ks-pr-PR01': 'fl1-2', 'ks-pr-PR02': 'fl1-9', 'ks-pr-PR09': 'ld2-018' };

function cardOf(expansion: DemoExpansion, slot: Slot, place: number, position: number): DemoCard {
  const number = numberOf(expansion, place);
  const head = { id: `${expansion.id}-${number}`, number };
  const random = randomOf(`card ${head.id}`);
  const card =
    slot.sort === 'lore'
      ? loreCard(expansion, slot, random, head)
      : slot.sort === 'glow'
        ? glowCard(expansion, slot, head)
        : creatureCard(expansion, slot, random, head);
  const illustrator = PEOPLE_WHO_PAINT[hash(card.artwork.seed) % PEOPLE_WHO_PAINT.length] ?? 'Studio Paperboat';
  const flagsOnly = expansion.id === 'fl3' && place > 10 && place <= 28;
  return {
    ...card,
    illustrator,
    flagsOnly,
    printings: printingsOf(head.id, expansion, card.rarity, flagsOnly, random, position),
  };
}

function allCards(): DemoCard[] {
  const places = EXPANSIONS.flatMap((expansion) =>
    slotsOf(expansion).map((slot, index) => ({ expansion, slot, place: index + 1 })),
  );
  const cards = places.map(({ expansion, slot, place }, position) => cardOf(expansion, slot, place, position));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return cards.map((card) => {
    const origin = byId.get(PROMO_TWINS[card.id] ?? '');
    return origin === undefined ? card : { ...card, artwork: origin.artwork, illustrator: origin.illustrator };
  });
}

export const CARDS: readonly DemoCard[] = allCards();

export const cardsOfExpansion = (expansion: string): DemoCard[] =>
  CARDS.filter((card) => card.expansion.id === expansion);

const byId = new Map(CARDS.map((card) => [card.id, card]));
export const demoCard = (id: string): DemoCard | undefined => byId.get(id);

/** What is printed after the slash. */
export const officialCount = (expansion: DemoExpansion): number =>
  expansion.announced ?? slotsOf(expansion).filter(({ sort }) => sort !== 'starlit').length;
