/** What a card costs at least, of the prices in its row. */
import type { CardSummary } from '../../../client/src/records.ts';
import { amount } from '../elements/format.ts';

type Currency = 'USD' | 'EUR';

/** The cheapest printing: by the best condition that has a market price, or by the trend of its half. */
function leastOf({ prices = [] }: CardSummary, currency: Currency): number | undefined {
  const least = new Map<string, number>();
  for (const price of prices) {
    if (price.currency !== currency || least.has(price.variant)) continue;
    const half = price.currency === 'EUR' && price.price_kind === 'holo' ? price.trend_holo : null;
    const cents = price.currency === 'USD' ? price.market : price.price_kind === 'plain' ? price.trend : half;
    if (cents !== null) least.set(price.variant, cents);
  }
  return least.size === 0 ? undefined : Math.min(...least.values());
}

/** In the currency that is sorted by, else in the one that it is priced in; undefined without a price. */
export function priceText(card: CardSummary, sort: string | undefined): string | undefined {
  const order: readonly Currency[] = sort?.endsWith('eur') ? ['EUR', 'USD'] : ['USD', 'EUR'];
  for (const currency of order) {
    const cents = leastOf(card, currency);
    if (cents !== undefined) return amount(cents, currency);
  }
  return undefined;
}
