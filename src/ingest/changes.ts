/** Collects what the publishes of one transaction changed, and makes events of it: each record once, as it ends up. */
import { printingsIn } from '../catalog/changes.ts';
import { languageOfRegion } from '../catalog/languages/regional-prints.ts';
import type { Card, Expansion, Series, Variant } from '../catalog/records.ts';
import { variantNames } from '../catalog/variant-names.ts';
import { cardPriceEvents, productPriceEvents } from '../events/price-events.ts';
import { type AnyEventGroup, groupOf, groupRead } from '../events/record-events.ts';
import type { ChangedPrices } from '../events/watches/watch-run.ts';
import type { DeployedGame } from '../games/game.ts';
import { NumberedIds } from '../packed/numbered-ids.ts';
import { inBatches } from '../store/batches.ts';
import { cardBodies } from '../store/catalog/cards.ts';
import { allExpansions, allSeries, regionsOf } from '../store/catalog/expansions.ts';
import type { TextKind } from '../store/catalog/translations.ts';
import { cardAmounts, currentCardPrices, productAmounts } from '../store/prices/current-prices.ts';
import type { Writes } from '../store/store.ts';
import { namedCards, pricedCards, pricedProducts } from '../store/views/priced/priced-records.ts';

/** Whose amounts were touched, by id, with the digest of what they were before the transaction. */
const noPrices = () => ({ cards: new Map<string, string>(), products: new Map<number, string>() });

export const noChanges = () => ({
  seriesNew: new Map<string, Series>(),
  /** Their own fields: name and logo. */
  seriesCorrected: new Map<string, Series>(),
  seriesDeleted: new Set<string>(),
  expansionsNew: new Map<string, Expansion>(),
  expansionsChanged: new Map<string, Expansion>(),
  expansionsDeleted: new Set<string>(),
  /** New cards, and those whose record differs in anything but prices. */
  cards: new NumberedIds(),
  cardsDeleted: new Set<string>(),
  variantsPruned: [] as number[],
  products: new Set<number>(),
  /** Products that are in no expansion any more. */
  productsDetached: new Set<number>(),
  prices: { usd: noPrices(), eur: noPrices() },
  /** Days of which any row was written. */
  days: { usd: new Set<string>(), eur: new Set<string>() },
  /** Days of which prices went to or from a printing that reads another product. */
  reassigned: { usd: new Set<string>(), eur: new Set<string>() },
  /** By card, the names of printings as price rows had them, where one is called otherwise now. */
  renamed: new Map<string, ReadonlyMap<number, string>>(),
});
export type Changes = ReturnType<typeof noChanges>;

/** Notes how the printings of a card were called, where any is called otherwise: the key of its price rows is another. */
export function noteNames({ renamed }: Changes, id: string, before: readonly Variant[], now: readonly Variant[]): void {
  const [names, next] = [variantNames(before), variantNames(now)];
  const isOther = [...names].some(([variant, name]) => next.has(variant) && next.get(variant) !== name);
  if (isOther && !renamed.has(id)) renamed.set(id, names);
}

/** Notes the records of a game that show other texts, by kind; one that is new is told as that. */
export async function noteShown(
  writes: Writes,
  game: string,
  changes: Changes,
  { card, expansion, series }: Record<TextKind, ReadonlySet<string>>,
): Promise<void> {
  for (const id of card) changes.cards.add(id);
  for (const each of expansion.size === 0 ? [] : await allExpansions(writes, game)) {
    if (expansion.has(each.id) && !changes.expansionsNew.has(each.id)) changes.expansionsChanged.set(each.id, each);
  }
  for (const each of series.size === 0 ? [] : await allSeries(writes, game)) {
    if (series.has(each.id) && !changes.seriesNew.has(each.id)) changes.seriesCorrected.set(each.id, each);
  }
}

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

