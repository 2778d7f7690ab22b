/** The short name of a printing within its card, as price rows carry it. */
import { asPrinting, printingIdentity } from './changes.ts';
import { plainName } from './printings/plain-name.ts';
import type { Printing } from './records.ts';

/**
 * `type[:subtype][:size unless standard][:stamp+stamp][:foil]`. Where printings of a card come out alike, the later ones get
 * `#2`, `#3` …, so that each name is one printing's: exact duplicates in the order in which they are given, which is that of
 * the card's record. Never by their ids, since an id is older or younger by the way that a store has come.
 */
export const variantNames = (variants: readonly (Printing & { id: number })[]): Map<number, string> =>
  storedVariantNames(variants.map((variant) => ({ id: variant.id, identity: printingIdentity(variant) })));

/** The same of printings as they are stored, by their identities. */
export function storedVariantNames(variants: readonly { id: number; identity: string }[]): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Map<string, number>();
  // Some that differ are alike in name (a subtype spelled as a foil is): apart from duplicates no order may matter.
  const inOrder = variants.toSorted((a, b) => (a.identity < b.identity ? -1 : Number(a.identity > b.identity)));
  for (const { id, identity } of inOrder) {
    const name = plainName(asPrinting(identity));
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(id, count === 1 ? name : `${name}#${count}`);
  }
  return names;
}
