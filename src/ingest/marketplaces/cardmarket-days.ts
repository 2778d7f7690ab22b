/** Reads Cardmarket: EUR prices from the price guide, and sealed products found in the product lists. */
import { dayOf } from '../../catalog/days.ts';
import type { Product } from '../../catalog/records.ts';
import { once } from '../../packed/remembered.ts';
import { allProducts, type SealedLink, sealedLinks } from '../../store/catalog/products.ts';
import { leaveMarketplaceProducts, readMarketplaceProducts } from '../../store/marketplace-products/hand-over.ts';
import { marketplaceRow, type PricedPrinting } from '../../store/marketplace-products/marketplace-prices.ts';
import { productAmounts } from '../../store/prices/current-prices.ts';
import { putListedSingles } from '../../store/prices/market-knowledge.ts';
import { productOwner } from '../../store/prices/price-series.ts';
import { Outage, outageOf } from '../../upstream/document.ts';
import { type CardmarketProduct, cardmarketGuide, cardmarketProducts } from '../../upstream/markets/cardmarket.ts';
import { noteBefore } from '../changes.ts';
import { checkRows, emptiedFault, lastQuarantined, quarantineFault, rowsFault, unlinkedFault } from '../guards.ts';
import { type HeldParts, heldNote, judgeLinks, openHeldParts, UNTIL_READ } from '../held-parts.ts';
import { contestedSingles } from '../matching/claims/listed-singles.ts';
import { findAtCardmarket, publishFoundProducts } from '../matching/found/found-products.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import { linkSealed, publishSealedLinks } from '../matching/sealed/sealed-products.ts';
import type { LinkedProduct } from '../prices/accepted-prices.ts';
import { judgeDay, takeDays } from '../prices/held-days.ts';
import { unitFault } from '../prices/price-guards.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import type { RunContext } from '../source.ts';
import { onDay, readAt } from './day-addresses.ts';
import type { DayRead, ReadDay } from './day-walk.ts';
import { cardmarket } from './market-rules.ts';

/** @param prices where the price guide lies, with `{day}` in it that of each day @param lists addresses of product lists */
export function cardmarketDays(
  prices: string,
  lists: readonly string[],
  context: RunContext,
  view: MarketView,
): ReadDay {
  const opened = once(() => openRun(lists, context, view));
  return async (day, knownStamp, lastRows) => {
    const address = day === undefined ? prices : onDay(prices, day);
    const asking = cardmarketGuide(context.documents.read, address, knownStamp);
    const guide = await readAt(day !== undefined, asking);
    if (guide === undefined) return undefined;
    context.clock.check(address, guide.observed_on);
    if (context.forgotten.has(guide.observed_on)) return undefined;
    context.documents.note(guide.observed_on);
    const run = await opened();
    const { matcher, held } = run;
    const { observed_on, rows } = guide;
    const came = rows.length + guide.quarantined.length;
    const records = quarantineFault(guide.quarantined, came, lastQuarantined(context.task));
    checkRows('prices', rows.length, records);
    const letGo = judgeDay(held, { observed_on, rows }, [
      ['records', records],
      ['rows', rowsFault('prices', rows.length, lastRows)],
      ['column', emptiedFault(address, matcher.emptied(rows), guide.leftOut, rows.length)],
      ['unit', unitFault(address, await matcher.ratios(rows, observed_on))],
    ]);
    const days = await takeDays(matcher, letGo, guide);
    const { listed, unlisted } = run;
    const keepHeld = held.changes();
    run.listed = undefined;
    return {
      days,
      unmet: matcher.unmet(rows, observed_on),
      rows: guide.rows.length,
      duplicates: guide.duplicates,
      quarantined: [...guide.quarantined, ...(listed?.quarantined ?? [])],
      leftOut: [...guide.leftOut, ...(listed?.leftOut ?? [])],
      stamp: day ?? (unlisted === null ? guide.stamp : `${guide.stamp} in part`),
      notes: [unlisted, listed?.note ?? null],
      ...(day !== guide.observed_on && { stated: guide.observed_on }),
      publishMore: async (writes, changes) => {
        const taken = await keepHeld(writes);
        return { ...taken, ...(await listed?.publish(writes, changes)) };
      },
    };
  };
}

