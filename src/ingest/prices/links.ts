/** What became of the links between printings and marketplace rows, and what changes hands with them. */

import { cardKeys } from '../../store/catalog/cards.ts';
import {
  leaveMarketplaceProducts,
  readMarketplaceProducts,
  shareMarketplaceProducts,
} from '../../store/marketplace-products/hand-over.ts';
import { marketplaceRow, type PricedPrinting } from '../../store/marketplace-products/marketplace-prices.ts';
import { cardAmounts } from '../../store/prices/current-prices.ts';
import { type PriceLink, replacePriceLinks } from '../../store/prices/market-knowledge.ts';
import { cardOwner } from '../../store/prices/price-series.ts';
import type { Writes } from '../../store/store.ts';
import { type Changes, noteBefore } from '../changes.ts';

export type LinkChanges = ReturnType<typeof linkChanges>;

export const NO_LINK_CHANGES: LinkChanges = { removed: [], added: [], withdrawn: [], gained: [], shared: [] };

export function linkChanges(stored: readonly PriceLink[], wanted: readonly PriceLink[]) {
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
  const sought = new Set(gained.map(rowOf));
  return {
    /** Links that no longer stand as they are stored. */
    removed,
    added,
    /** Those removed whose printing now reads another row or none: what was published of it is not its price. */
    withdrawn: removed.filter((link) => !readsOn(link, after)),
    /** Those added whose printing did not read that row: what is known of it is its price now. */
    gained,
    /** Those that stand and read what others come to read: what they have of it is all that is known. */
    shared: stored.filter((link) => sought.has(rowOf(link)) && readsOn(link, after)),
  };
}

const sameRow = (a: PriceLink, b: PriceLink) => a.product_id === b.product_id && a.part === b.part;

/** The marketplace product that a link reads, whichever price side of it. */
export const rowOf = ({ market, product_id, part }: PriceLink): string => marketplaceRow(market, product_id, part);

/** Stores the links of one marketplace to cards of a game; returns of how many cards prices were withdrawn. */
export async function settleLinks(
  writes: Writes,
  { game, market }: { game: string; market: PriceLink['market'] },
  { removed, added, withdrawn, gained, shared }: LinkChanges,
  changes: Changes,
): Promise<number> {
  const touched = [...new Set([...withdrawn, ...gained].map(({ card_id }) => card_id))];
  noteBefore(changes.prices[market].cards, await cardAmounts(writes, market, touched));
  await shareMarketplaceProducts(writes, await pricedPrintings(writes, shared));
  const { hadPrice, days } = await leaveMarketplaceProducts(writes, await pricedPrintings(writes, withdrawn), game);
  const left = removed.map(({ variant_id }) => variant_id);
  await replacePriceLinks(writes, market, left, added);
  const got = await readMarketplaceProducts(writes, await pricedPrintings(writes, gained), game);
  for (const day of [...days, ...got]) changes.reassigned[market].add(day);
  return hadPrice.size;
}

async function pricedPrintings(writes: Writes, links: readonly PriceLink[]): Promise<PricedPrinting[]> {
  const keys = await cardKeys(writes, [...new Set(links.map(({ card_id }) => card_id))]);
  return links.flatMap((link): PricedPrinting[] => {
    const key = keys.get(link.card_id);
    if (key === undefined) return [];
    const { market, variant_id, part } = link;
    const printing = { owner: cardOwner(key), variantId: variant_id, market, article: rowOf(link) };
    return [market === 'usd' ? printing : { ...printing, price_kind: part === 'holo' ? 'holo' : 'plain' }];
  });
}
