/** What cards can be filtered by beside their place and their prices, and how values are compared. */
import { foldName } from '../fold.ts';
import type { Card } from '../records.ts';

export const CARD_FIELDS = ['rarity', 'category', 'type', 'illustrator', 'variant', 'stamp', 'legality'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The values of every field, in the order of CARD_FIELDS, each once. */
export type CardFacets = string[][];

/** A stored card: one of a release before has not every field. */
type Given = Partial<Pick<Card, 'rarity' | 'category' | 'illustrator' | 'metadata' | 'variants'>>;

const VALUES: Readonly<Record<CardField, (card: Given) => readonly (string | null | undefined)[]>> = {
  rarity: ({ rarity }) => [rarity],
  category: ({ category }) => [category],
  type: ({ metadata }) => metadata?.types ?? [],
  illustrator: ({ illustrator }) => [illustrator],
  variant: ({ variants = [] }) => variants.map(({ type }) => type),
  stamp: ({ variants = [] }) => variants.flatMap(({ stamps }) => stamps ?? []),
  legality: ({ metadata }) => formatsOf(metadata ?? {}),
};

/** The formats that it may be played in; a restricted card may be, as one copy. */
function formatsOf({ legality, legalities = {} }: Partial<NonNullable<Given['metadata']>>): string[] {
  const old = Object.entries(legality ?? {}).flatMap(([format, isLegal]) => (isLegal ? format : []));
  const listed = Object.entries(legalities).flatMap(([format, state]) =>
    state === 'legal' || state === 'restricted' ? format : [],
  );
  return [...old, ...listed];
}

export const cardFacets = (card: Given): CardFacets =>
  CARD_FIELDS.map((field) => [...new Set(VALUES[field](card).filter((value) => typeof value === 'string'))].sort());

/** The form in which two values are the same; of one that is nothing but characters, the characters. */
export const foldValue = (value: string): string => foldName(value) || value.trim().toLowerCase();
