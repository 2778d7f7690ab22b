/** A lore card or a glow as an expansion prints it. */
import type { Random } from '../random.ts';
import type { CardHead, CardSketch, Rarity } from './card.ts';
import { type DemoExpansion, EXPANSIONS } from './expansions.ts';
import { loreOf, SPECIAL_GLOWS } from './lore.ts';
import type { Slot } from './print-list.ts';

export function loreCard(expansion: DemoExpansion, slot: Slot, random: Random, head: CardHead): CardSketch {
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

export function glowCard(expansion: DemoExpansion, slot: Slot, head: CardHead): CardSketch {
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
