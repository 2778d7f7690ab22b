/** What changed between two records of the same card or series. */
import { isDeepStrictEqual } from 'node:util';
import type { Card, Printing, Series, Variant } from './records.ts';
import type { SeriesSeed } from './seeds.ts';

/** Which fields of a card are compared as they stand. A new one has no place but here, or the compiler says so. */
const COMPARED = {
  id: false,
  game: false,
  expansion_id: true,
  number: true,
  name: true,
  rarity: true,
  illustrator: true,
  image: true,
  category: true,
  metadata: true,
  // Without their prices, which other events report.
  variants: false,
  // At rest only of a card that its line's own language lacks.
  lang: true,
  // Of an answer, not of the record at rest.
  names: false,
  same_artwork: false,
} satisfies Record<keyof Card, boolean>;
const FIELDS = (Object.keys(COMPARED) as (keyof Card)[]).filter((field) => COMPARED[field]);

/** A printing's own fields, without id, marketplace ids and prices. */
export const printingOf = (printing: Printing): Printing => {
  const { type, subtype, size, stamps, foil } = printing;
  return { type, subtype, size, stamps, foil };
};

/** The key of a printing within its card; exact duplicates are told apart by their order. */
export const printingIdentity = ({ type, subtype, size, stamps, foil }: Printing): string =>
  JSON.stringify([type, subtype, size, [...stamps].sort(), foil]);

/** The inverse of printingIdentity. */
export function asPrinting(identity: string): Printing {
  const [type, subtype, size, stamps, foil] = JSON.parse(identity);
  return { type, subtype, size, stamps, foil };
}

export const numberedPrinting = (variant: Printing & { id: number }) => ({ id: variant.id, ...printingOf(variant) });
const printings = (variants: Variant[]) => variants.map(numberedPrinting);
const links = (variants: Variant[]) => variants.map(({ id, external_ids }) => ({ id, external_ids }));

export const printingsIn = (card: string): Variant[] => (JSON.parse(card) as Card).variants;

/** The same for who shows their own fields alone, as JSON. */
export const printingTextsIn = (card: string): { id: number; text: string }[] =>
  printingsIn(card).map((printing) => ({ id: printing.id, text: JSON.stringify(printingOf(printing)) }));

/**
 * Whether any field of the specification's record differs, and whether marketplace ids of its printings do: everything but prices.
 * Undefined when nothing differs.
 */
export function cardChange(previous: Card, next: Card) {
  const visible =
    FIELDS.some((field) => !isDeepStrictEqual(previous[field], next[field])) ||
    !isDeepStrictEqual(printings(previous.variants), printings(next.variants));
  const relinked = !isDeepStrictEqual(links(previous.variants), links(next.variants));
  return visible || relinked ? { visible, relinked } : undefined;
}

/** A series' own fields: its expansions are theirs to announce. */
export const isSeriesAnnounced = (previous: Series, next: SeriesSeed): boolean =>
  previous.name !== next.name || !isDeepStrictEqual(previous.logo, next.logo);
