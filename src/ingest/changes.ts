/** Collects what the publishes of one transaction changed, and makes events of it: each record once, as it ends up. */
import type { Expansion, Series } from '../catalog/records.ts';
import { cardPriceEvents, productPriceEvents } from '../events/price-events.ts';
import { type AnyEventGroup, groupOf, groupRead } from '../events/record-events.ts';
import { pricedCards, pricedProducts } from '../store/shown/priced-records.ts';
import type { Writes } from '../store/store.ts';

/** Ids of those whose current amounts changed. */
interface PriceChanges {
  cards: Set<string>;
  products: Set<number>;
}

/** What changed so far. */
export interface Changes {
  seriesNew: Map<string, Series>;
  /** Their own fields: name and logo. */
  seriesCorrected: Map<string, Series>;
  expansionsNew: Map<string, Expansion>;
  expansionsChanged: Map<string, Expansion>;
  /** New cards, and those whose record differs in anything but prices. */
  cards: Set<string>;
  variantsPruned: number[];
  products: Set<number>;
  /** Products that are in no expansion any more. */
  productsDetached: Set<number>;
  prices: Record<'usd' | 'eur', PriceChanges>;
}

export const noChanges = (): Changes => ({
  seriesNew: new Map(),
  seriesCorrected: new Map(),
  expansionsNew: new Map(),
  expansionsChanged: new Map(),
  cards: new Set(),
  variantsPruned: [],
  products: new Set(),
  productsDetached: new Set(),
  prices: { usd: { cards: new Set(), products: new Set() }, eur: { cards: new Set(), products: new Set() } },
});

/** The events of a transaction: what holds others comes before them, and a card comes as it is after the pruning. */
export async function changeEvents(writes: Writes, changes: Changes): Promise<AnyEventGroup[]> {
  const { usd, eur } = changes.prices;
  const inUsd = await cardPriceEvents(writes, 'USD', [...usd.cards]);
  const inEur = await cardPriceEvents(writes, 'EUR', [...eur.cards]);
  // A card without a price in a currency any more is told of by its record.
  const cards = new Set([...changes.cards, ...inUsd.unpriced, ...inEur.unpriced]);
  // The specification has a product's prices among what game.products.updated tells.
  const products = new Set([...changes.products, ...usd.products, ...eur.products]);
  return [
    groupOf('series.created', [...changes.seriesNew.values()]),
    groupOf('series.updated', [...changes.seriesCorrected.values()]),
    groupOf('expansions.created', [...changes.expansionsNew.values()]),
    groupOf('expansions.updated', [...changes.expansionsChanged.values()]),
    groupOf('card_variants.deleted', changes.variantsPruned),
    groupRead('cards.updated', [...cards], (ids) => pricedCards(writes, ids)),
    inUsd.group,
    inEur.group,
    // A read still answers such a product: whoever removes it gets its record back with the next event.
    groupOf('products.removed', [...changes.productsDetached]),
    groupRead('products.updated', [...products], (ids) => pricedProducts(writes, ids)),
    await productPriceEvents(writes, 'USD', [...usd.products]),
    await productPriceEvents(writes, 'EUR', [...eur.products]),
  ];
}