async function openRun(lists: readonly string[], context: RunContext, view: MarketView) {
  const { store, task, game } = context;
  const held = await openHeldParts(store.reads, task.name, context.options.acceptPrune);
  const came = await outageOf(readLists(lists, context));
  const before = await sealedLinks(store.reads, game.name);
  const seen = { ...view };
  const restore = held.copy();
  const read =
    came instanceof Outage
      ? undefined
      : listedIn(came, context, { view, held }, before, await allProducts(store.reads, game.name));
  const fault = came instanceof Outage ? came.message : read?.fault;
  // What is the lists' is no single expansion's.
  if (fault !== undefined) restore();
  const observed_on = dayOf(context.now().getTime());
  const { isHeld } = held.judge({ name: 'product lists', guard: 'records', observed_on, fault, rows: read && [] });
  // Without a list nothing is known of the marketplace products: what was found stays.
  if (isHeld) Object.assign(view, seen);
  const listed = isHeld ? undefined : read;
  const sealed = (listed?.links ?? before).map(({ product_id, cardmarket_id: marketplace_id }): LinkedProduct => {
    return { product_id, marketplace_id, isNew: listed?.newly.has(product_id) ?? false };
  });
  return {
    matcher: await openPriceMatcher(cardmarket, { reads: store.reads, source: task.name, ...matchingOf(view) }, sealed),
    held,
    /** What the lists of products gave, until it is published, with the first day that is there. */
    listed,
    /** Why the lists gave nothing. */
    unlisted: isHeld ? (read ? heldNote(fault ?? '') : `${fault}: ${UNTIL_READ}`) : null,
  };
}

/** What the lists say of products, as they are to be linked, and of single cards. */
function listedIn(
  { marketProducts, quarantined, leftOut }: Awaited<ReturnType<typeof readLists>>,
  { game, now }: RunContext,
  { view, held }: { view: MarketView; held: HeldParts },
  before: readonly SealedLink[],
  products: readonly Product[],
) {
  const { left, isLeft } = judgeLinks(held, now());
  const found = findAtCardmarket(view, marketProducts, isLeft);
  const unsealed = marketProducts.filter(({ sealed }) => !sealed);
  const singles = contestedSingles(view, 'cardmarket', unsealed);
  const links = linksFrom(before, linkSealed(view, products, marketProducts), marketProducts);
  const added = missingLinks(links, before);
  const newly = new Set(added.map(({ product_id }) => product_id));
  const gone = missingLinks(before, links);
  const fault = unlinkedFault('sealed products', gone.length, before.length);
  const publish: NonNullable<DayRead['publishMore']> = async (writes, changes) => {
    const touched = [...new Set([...gone.map(({ product_id }) => product_id), ...newly])];
    noteBefore(changes.prices.eur.products, await productAmounts(writes, 'eur', touched));
    const { days } = await leaveMarketplaceProducts(writes, gone.map(pricedPrinting), game.name);
    const got = await readMarketplaceProducts(writes, added.map(pricedPrinting), game.name);
    for (const day of [...days, ...got]) changes.reassigned.eur.add(day);
    await putListedSingles(writes, 'cardmarket', singles);
    return {
      ...(await publishFoundProducts(writes, { game: game.name, market: 'cardmarket' }, found, changes)),
      products_changed: await publishSealedLinks(writes, game.name, { products, links }, changes),
    };
  };
  const note = left.length === 0 ? null : heldNote(left.map((part) => part.fault).join(', '));
  return { links, newly, fault, note, quarantined, leftOut, publish };
}

async function readLists(lists: readonly string[], { read, onProgress }: RunContext) {
  const came: Awaited<ReturnType<typeof cardmarketProducts>>[] = [];
  for (const [index, address] of lists.entries()) {
    onProgress({ step: 'product lists', done: index, total: lists.length });
    // The publisher's two files are told apart by their names only.
    const list = await cardmarketProducts(read, address, address.includes('nonsingles'));
    checkRows('products', list.rows.length);
    came.push(list);
  }
  return {
    marketProducts: came.flatMap(({ rows }) => rows),
    quarantined: came.flatMap(({ quarantined }) => quarantined),
    leftOut: came.flatMap(({ leftOut }) => leftOut),
  };
}

/**
 * The links as they are to be: those found in the lists, and those of products that the lists do not name. They may be
 * another source's, and a marketplace product that a list leaves out is no other product for that.
 */
function linksFrom(
  before: readonly SealedLink[],
  found: readonly SealedLink[],
  marketProducts: readonly CardmarketProduct[],
): SealedLink[] {
  const listed = new Set(marketProducts.map(({ product_id }) => product_id));
  const linked = new Set(found.map(({ product_id }) => product_id));
  const kept = before.filter(({ product_id, cardmarket_id }) => !listed.has(cardmarket_id) && !linked.has(product_id));
  return [...kept, ...found];
}

/** Those of `links` that `others` has not: products whose marketplace product is another there. */
function missingLinks(links: readonly SealedLink[], others: readonly SealedLink[]): SealedLink[] {
  const marketplaceIdOf = new Map(others.map((link) => [link.product_id, link.cardmarket_id]));
  return links.filter((link) => marketplaceIdOf.get(link.product_id) !== link.cardmarket_id);
}

const pricedPrinting = ({ product_id, cardmarket_id }: SealedLink): PricedPrinting => ({
  owner: productOwner(product_id),
  variantId: 0,
  market: 'eur',
  article: marketplaceRow('eur', cardmarket_id, ''),
});