/** Cards whose price rows of a market are called otherwise than they were, whatever their amounts. */
async function calledOtherwise(writes: Writes, market: 'usd' | 'eur', { renamed }: Changes): Promise<string[]> {
  const found: string[] = [];
  for (const ids of inBatches([...renamed.keys()])) {
    const prices = await currentCardPrices(writes, ids);
    for (const [id, body] of await cardBodies(writes, ids)) {
      const rows = (prices.get(id) ?? []).filter((price) => price.market === market);
      const text = (names: ReadonlyMap<number, string> | undefined) =>
        rows
          .map(({ variant_id, observed_on: _, source: __, ...row }) => JSON.stringify([names?.get(variant_id), row]))
          .sort();
      if (text(renamed.get(id)).join() !== text(variantNames(printingsIn(body))).join()) found.push(id);
    }
  }
  return found;
}

/** Cards and products whose price rows are not what they were, by currency. */
export async function changedPrices(writes: Writes, changes: Changes): Promise<Record<'usd' | 'eur', ChangedPrices>> {
  const of = async (market: 'usd' | 'eur') => {
    const { cards, products } = changes.prices[market];
    const repriced = await differing(cards, (ids) => cardAmounts(writes, market, ids));
    return {
      cards: [...new Set([...repriced, ...(await calledOtherwise(writes, market, changes))])],
      products: await differing(products, (ids) => productAmounts(writes, market, ids)),
      days: changes.days[market],
    };
  };
  return { usd: await of('usd'), eur: await of('eur') };
}

/**
 * The events of a transaction: what holds others comes before them, and a card comes as it is after the pruning, with its
 * names where its `game` has several languages, its own first.
 */
export async function changeEvents(
  writes: Writes,
  changes: Changes,
  game?: Pick<DeployedGame, 'languages' | 'regionalPrints'>,
  known?: Record<'usd' | 'eur', ChangedPrices>,
): Promise<AnyEventGroup[]> {
  const { usd, eur } = known ?? (await changedPrices(writes, changes));
  const inUsd = await cardPriceEvents(writes, 'USD', usd.cards);
  const inEur = await cardPriceEvents(writes, 'EUR', eur.cards);
  // An id that another card took at once is reported by that card's record.
  const deleted = [...changes.cardsDeleted].filter((id) => !changes.cards.has(id));
  // So is a card without a price in a currency any more.
  for (const id of [...inUsd.unpriced, ...inEur.unpriced]) changes.cards.add(id);
  // The specification has a product's prices among what game.products.updated reports.
  const products = new Set([...changes.products, ...usd.products, ...eur.products]);
  return [
    groupOf('series.created', [...changes.seriesNew.values()]),
    groupOf('series.updated', [...changes.seriesCorrected.values()]),
    groupOf('expansions.created', [...changes.expansionsNew.values()]),
    groupOf('expansions.updated', [...changes.expansionsChanged.values()]),
    groupOf('card_variants.deleted', changes.variantsPruned),
    groupOf('cards.deleted', deleted),
    groupOf('expansions.deleted', [...changes.expansionsDeleted]),
    groupOf('series.deleted', [...changes.seriesDeleted]),
    groupRead('cards.updated', changes.cards, async (ids) => {
      const cards = await pricedCards(writes, ids);
      return game === undefined || game.languages.length < 2 ? cards : namedIn(writes, cards, game);
    }),
    inUsd.group,
    inEur.group,
    // A read still answers such a product: whoever removes it gets its record back with the next event.
    groupOf('products.removed', [...changes.productsDetached]),
    groupRead('products.updated', [...products], (ids) => pricedProducts(writes, ids)),
    await productPriceEvents(writes, 'USD', usd.products),
    await productPriceEvents(writes, 'EUR', eur.products),
  ];
}

async function namedIn(
  writes: Writes,
  cards: readonly Card[],
  game: Pick<DeployedGame, 'languages' | 'regionalPrints'>,
) {
  const ids = cards.map(({ expansion_id }) => expansion_id);
  const regions = await regionsOf(writes, ids);
  const languageOf = ({ expansion_id, lang }: Card) => lang ?? languageOfRegion(game, regions.get(expansion_id));
  return namedCards(writes, cards, languageOf);
}
