/** Publishes the prices that a catalog holds in its cards, for an operator who has no other source for a market. */

import type { Game } from '../../games/game.ts';
import type { Writes } from '../../store/store.ts';
import type { EmbeddedPrices } from '../../upstream/catalog-delivery.ts';
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

/** What the prices are published with. */
interface Embedding {
  writes: Writes;
  source: string;
  game: Game;
  prices: EmbeddedPrices;
  changes: Changes;
}

/**
 * Writes each day that the cards' blocks name. To be called once the cards are published, in the same transaction.
 * @throws Outage when the amounts are of another unit than the last known ones
 */
export async function publishEmbeddedPrices(
  embedding: Embedding,
  markets: EmbeddedMarkets,
): Promise<Record<string, number>> {
  const counts = { usd_priced: 0, eur_priced: 0 };
  if (embedding.prices.isEmpty) return counts;
  const view = await marketView(embedding.writes, embedding.game);
  // One market after the other, each in a function of its own: what the first needed is gone before the second.
  if (markets.usd) counts.usd_priced = await publishUsd({ ...embedding, view });
  if (markets.eur) counts.eur_priced = await publishEur({ ...embedding, view });
  return counts;
}

/** What publishing one market needs. */
interface Embedded extends Embedding {
  view: MarketView;
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
