/** Publishes the prices that TCGdex embeds in its cards, for an operator who has no other source for a market. */
import type { Writes } from '../store/store.ts';
import type { TcgdexPrices } from '../upstream/tcgdex-prices.ts';
import type { Changes } from './changes.ts';
import { openEurDesk } from './eur-desk.ts';
import { marketView } from './market-view.ts';
import { publishPriceDays } from './price-publication.ts';
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
  const usdDays = markets.usd ? prices.usdDays() : [];
  const eurDays = markets.eur ? prices.eurDays() : [];
  const counts = { usd_priced: 0, eur_priced: 0 };
  if (usdDays.length + eurDays.length === 0) return counts;
  const view = await marketView(writes);
  const usd = await openUsdDesk(writes, source, view, new Set());
  const usdReady = usdDays.map((day) => {
    usd.checkUnit('the USD prices in the cards', day.rows, day.observed_on);
    return usd.take(day);
  });
  counts.usd_priced = (await publishPriceDays(writes, usdReady, changes)).printings_priced;
  const eur = await openEurDesk(writes, source, view, []);
  const eurReady = eurDays.map((day) => {
    eur.checkUnit('the EUR prices in the cards', day.rows, day.observed_on);
    return eur.take(day);
  });
  counts.eur_priced = (await publishPriceDays(writes, eurReady, changes)).printings_priced;
  return counts;
}
