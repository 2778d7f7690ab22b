/** What a card of Wickwild is. */
import type { Move } from './attacks.ts';
import type { DemoExpansion } from './expansions.ts';
import type { DemoPrinting } from './printings.ts';
import type { Species } from './species.ts';

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

/** A card by its print list alone, before it has a painter and printings. */
export type CardSketch = Omit<DemoCard, 'printings' | 'flagsOnly' | 'illustrator'>;
export type CardHead = Pick<DemoCard, 'id' | 'number'>;
