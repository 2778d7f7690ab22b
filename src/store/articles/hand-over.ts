/** Hands prices of articles to those who read them, and back: a price is the article's, and its days go with it. */
import type { CardPriceRow } from '../../catalog/price-rows.ts';
import { pricesOf } from '../game-versions.ts';
import { bumpCatalogVersion } from '../meta.ts';
import { cardObservation, type ObservedRows } from '../prices/price-days.ts';
import type { SeriesObservation } from '../prices/price-series.ts';
import type { Writes } from '../store.ts';
import { fillKept, giveHistory, keepHistory, keepObservations } from './article-history.ts';
import { givePrices, keepNewest, keepPrices } from './article-prices.ts';
import type { ArticleReader } from './article-reader.ts';

/**
 * Takes price and history away from these readers and keeps them under their articles: read under a mapping that no
 * longer holds, they are not theirs. They are all of one game, where it is known. Returns the owners that had a price.
 */
export async function leaveArticles(
  writes: Writes,
  readers: readonly ArticleReader[],
  game?: string,
): Promise<Set<number>> {
  const hadPrice = await keepPrices(writes, readers, 'taken');
  const hadHistory = await keepHistory(writes, readers, 'taken');
  if (hadPrice.size > 0 || hadHistory) await bumpCatalogVersion(writes, pricesOf(game));
  return hadPrice;
}

/** Keeps what these readers have under their articles as well, for others who come to read them. */
export async function shareArticles(writes: Writes, readers: readonly ArticleReader[]): Promise<void> {
  await keepPrices(writes, readers, 'copied');
  await keepHistory(writes, readers, 'copied');
}

/** Gives readers, all of one game, the price and the history that are kept of their articles; newer prices and days that they have stay. */
export async function readArticles(writes: Writes, readers: readonly ArticleReader[], game?: string): Promise<void> {
  const gotPrice = await givePrices(writes, readers);
  const gotHistory = await giveHistory(writes, readers);
  if (gotPrice || gotHistory) await bumpCatalogVersion(writes, pricesOf(game));
}

/**
 * Keeps days of articles that nobody reads, oldest first: who comes to read them later shows what anybody would who had
 * read them from the first. The rows are of no printing.
 */
export async function keepUnreadDays(
  writes: Writes,
  source: string,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<void> {
  const observations = articleObservations(days);
  await keepObservations(writes, observations);
  await keepNewest(writes, source, observations);
}

/** Fills amounts into kept days that lack them; null says nothing here. */
export async function fillUnreadDays(
  writes: Writes,
  days: readonly ObservedRows<string, CardPriceRow>[],
): Promise<void> {
  await fillKept(writes, articleObservations(days));
}

function articleObservations(days: readonly ObservedRows<string, CardPriceRow>[]): Map<string, SeriesObservation[]> {
  const observations = new Map<string, SeriesObservation[]>();
  for (const { observed_on, rows } of days) {
    for (const [article, ofDay] of rows) {
      const more = ofDay.map((row) => withoutKind(cardObservation(row, observed_on)));
      observations.set(article, [...(observations.get(article) ?? []), ...more]);
    }
  }
  return observations;
}

/** Which half is read is the reader's matter. */
const withoutKind = ({ price_kind: _, ...observation }: SeriesObservation): SeriesObservation => observation;
