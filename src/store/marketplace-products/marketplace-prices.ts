/** Prices of marketplace products that nobody reads, or as they were when somebody last did. */
import type { PriceKind } from '../../catalog/records.ts';
import { type CurrentCardPrice, cardPricesIn, currentText } from '../prices/current-prices.ts';
import { parted, type Shelf } from '../prices/stored-months.ts';
import { putRows } from '../put-rows.ts';
import { deleteWhere, firstWhere, rowsWhere, valuesBy, within } from '../rows-where.ts';
import type { Reads } from '../store.ts';

/** Who reads the prices of a marketplace product: a printing, or a sealed product. */
export interface PricedPrinting {
  /** A card's or product's number in the price tables. */
  owner: number;
  /** Id of the printing; of a product the number of its sub-type, 0 in EUR. */
  variantId: number;
  market: 'usd' | 'eur';
  /** The marketplace's row, as `marketplaceRow` names it. */
  article: string;
  /** Which half a printing reads in EUR. */
  price_kind?: PriceKind;
}

/** A row of a marketplace: a product in EUR, each of a product's sub-types in USD. */
export const marketplaceRow = (market: 'usd' | 'eur', productId: number, subType: string): string =>
  market === 'usd' ? `usd/${productId}/${subType}` : `eur/${productId}`;

/** Histories and newest prices by the names of marketplace products. */
export const UNREAD: Shelf<string> = {
  bodiesIn: (reads, month, article) => valuesBy(reads, 'article_months', { month, article }, 'article', 'body'),
  putIn: async (writes, month, bodies) => {
    const { left, gone } = parted(bodies);
    const rows = left.map(([article, body]) => ({ article, month, body }));
    await putRows(writes, 'article_months', ['article', 'month'], rows);
    await deleteWhere(writes, 'article_months', { month, article: gone });
  },
  monthsOf: async (reads, article) => {
    const rows = await rowsWhere(reads, 'article_months', { article }, ['month']);
    return [...new Set(rows.map(({ month }) => month))].sort((a, b) => a - b);
  },
  currentBodies: (reads, article) => valuesBy(reads, 'article_prices', { article }, 'article', 'body'),
  putCurrent: async (writes, prices, before) => {
    const texts = prices.map(({ name, current }) => [name, currentText(current)] as const);
    const changed = texts.filter(([name, text]) => text !== (before.get(name) ?? NOTHING));
    const { left, gone } = parted(new Map(changed.map(([name, text]) => [name, text === NOTHING ? undefined : text])));
    const rows = left.map(([article, body]) => ({ article, body }));
    await putRows(writes, 'article_prices', ['article'], rows);
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
