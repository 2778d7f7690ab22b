/** Prices of marketplace products that nobody reads, or as they were when somebody last did. */
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
import { isOfMarket, type SeriesObservation, seriesKeyAt, slotOf } from '../prices/price-series.ts';
import { addNewest, noneLeft, parted, type Shelf } from '../prices/stored-months.ts';
import { putRows } from '../put-rows.ts';
import { deleteWhere, firstWhere, isAny, rowsWhere, valuesBy, within } from '../rows-where.ts';
import type { Reads, Writes } from '../store.ts';
import type { PricedPrinting } from './priced-printing.ts';

type Newest = SeriesObservation & Observed;

/** Histories and newest prices by the names of marketplace products. */
export const UNREAD: Shelf<string> = {
  bodiesIn: (reads, month, article) => valuesBy(reads, 'article_months', { month, article }, 'article', 'body'),
  putIn: async (writes, month, bodies) => {
    const { left, gone } = parted(bodies);
    const rows = left.map(([article, body]) => ({ article, month, body }));
    await putRows(writes, 'article_months', ['article', 'month'], rows);
    await deleteWhere(writes, 'article_months', { month, article: gone });
  },
  newestLeft: async (reads, gone) => {
    const left = noneLeft(gone);
    const rows = await rowsWhere(reads, 'article_months', { article: [...gone.keys()] }, undefined, '-month');
    for (const { article, month, body } of rows) addNewest(left.get(article), body, month);
    return left;
  },
  currentBodies: (reads, article) => valuesBy(reads, 'article_prices', { article }, 'article', 'body'),
  putCurrent: async (writes, prices, before) => {
    const texts = prices.map(({ name, current }) => [name, currentText(current)] as const);
    const changed = texts.filter(([name, text]) => text !== (before.get(name) ?? NOTHING));
    const { left, gone } = parted(new Map(changed.map(([name, text]) => [name, text === NOTHING ? undefined : text])));
    await putRows(
      writes,
      'article_prices',
      ['article'],
      left.map(([article, body]) => ({ article, body })),
    );
    await deleteWhere(writes, 'article_prices', { article: gone });
    return changed.length;
  },
};

const NOTHING = '[]';

/** Every marketplace product with what is kept of it, as prices of no printing. */
export async function marketplacePrices(reads: Reads, market: 'usd' | 'eur'): Promise<Map<string, CurrentCardPrice[]>> {
  const rows = await rowsWhere(reads, 'article_prices', { article: ofMarket(market) });
  return new Map(rows.map(({ article, body }) => [article, cardPricesIn(body)]));
}

/** Whether anything is kept of any marketplace product. */
export const hasMarketplacePrices = async (reads: Reads, market: 'usd' | 'eur'): Promise<boolean> =>
  (await firstWhere(reads, 'article_prices', 1, { article: ofMarket(market) }, ['article'])).length > 0;

const ofMarket = (market: 'usd' | 'eur') => within(`${market}/`, `${market}0`);

const productsOf = (printings: readonly PricedPrinting[]) => [...new Set(printings.map(({ article }) => article))];

function putNewer(current: Current, price: Newest): void {
  const known = current.get(price.key);
  if (known === undefined || known.observed_on < price.observed_on) current.set(price.key, price);
}

/** Keeps what these printings have under their products, and takes it from them. Returns the owners that had any. */
export async function keepPrices(writes: Writes, printings: readonly PricedPrinting[], how: 'taken' | 'copied') {
  const had = new Set<number>();
  if (printings.length === 0) return had;
  const before = await UNREAD.currentBodies(writes, productsOf(printings));
  const kept = new Map([...before].map(([article, body]) => [article, parseCurrent(body)]));
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
  const rows = [...kept].map(([name, current]) => ({ name, current }));
  await UNREAD.putCurrent(writes, rows, before);
  return had;
}

/** Gives printings what is kept of their products, where it is newer than what they have. Returns whether anything was. */
export async function givePrices(writes: Writes, printings: readonly PricedPrinting[]): Promise<boolean> {
  if (printings.length === 0 || !(await isAny(writes.selectFrom('article_prices').select('article')))) return false;
  const bodiesKept = await UNREAD.currentBodies(writes, productsOf(printings));
  const kept = new Map([...bodiesKept].map(([article, body]) => [article, parseCurrent(body)]));
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
