/** What a source says of a record in another language: its texts, and what tells whether they are its own. */
import type { CardMetadata } from '../card-metadata.ts';
import type { Image } from '../field-shapes.ts';
import type { CardSeed, ExpansionSeed, SeriesSeed } from '../seeds.ts';

/** Texts of a card's metadata that stand alone. */
export const LINES = ['stage', 'evolve_from', 'description', 'effect', 'trainer_type', 'energy_type'] as const;
/** Those that stand in lists beside what is the same in every language: costs, damage, modifiers. */
const LISTS = ['types', 'abilities', 'attacks', 'weaknesses', 'resistances'] as const;

/** `attributes` holds those alone that are texts. */
export type TextMetadata = Partial<Pick<CardMetadata, (typeof LINES)[number] | (typeof LISTS)[number] | 'attributes'>>;

/** Texts of an expansion or series; what its source does not say is absent. */
export interface GroupText {
  name: string;
  logo?: Image;
}

export interface CardText {
  name: string;
  rarity?: string;
  category?: string;
  image?: Image;
  metadata: TextMetadata;
}

/** What a source says of the card beside its texts: another card's tells that the texts are another's. */
export interface CardContext {
  number: string | null;
  illustrator: string | null;
  hp: number | null;
  types: number;
}

/** What is printed nowhere is left to the card's own language. */
const isSaid = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0);

const said = <Fields extends object>(fields: Fields) => Object.fromEntries(Object.entries(fields).filter(isSaid));

export function cardText({ name, rarity, category, image, metadata, attribute_texts }: CardSeed): CardText {
  const texts = Object.fromEntries([...LINES, ...LISTS].map((field) => [field, metadata[field]]));
  const attributes = attribute_texts === undefined ? {} : { attributes: attribute_texts };
  return { name, ...said({ rarity, category, image }), metadata: { ...said(texts), ...attributes } };
}

export const cardContext = ({ number, illustrator, metadata: { hp, types } }: CardSeed): CardContext => ({
  number,
  illustrator,
  hp,
  types: types.length,
});

export const groupText = ({ name, logo }: ExpansionSeed | SeriesSeed): GroupText => ({ name, ...said({ logo }) });
