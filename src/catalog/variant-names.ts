/** The short name of a printing within its card, as price rows carry it. */
import { asPrinting, printingIdentity } from './changes.ts';
import type { Printing } from './records.ts';

/**
 * `type[:subtype][:size unless standard][:stamp+stamp][:foil]`. Where printings of a card come out alike, the later ones get
 * `#2`, `#3` …, so that each name is one printing's: exact duplicates in the order in which they are given, which is that of
 * the card's record. Never by their ids, since an id is older or younger by the way that a store has come.
 */
export const variantNames = (variants: readonly (Printing & { id: number })[]): Map<number, string> =>
  numbered(
    variants.map((variant) => ({ id: variant.id, identity: printingIdentity(variant), name: plainName(variant) })),
  );

/** The same of printings as they are stored, by their identities. */
export const storedVariantNames = (variants: readonly { id: number; identity: string }[]): Map<number, string> =>
  numbered(variants.map(({ id, identity }) => ({ id, identity, name: knownName(identity) })));

/** A catalog has some hundreds of identities: reading each once takes a quarter from the prices of a page. */
const known = new Map<string, string>();
const KNOWN_MAX = 4096;

function knownName(identity: string): string {
  let name = known.get(identity);
  if (name === undefined) {
    name = plainName(asPrinting(identity));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(identity, name);
  }
  return name;
}

function numbered(variants: { id: number; identity: string; name: string }[]): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Map<string, number>();
  // Some that differ are alike in name (a subtype spelled as a foil is): apart from duplicates no order may matter.
  for (const { id, name } of variants.sort((a, b) =>
    a.identity < b.identity ? -1 : a.identity > b.identity ? 1 : 0,
  )) {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(id, count === 1 ? name : `${name}#${count}`);
  }
  return names;
}

const plainName = ({ type, subtype, size, stamps, foil }: Printing): string =>
  [type, subtype, size === 'standard' ? null : size, [...stamps].sort().join('+'), foil].filter(Boolean).join(':');
