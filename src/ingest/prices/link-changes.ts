/** What became of the links between printings and marketplace rows since the last price run. */
import type { PriceLink } from '../../store/prices/market-knowledge.ts';

export interface LinkChanges {
  /** Links that no longer stand as they are stored. */
  removed: PriceLink[];
  /** Links to be stored. */
  added: PriceLink[];
  /** Those removed whose printing now reads another row or none: what was published of it is not its price. */
  withdrawn: PriceLink[];
}

/** Compares the stored links of one marketplace with those wanted now. */
export function linkChanges(stored: readonly PriceLink[], wanted: readonly PriceLink[]): LinkChanges {
  const before = new Map(stored.map((link) => [link.variant_id, link]));
  const after = new Map(wanted.map((link) => [link.variant_id, link]));
  const isSame = (a: PriceLink, b: PriceLink | undefined) => b !== undefined && sameRow(a, b) && a.rule === b.rule;
  const removed = stored.filter((link) => !isSame(link, after.get(link.variant_id)));
  return {
    removed,
    added: wanted.filter((link) => !isSame(link, before.get(link.variant_id))),
    withdrawn: removed.filter((link) => {
      const now = after.get(link.variant_id);
      return now === undefined || !sameRow(link, now);
    }),
  };
}

const sameRow = (a: PriceLink, b: PriceLink) => a.product_id === b.product_id && a.part === b.part;
