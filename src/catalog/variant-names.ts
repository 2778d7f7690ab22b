/** The short name of a printing within its card, as price rows carry it. */
import type { Printing } from './records.ts';

/**
 * `type[:subtype][:size unless standard][:stamp+stamp][:foil]`, by id. Where printings of a card come out alike, the later
 * ones get `#2`, `#3` … in the order of their ids, so that each name is one printing's.
 */
export function variantNames(variants: readonly (Printing & { id: number })[]): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Map<string, number>();
  for (const variant of variants.toSorted((a, b) => a.id - b.id)) {
    const name = plainName(variant);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(variant.id, count === 1 ? name : `${name}#${count}`);
  }
  return names;
}

const plainName = ({ type, subtype, size, stamps, foil }: Printing): string =>
  [type, subtype, size === 'standard' ? null : size, [...stamps].sort().join('+'), foil].filter(Boolean).join(':');
