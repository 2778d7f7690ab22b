/** The newest prices of marketplace products that nobody reads, or as they were when somebody last did. */
import type { Observed } from '../../catalog/price-rows.ts';
import { inBatches } from '../batches.ts';
import {
  type Current,
  type CurrentCardPrice,
  type CurrentRow,
  cardPricesIn,
  currentBodies,
  currentText,
  parseCurrent,
  putCurrent,
} from '../prices/current-prices.ts';
import { isEmpty, takeInto } from '../prices/price-recorder.ts';
import { isOfMarket, type SeriesObservation, seriesKeyAt, slotOf } from '../prices/price-series.ts';
import { addNewest, type LeftDay } from '../prices/stored-months.ts';
import { putRows } from '../put-rows.ts';
import { firstWhere, isAny, rowsWhere, within } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';
import type { PricedPrinting } from './priced-printing.ts';

type Newest = SeriesObservation & Observed;

/** Prices by marketplace product, those kept of the ones named. */
async function keptPrices(reads: Reads, named: readonly { article: string }[]): Promise<Map<string, Current>> {
  const names = new Set(named.map(({ article }) => article));
  const rows = await rowsWhere(reads, 'article_prices', { article: [...names] });
  return new Map(rows.map(({ article, body }) => [article, parseCurrent(body)]));
}

/** Every marketplace product with what is kept of it, as prices of no printing. */
export async function marketplacePrices(reads: Reads, market: 'usd' | 'eur'): Promise<Map<string, CurrentCardPrice[]>> {
  const rows = await rowsWhere(reads, 'article_prices', { article: ofMarket(market) });
  return new Map(rows.map(({ article, body }) => [article, cardPricesIn(body)]));
}

/** Whether anything is kept of any marketplace product. */
export const hasMarketplacePrices = async (reads: Reads, market: 'usd' | 'eur'): Promise<boolean> =>
  (await firstWhere(reads, 'article_prices', 1, { article: ofMarket(market) }, ['article'])).length > 0;

const ofMarket = (market: 'usd' | 'eur') => within(`${market}/`, `${market}0`);

async function putKept(writes: Writes, kept: ReadonlyMap<string, Current>): Promise<void> {
  const rows = [...kept].map(([article, current]) => ({ article, body: currentText(current) }));
  await putRows(writes, 'article_prices', ['article'], rows);
}

function putNewer(current: Current, price: Newest): void {
  const known = current.get(price.key);
  if (known === undefined || known.observed_on < price.observed_on) current.set(price.key, price);
}

/** Keeps what these printings have under their products, and takes it from them. Returns the owners that had any. */
export async function keepPrices(writes: Writes, printings: readonly PricedPrinting[], how: 'taken' | 'copied') {
  const had = new Set<number>();
  if (printings.length === 0) return had;
  const kept = await keptPrices(writes, printings);
  const byOwner = Map.groupBy(printings, ({ owner }) => owner);
  for (const owners of inBatches([...byOwner.keys()])) {
    const left: CurrentRow[] = [];
    const bodies = await currentBodies(writes, owners);
    for (const [owner, body] of bodies) {
      const current = parseCurrent(body);
      for (const { variantId, market, article } of byOwner.get(owner) ?? []) {
        const own = [...current.values()].filter(({ key }) => isOfMarket(key, variantId, market));
        if (own.length === 0) continue;
        had.add(owner);
        const prices = kept.get(article) ?? new Map();
        kept.set(article, prices);
        for (const { price_kind: _, ...price } of own) {
          // What was kept is never newer: whoever reads a marketplace product has all of its days.
          prices.set(slotOf(price.key), { ...price, key: slotOf(price.key) });
          if (how === 'taken') current.delete(price.key);
        }
      }
      left.push({ owner, current });
    }
    await putCurrent(writes, left, bodies);
  }
  await putKept(writes, kept);
  return had;
}

/** Gives printings what is kept of their products, where it is newer than what they have. Returns whether anything was. */
export async function givePrices(writes: Writes, printings: readonly PricedPrinting[]): Promise<boolean> {
  if (printings.length === 0 || !(await isAny(writes.selectFrom('article_prices').select('article')))) return false;
  const kept = await keptPrices(writes, printings);
  const byOwner = Map.groupBy(
    printings.filter(({ article }) => kept.has(article)),
    ({ owner }) => owner,
  );
  let hasGiven = false;
  for (const owners of inBatches([...byOwner.keys()])) {
    const bodies = await currentBodies(writes, owners);
    const rows: CurrentRow[] = [];
    for (const owner of owners) {
      const current = parseCurrent(bodies.get(owner));
      for (const { variantId, article, price_kind } of byOwner.get(owner) ?? []) {
        for (const price of kept.get(article)?.values() ?? []) {
          const kind = price_kind === undefined ? {} : { price_kind };
          putNewer(current, { ...price, ...kind, key: seriesKeyAt(variantId, price.key) });
        }
      }
      rows.push({ owner, current });
    }
    if ((await putCurrent(writes, rows, bodies)) > 0) hasGiven = true;
  }
  return hasGiven;
}

/** Keeps the newest of these observations, given by marketplace product, oldest first. */
export async function keepNewest(
  writes: Writes,
  source: string,
  observations: ReadonlyMap<string, readonly SeriesObservation[]>,
): Promise<void> {
  for (const batch of inBatches([...observations].map(([article, days]) => ({ article, days })))) {
    const kept = await keptPrices(writes, batch);
    for (const { article, days } of batch) {
      const prices = kept.get(article) ?? new Map();
      const emptied = days.flatMap((day) => (isEmpty(day) ? day.key : []));
      const left = emptied.length === 0 ? undefined : await newestKept(writes, article, emptied);
      takeInto(prices, days, source, left);
      if (prices.size > 0) kept.set(article, prices);
    }
    await putKept(writes, kept);
  }
}

/** Of each series of a marketplace product, the newest days that are kept, two at most. */
export async function newestKept(reads: Reads, article: string, keys: readonly number[]) {
  const left = new Map(keys.map((key): [number, LeftDay[]] => [key, []]));
  const months = await rowsWhere(reads, 'article_months', { article }, undefined, '-month');
  for (const { body, month } of months) addNewest(left, body, month);
  return left;
}
