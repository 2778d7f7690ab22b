/** What a card in a list costs at least. */
import type { CardSummary } from '../records.ts';

/** Cents of its cheapest printing: by the best condition that has a market price, or by the trend of its side. */
export function leastPrice({ prices = [] }: Pick<CardSummary, 'prices'>, currency: 'USD' | 'EUR'): number | undefined {
  const least = new Map<string, number>();
  for (const price of prices) {
    if (price.currency !== currency || least.has(price.variant)) continue;
    const second = price.currency === 'EUR' && price.price_kind === 'holo' ? price.trend_holo : null;
    const cents = price.currency === 'USD' ? price.market : price.price_kind === 'plain' ? price.trend : second;
    if (cents !== null) least.set(price.variant, cents);
  }
  return least.size === 0 ? undefined : Math.min(...least.values());
}
