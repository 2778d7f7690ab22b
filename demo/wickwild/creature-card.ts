/** A creature as an expansion prints it: stage, health, attacks, weakness. */
import type { Random } from '../random.ts';
import { GIFTS, MOVES, type Move } from './attacks.ts';
import type { CardHead, CardSketch, DemoAttack, Rarity } from './card.ts';
import type { DemoExpansion } from './expansions.ts';
import type { Slot } from './print-list.ts';
import { type Species, speciesOf } from './species.ts';

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

export function creatureCard(expansion: DemoExpansion, slot: Slot, random: Random, head: CardHead): CardSketch {
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
