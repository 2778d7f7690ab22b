/** Hands prices of products to those who read them, and back: a price is the product's, and its days go with it. */
import type { CardPriceRow } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import { decodeMonth, mergedMonths, splitMonth } from '../prices/observation-codec.ts';
import { cardObservation, type ObservedRows, type Observer } from '../prices/price-days.ts';
import { recordCurrent, recordMonths } from '../prices/price-recorder.ts';
import { daysOfMonth, isOfMarket, type SeriesObservation, seriesKeyAt, slotOf } from '../prices/price-series.ts';
import { OWNED, storedMonths } from '../prices/stored-months.ts';
import { isAny, rowsWhere } from '../rows-where.ts';
import type { Writes } from '../store.ts';
import { givePrices, keepPrices, UNREAD } from './marketplace-prices.ts';
import type { PricedPrinting } from './priced-printing.ts';

/**
 * Takes price and history away from these printings and keeps them under their products: read under a mapping that no longer
 * holds, they are not theirs. They are all of one game, where it is known. Returns the owners that had a price, and the days
 * that went.
 */
export async function leaveMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const days = await daysOf(writes, printings);
  const hadPrice = await keepPrices(writes, printings, 'taken');
  await keepHistory(writes, printings, 'taken');
  if (hadPrice.size + days.size > 0) await bumpCatalogVersion(writes, pricesOf(game));
  return { hadPrice, days };
}

/** Keeps what these printings have under their marketplace products as well, for others who come to read them. */
export async function shareMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[]): Promise<void> {
  await keepPrices(writes, printings, 'copied');
  await keepHistory(writes, printings, 'copied');
}

/**
 * Gives printings, all of one game, the price and the history that are kept of their products; newer prices and days that
 * they have stay. Returns the days that they have then, none where nothing was given.
 */
export async function readMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const gotPrice = await givePrices(writes, printings);
  const gotHistory = await giveHistory(writes, printings);
  if (!gotPrice && !gotHistory) return new Set<string>();
  await bumpCatalogVersion(writes, pricesOf(game));
  return daysOf(writes, printings);
}

/** Days of which these printings have a price in their histories. */
async function daysOf(writes: Writes, printings: readonly PricedPrinting[]): Promise<Set<string>> {
  const days = new Set<string>();
  for await (const { month, bodies } of monthsOf(writes, printings)) {
    for (const { body, own } of bodies) {
      for (const [key, observed] of decodeMonth(body, daysOfMonth(month))) {
        if (!own.some(({ variantId, market }) => isOfMarket(key, variantId, market))) continue;
        for (const { day } of observed) days.add(day);
      }
    }
  }
  return days;
}

/** All that is stored of the owners of these printings, some owners of a month at a time. */
async function* monthsOf(writes: Writes, printings: readonly PricedPrinting[]) {
  const byOwner = Map.groupBy(printings, ({ owner }) => owner);
  for (const month of byOwner.size === 0 ? [] : await storedMonths(writes)) {
    for (const owners of inBatches([...byOwner.keys()])) {
      const bodies = await OWNED.bodiesIn(writes, month, owners);
      yield { month, bodies: [...bodies].map(([owner, body]) => ({ owner, body, own: byOwner.get(owner) ?? [] })) };
    }
  }
}

/**
 * Keeps days of marketplace products that nobody reads, oldest first: who comes to read them later shows what anybody would
 * who had read them from the first. The rows are of no printing.
 */
export async function keepUnreadDays(
  writes: Writes,
  { source, isLate = false }: Observer,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<void> {
  for (const batch of inBatches([...rowObservations(days)])) {
    await recordMonths(writes, UNREAD, batch);
    if (!isLate) await recordCurrent(writes, UNREAD, { source, batch });
  }
}

function rowObservations(days: readonly ObservedRows<string, CardPriceRow>[]): Map<string, SeriesObservation[]> {
  const observations = new Map<string, SeriesObservation[]>();
  for (const { observed_on, rows } of days) {
    for (const [article, ofDay] of rows) {
      const more = ofDay.map((row) => withoutKind(cardObservation(row, observed_on)));
      observations.set(article, [...(observations.get(article) ?? []), ...more]);
    }
  }
  return observations;
}

/** Which price side is read is the printing's matter. */
const withoutKind = ({ price_kind: _, ...observation }: SeriesObservation): SeriesObservation => observation;

/** Keeps the history of these printings under their products, and takes it from them. */
async function keepHistory(writes: Writes, printings: readonly PricedPrinting[], how: 'taken' | 'copied') {
  for await (const { month, bodies } of monthsOf(writes, printings)) {
    const left = new Map<number, Uint8Array | undefined>();
    for (const { owner, body, own } of bodies) {
      const rest = await keepMonths(writes, month, body, own);
      if (rest !== body) left.set(owner, rest);
    }
    if (how === 'taken') await OWNED.putIn(writes, month, left);
  }
}

/** Keeps the printings' series of one month; returns what is left of it without them, `body` itself where they have none. */
async function keepMonths(writes: Writes, month: number, body: Uint8Array, printings: readonly PricedPrinting[]) {
  let rest: Uint8Array | undefined = body;
  for (const { variantId, market, article } of printings) {
    if (rest === undefined) break;
    const split = splitMonth(rest, (series) => (isOfMarket(series, variantId, market) ? slotOf(series) : undefined));
    if (split.taken === undefined) continue;
    await keepMonth(writes, article, month, split.taken);
    rest = split.rest;
  }
  return rest;
}

async function keepMonth(writes: Writes, article: string, month: number, body: Uint8Array): Promise<void> {
  const kept = (await UNREAD.bodiesIn(writes, month, [article])).get(article);
  await UNREAD.putIn(writes, month, new Map([[article, kept === undefined ? body : mergedMonths(kept, body)]]));
}

/**
 * Gives printings what was kept of their marketplace products; days that they have stay as they are. It is kept on: another
 * printing may come to read the same product. Returns whether anything was given.
 */
async function giveHistory(writes: Writes, printings: readonly PricedPrinting[]): Promise<boolean> {
  if (printings.length === 0 || !(await isAny(writes.selectFrom('article_months').select('month')))) return false;
  const byRow = Map.groupBy(printings, ({ article }) => article);
  let hasGiven = false;
  for (const articles of inBatches([...byRow.keys()])) {
    const rows = await rowsWhere(writes, 'article_months', { article: articles });
    for (const { article, month, body } of rows) {
      for (const { owner, variantId } of byRow.get(article) ?? []) {
        const { taken } = splitMonth(body, (slot) => seriesKeyAt(variantId, slot));
        if (taken && (await giveMonth(writes, month, owner, taken))) hasGiven = true;
      }
    }
  }
  return hasGiven;
}

async function giveMonth(writes: Writes, month: number, owner: number, given: Uint8Array): Promise<boolean> {
  const own = (await OWNED.bodiesIn(writes, month, [owner])).get(owner);
  const body = own === undefined ? given : mergedMonths(given, own);
  if (own !== undefined && Buffer.compare(own, body) === 0) return false;
  await OWNED.putIn(writes, month, new Map([[owner, body]]));
  return true;
}
