/** Publishes the prices that a catalog holds in its cards, for an operator who has no other source for a market. */
import type { DeployedGame } from '../../games/game.ts';
import type { Writes } from '../../store/store.ts';
import type { EmbeddedPrices } from '../../upstream/catalog-delivery.ts';
import type { PriceDay } from '../../upstream/markets/market-rows.ts';
import type { Changes } from '../changes.ts';
import { type MarketView, marketView } from '../matching/market-view.ts';
import { cardmarket } from './cardmarket.ts';
import type { ArticleRow, Marketplace } from './marketplace.ts';
import { openPriceDesk } from './price-desk.ts';
import type { Amounts } from './price-ledger.ts';
import { publishPriceDays, type ReadyDay } from './price-publication.ts';
import { tcgplayer } from './tcgplayer.ts';

/** Which currencies have no source of their own. */
export interface EmbeddedMarkets {
  usd: boolean;
  eur: boolean;
}

/** What publishing needs beside the rows. */
interface Place {
  writes: Writes;
  source: string;
  game: DeployedGame;
  changes: Changes;
}

/**
 * Writes each day that the cards' blocks name. To be called once the cards are published, in the same transaction.
 * @throws Outage when the amounts are of another unit than the last known ones
 */
export async function publishEmbeddedPrices(
  place: Place,
  prices: EmbeddedPrices,
  markets: EmbeddedMarkets,
): Promise<Record<string, number>> {
  const counts = { usd_priced: 0, eur_priced: 0 };
  if (prices.isEmpty) return counts;
  const view = await marketView(place.writes, place.game);
  // One after the other, each in a call of its own: what the first needed is gone before the second.
  if (markets.usd) counts.usd_priced = await publishDays(place, view, tcgplayer, prices.usdDays());
  if (markets.eur) counts.eur_priced = await publishDays(place, view, cardmarket, prices.eurDays());
  return counts;
}

/** Returns how many printings have got a price. */
async function publishDays<Row extends ArticleRow, Priced extends Amounts>(
  { writes, source, changes }: Place,
  view: MarketView,
  marketplace: Marketplace<Row, Priced>,
  days: readonly PriceDay<Row>[],
): Promise<number> {
  const desk = await openPriceDesk(marketplace, { reads: writes, source, view }, []);
  const file = `the ${marketplace.currency.toUpperCase()} prices in the cards`;
  const ready: ReadyDay[] = [];
  for (const day of days) {
    desk.checkUnit(file, day.rows, day.observed_on);
    ready.push(await desk.take(day));
  }
  return (await publishPriceDays(writes, ready, changes)).printings_priced;
}
