/** The cards of Wickwild: every print list worked out into cards with rules, rarities and printings. */
import { hash, randomOf } from '../random.ts';
import type { DemoCard } from './card.ts';
import { creatureCard } from './creature-card.ts';
import { type DemoExpansion, EXPANSIONS, PEOPLE_WHO_PAINT } from './expansions.ts';
import { glowCard, loreCard } from './lore-card.ts';
import { numberOf, type Slot, slotsOf } from './print-list.ts';
import { printingsOf } from './printings.ts';

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
