/** What changed between two records of the same card, expansion or series. */
import { isDeepStrictEqual } from 'node:util';
import type { Card, Expansion, Printing, Series, Variant } from './records.ts';
import type { SeriesSeed } from './seeds.ts';

/** Fields whose change the specification announces as game.cards.updated. */
const ANNOUNCED_CARD_FIELDS = ['name', 'rarity', 'illustrator', 'category', 'metadata'] as const;
/** Fields that a read shows but no event announces. */
const SILENT_CARD_FIELDS = ['expansion_id', 'number', 'image'] as const;

/** A printing's own fields, without id, marketplace ids and prices. */
export const printingOf = ({ type, subtype, size, stamps, foil }: Printing): Printing => ({
  type,
  subtype,
  size,
  stamps,
  foil,
});

/** The key of a printing within its card; exact duplicates are told apart by their order. */
export const printingIdentity = ({ type, subtype, size, stamps, foil }: Printing): string =>
  JSON.stringify([type, subtype, size, [...stamps].sort(), foil]);

/** The inverse of printingIdentity. */
export function asPrinting(identity: string): Printing {
  const [type, subtype, size, stamps, foil] = JSON.parse(identity);
  return { type, subtype, size, stamps, foil };
}

const printings = (variants: Variant[]) => variants.map((variant) => ({ id: variant.id, ...printingOf(variant) }));
const links = (variants: Variant[]) => variants.map(({ id, external_ids }) => ({ id, external_ids }));

/** How a card differs from what it was. */
export interface CardChange {
  /** Something that game.cards.updated announces. */
  announced: boolean;
  /** Any field of the specification's record. */
  visible: boolean;
  /** Marketplace ids of its printings. */
  relinked: boolean;
}

/** Compares everything but prices; undefined when nothing differs. */
export function cardChange(previous: Card, next: Card): CardChange | undefined {
  const announced =
    ANNOUNCED_CARD_FIELDS.some((field) => !isDeepStrictEqual(previous[field], next[field])) ||
    !isDeepStrictEqual(printings(previous.variants), printings(next.variants));
  const visible = announced || SILENT_CARD_FIELDS.some((field) => !isDeepStrictEqual(previous[field], next[field]));
  const relinked = !isDeepStrictEqual(links(previous.variants), links(next.variants));
  return visible || relinked ? { announced, visible, relinked } : undefined;
}

/** Fields whose correction the specification announces as game.expansions.updated. */
const ANNOUNCED_EXPANSION_FIELDS = ['name', 'series_id', 'logo', 'symbol', 'legal_standard', 'legal_expanded'] as const;

export const isExpansionAnnounced = (previous: Expansion, next: Expansion): boolean =>
  ANNOUNCED_EXPANSION_FIELDS.some((field) => !isDeepStrictEqual(previous[field], next[field]));

/** A series' own fields: its expansions are theirs to announce. */
export const isSeriesAnnounced = (previous: Series, next: SeriesSeed): boolean =>
  previous.name !== next.name || !isDeepStrictEqual(previous.logo, next.logo);
