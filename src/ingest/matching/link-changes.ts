/** What became of the links between printings and marketplace rows since the last price run. */
import { articleName } from '../../store/articles/article-reader.ts';
import type { PriceLink } from '../../store/prices/market-knowledge.ts';

export interface LinkChanges {
  /** Links that no longer stand as they are stored. */
  removed: PriceLink[];
  /** Links to be stored. */
  added: PriceLink[];
  /** Those removed whose printing now reads another row or none: what was published of it is not its price. */
  withdrawn: PriceLink[];
  /** Those added whose printing did not read that row: what is known of it is its price now. */
  gained: PriceLink[];
  /** Those that stand and read what others come to read: what they have of it is all that is known. */
  shared: PriceLink[];
}

/** The changes of links that stay as they are. */
export const NO_LINK_CHANGES: LinkChanges = { removed: [], added: [], withdrawn: [], gained: [], shared: [] };

/** Compares the stored links of one marketplace with those wanted now. */
export function linkChanges(stored: readonly PriceLink[], wanted: readonly PriceLink[]): LinkChanges {
  const before = new Map(stored.map((link) => [link.variant_id, link]));
  const after = new Map(wanted.map((link) => [link.variant_id, link]));
  const isSame = (a: PriceLink, b: PriceLink | undefined) => b !== undefined && sameRow(a, b) && a.rule === b.rule;
  const readsOn = (link: PriceLink, links: ReadonlyMap<number, PriceLink>) => {
    const other = links.get(link.variant_id);
    return other !== undefined && sameRow(link, other);
  };
  const removed = stored.filter((link) => !isSame(link, after.get(link.variant_id)));
  const added = wanted.filter((link) => !isSame(link, before.get(link.variant_id)));
  const gained = added.filter((link) => !readsOn(link, before));
  const sought = new Set(gained.map(articleOf));
  return {
    removed,
    added,
    withdrawn: removed.filter((link) => !readsOn(link, after)),
    gained,
    shared: stored.filter((link) => sought.has(articleOf(link)) && readsOn(link, after)),
  };
}

const sameRow = (a: PriceLink, b: PriceLink) => a.product_id === b.product_id && a.part === b.part;

/** The article that a link reads, whichever half of it. */
export const articleOf = ({ market, product_id, part }: PriceLink): string => articleName(market, product_id, part);
