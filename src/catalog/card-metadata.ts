/** What the specification says of a card beside its names: the same fields for every game. */
import Type, { type Static } from 'typebox';
import { byName, doc, flag, nullable, objectOf, text, textOrNull, texts, wholeOr } from './field-shapes.ts';

const TextBlock = Type.Object({
  type: text('The type that it is against', 'Tide'),
  modifier: text('What becomes of the damage', '×2'),
});

const Ability = Type.Object({
  kind: text('What the card calls it', 'Ability'),
  name: text('Its name', 'Kindle'),
  text: text('What it does; empty where the source has no text', 'Heal 20 damage.'),
});

const Attack = Type.Object({
  name: text('Its name', 'Hearthlight'),
  cost: texts('The energy that it takes; empty where it takes none', 'Ember'),
  damage: text('Damage as printed; empty where it does none', '40'),
  text: text('What else it does; empty where it does nothing else', 'Heal 20 damage from each of your creatures.'),
});

export const CardMetadata = objectOf('What is printed on the card', {
  hp: wholeOr('Hit points', 'where the card has none', 100),
  types: texts('Types of the card; empty where it has none', 'Ember'),
  dex_numbers: Type.Array(Type.Integer(), doc("Numbers in the game's index of creatures; empty for other cards", [2])),
  stage: textOrNull('Stage of evolution', 'Flame'),
  evolve_from: textOrNull('Name of what it evolves from', 'Snufflet'),
  description: textOrNull('The flavour text', 'It roosts where lamps have gone out.'),
  effect: textOrNull('The rules of a card without attacks', 'Draw two cards.'),
  trainer_type: textOrNull('Kind of trainer card', 'Item'),
  energy_type: textOrNull('Kind of energy card', 'Special'),
  retreat: wholeOr('Energy that it costs to retreat', 'where the card names none', 2),
  abilities: Type.Array(Ability, doc('Abilities in the order of the card; empty without any')),
  attacks: Type.Array(Attack, doc('Attacks in the order of the card; empty without any')),
  weaknesses: Type.Array(TextBlock, doc('Weaknesses; empty without any')),
  resistances: nullable(Type.Array(TextBlock), 'Resistances; null without any'),
  legality: objectOf('Where it may be played', {
    expanded: flag('Whether it may be played in the expanded format'),
    standard: flag('Whether it may be played in the standard format'),
  }),
  attributes: Type.Optional(
    byName(
      Type.Unknown(),
      "What else the game prints on its cards, in the game's own terms (ours, additive); absent without any",
      { mana_cost: '{1}{G}' },
    ),
  ),
  legalities: Type.Optional(
    byName(
      Type.Enum(['legal', 'not_legal', 'banned', 'restricted']),
      'Where it may be played, by format (ours, additive); absent where the game has no such list',
      { modern: 'legal' },
    ),
  ),
});
export type CardMetadata = Static<typeof CardMetadata>;

/** A card of which nothing is said: what a game has no such thing for stays as it is here. */
export const NO_METADATA: Readonly<CardMetadata> = {
  hp: null,
  types: [],
  dex_numbers: [],
  stage: null,
  evolve_from: null,
  description: null,
  effect: null,
  trainer_type: null,
  energy_type: null,
  retreat: null,
  abilities: [],
  attacks: [],
  weaknesses: [],
  resistances: null,
  legality: { expanded: false, standard: false },
};
