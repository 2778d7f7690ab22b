/** What the specification says of a card beside its names: the same fields for every game. */
import Type, { type Static } from 'typebox';
import { NullableString, nullable } from './field-shapes.ts';

const TextBlock = Type.Object({ type: Type.String(), modifier: Type.String() });

export const CardMetadata = Type.Object({
  hp: nullable(Type.Integer()),
  types: Type.Array(Type.String()),
  dex_numbers: Type.Array(Type.Integer()),
  stage: NullableString,
  evolve_from: NullableString,
  description: NullableString,
  effect: NullableString,
  trainer_type: NullableString,
  energy_type: NullableString,
  retreat: nullable(Type.Integer()),
  abilities: Type.Array(Type.Object({ kind: Type.String(), name: Type.String(), text: Type.String() })),
  attacks: Type.Array(
    Type.Object({ name: Type.String(), cost: Type.Array(Type.String()), damage: Type.String(), text: Type.String() }),
  ),
  weaknesses: Type.Array(TextBlock),
  resistances: nullable(Type.Array(TextBlock)),
  legality: Type.Object({ expanded: Type.Boolean(), standard: Type.Boolean() }),
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
