/** Publishes the prices that TCGdex embeds in its cards, for an operator who has no other source for a market. */
import type { Writes } from '../../store/store.ts';
import type { TcgdexPrices } from '../../upstream/tcgdex-prices.ts';
import type { Changes } from '../changes.ts';
import { type MarketView, marketView } from '../matching/market-view.ts';
import { openEurDesk } from './eur-desk.ts';
import { publishPriceDays, type ReadyDay } from './price-publication.ts';
import { openUsdDesk } from './usd-desk.ts';

/** Which markets have no source of their own. */
export interface EmbeddedMarkets {
  usd: boolean;
  eur: boolean;
}

/**
 * Writes each day that the cards' blocks name. To be called once the cards are published, in the same transaction.
 * @throws Outage when the amounts are of another unit than the last known ones
 */
export async function publishEmbeddedPrices(
  writes: Writes,
  source: string,
  prices: TcgdexPrices,
  markets: EmbeddedMarkets,
  changes: Changes,
): Promise<Record<string, number>> {
  const counts = { usd_priced: 0, eur_priced: 0 };
  if (prices.isEmpty) return counts;
  const view = await marketView(writes);
  // One market after the other, each in a function of its own: what the first needed is gone before the second.
  if (markets.usd) counts.usd_priced = await publishUsd({ writes, source, view, prices, changes });
  if (markets.eur) counts.eur_priced = await publishEur({ writes, source, view, prices, changes });
  return counts;
}

/** What publishing one market needs. */
interface Embedded {
  writes: Writes;
  source: string;
  view: MarketView;
  prices: TcgdexPrices;
  changes: Changes;
}

async function publishUsd({ writes, source, view, prices, changes }: Embedded): Promise<number> {
  const desk = await openUsdDesk(writes, source, view, new Set());
  const ready: ReadyDay[] = [];
  for (const day of prices.usdDays()) {
    desk.checkUnit('the USD prices in the cards', day.rows, day.observed_on);
    ready.push(await desk.take(day));
  }
  return (await publishPriceDays(writes, ready, changes)).printings_priced;
}

async function publishEur({ writes, source, view, prices, changes }: Embedded): Promise<number> {
  const desk = await openEurDesk(writes, source, view, []);
  const ready: ReadyDay[] = [];
  for (const day of prices.eurDays()) {
    desk.checkUnit('the EUR prices in the cards', day.rows, day.observed_on);
    ready.push(await desk.take(day));
  }
  return (await publishPriceDays(writes, ready, changes)).printings_priced;
}
