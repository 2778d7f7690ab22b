/** Collects what the publishes of one transaction changed, and makes events of it: each record once, as it ends up. */
import { languageOfRegion } from '../catalog/languages/print-lines.ts';
import type { Card, Expansion, Series } from '../catalog/records.ts';
import { cardPriceEvents, productPriceEvents } from '../events/price-events.ts';
import { type AnyEventGroup, groupOf, groupRead } from '../events/record-events.ts';
import type { DeployedGame } from '../games/game.ts';
import { regionsOf } from '../store/catalog/expansions.ts';
import { cardAmounts, productAmounts } from '../store/prices/current-prices.ts';
import { namedCards } from '../store/shown/named-cards.ts';
import { pricedCards, pricedCardTexts, pricedProducts } from '../store/shown/priced-records.ts';
import type { Writes } from '../store/store.ts';
import { NumberedIds } from '../upstream/kept/numbered-ids.ts';

/** Those whose amounts were touched, by id, with the digest of what they were before the transaction. */
interface PriceChanges {
  cards: Map<string, string>;
  products: Map<number, string>;
}

/** What changed so far. */
export interface Changes {
  seriesNew: Map<string, Series>;
  /** Their own fields: name and logo. */
  seriesCorrected: Map<string, Series>;
  expansionsNew: Map<string, Expansion>;
  expansionsChanged: Map<string, Expansion>;
  /** New cards, and those whose record differs in anything but prices. */
  cards: NumberedIds;
  cardsDeleted: Set<string>;
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
  cards: new NumberedIds(),
  cardsDeleted: new Set(),
  variantsPruned: [],
  products: new Set(),
  productsDetached: new Set(),
  prices: { usd: { cards: new Map(), products: new Map() }, eur: { cards: new Map(), products: new Map() } },
});

/** Notes what amounts were; what is noted already came before. */
export function noteBefore<Id>(touched: Map<Id, string>, before: ReadonlyMap<Id, string>): void {
  for (const [id, digest] of before) if (!touched.has(id)) touched.set(id, digest);
}

/** Ids of those whose amounts are not what they were before the transaction, whatever they were in between. */
async function differing<Id>(
  before: ReadonlyMap<Id, string>,
  amountsNow: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>,
): Promise<Id[]> {
  const now = await amountsNow([...before.keys()]);
  return [...before].flatMap(([id, digest]) => (now.get(id) === digest ? [] : [id]));
}

/**
 * The events of a transaction: what holds others comes before them, and a card comes as it is after the pruning, with its
 * names where its `game` has several languages, its own first.
 */
export async function changeEvents(
  writes: Writes,
  changes: Changes,
  game?: Pick<DeployedGame, 'languages' | 'lines'>,
): Promise<AnyEventGroup[]> {
  const cardsIn = (market: 'usd' | 'eur') =>
    differing(changes.prices[market].cards, (ids) => cardAmounts(writes, market, ids));
  const productsIn = (market: 'usd' | 'eur') =>
    differing(changes.prices[market].products, (ids) => productAmounts(writes, market, ids));
  const inUsd = await cardPriceEvents(writes, 'USD', await cardsIn('usd'));
  const inEur = await cardPriceEvents(writes, 'EUR', await cardsIn('eur'));
  const usdProducts = await productsIn('usd');
  const eurProducts = await productsIn('eur');
  // An id that another card took at once is told of by that card's record.
  const deleted = [...changes.cardsDeleted].filter((id) => !changes.cards.has(id));
  // So is a card without a price in a currency any more.
  for (const id of [...inUsd.unpriced, ...inEur.unpriced]) changes.cards.add(id);
  // The specification has a product's prices among what game.products.updated tells.
  const products = new Set([...changes.products, ...usdProducts, ...eurProducts]);
  return [
    groupOf('series.created', [...changes.seriesNew.values()]),
    groupOf('series.updated', [...changes.seriesCorrected.values()]),
    groupOf('expansions.created', [...changes.expansionsNew.values()]),
    groupOf('expansions.updated', [...changes.expansionsChanged.values()]),
    groupOf('card_variants.deleted', changes.variantsPruned),
    groupOf('cards.deleted', deleted),
    groupRead('cards.updated', changes.cards, async (ids) => {
      if (game === undefined || game.languages.length < 2) return pricedCardTexts(writes, ids);
      return namedIn(writes, await pricedCards(writes, ids), game);
    }),
    inUsd.group,
    inEur.group,
    // A read still answers such a product: whoever removes it gets its record back with the next event.
    groupOf('products.removed', [...changes.productsDetached]),
    groupRead('products.updated', [...products], (ids) => pricedProducts(writes, ids)),
    await productPriceEvents(writes, 'USD', usdProducts),
    await productPriceEvents(writes, 'EUR', eurProducts),
  ];
}

async function namedIn(writes: Writes, cards: readonly Card[], game: Pick<DeployedGame, 'languages' | 'lines'>) {
  const regions = await regionsOf(
    writes,
    cards.map(({ expansion_id }) => expansion_id),
  );
  return namedCards(writes, cards, ({ expansion_id }) => languageOfRegion(game, regions.get(expansion_id)));
}
