/** Hands prices of products to those who read them, and back: a price is the product's, and its days go with it. */
import type { CardPriceRow } from '../../catalog/price-rows.ts';
import { bumpCatalogVersion, pricesOf } from '../catalog/game-versions.ts';
import { cardObservation, type ObservedRows, type Observer } from '../prices/price-days.ts';
import type { SeriesObservation } from '../prices/price-series.ts';
import type { Writes } from '../store.ts';
import { giveHistory, keepHistory, keepObservations } from './marketplace-history.ts';
import { givePrices, keepNewest, keepPrices } from './marketplace-prices.ts';
import type { PricedPrinting } from './priced-printing.ts';

/**
 * Takes price and history away from these printings and keeps them under their products: read under a mapping that no longer
 * holds, they are not theirs. They are all of one game, where it is known. Returns the owners that had a price.
 */
export async function leaveMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const hadPrice = await keepPrices(writes, printings, 'taken');
  const hadHistory = await keepHistory(writes, printings, 'taken');
  if (hadPrice.size > 0 || hadHistory) await bumpCatalogVersion(writes, pricesOf(game));
  return hadPrice;
}

/** Keeps what these printings have under their marketplace products as well, for others who come to read them. */
export async function shareMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[]): Promise<void> {
  await keepPrices(writes, printings, 'copied');
  await keepHistory(writes, printings, 'copied');
}

/** Gives printings, all of one game, the price and the history that are kept of their products; newer prices and days that they have stay. */
export async function readMarketplaceProducts(writes: Writes, printings: readonly PricedPrinting[], game?: string) {
  const gotPrice = await givePrices(writes, printings);
  const gotHistory = await giveHistory(writes, printings);
  if (gotPrice || gotHistory) await bumpCatalogVersion(writes, pricesOf(game));
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
  const observations = rowObservations(days);
  await keepObservations(writes, observations);
  if (!isLate) await keepNewest(writes, source, observations);
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
