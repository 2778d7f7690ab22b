/** What a card in a list costs at least. */
import type { CardSummary } from '../../../client/src/records.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';
import { leastPrice } from '../../../src/catalog/listing/least-price.ts';

type Currency = 'USD' | 'EUR';

/** In the currency that is sorted by, else in the one that it is priced in; undefined without a price. */
export function priceText(card: CardSummary, sort?: string): string | undefined {
  const order: readonly Currency[] = sort?.endsWith('eur') ? ['EUR', 'USD'] : ['USD', 'EUR'];
  for (const currency of order) {
    const cents = leastPrice(card, currency);
    if (cents !== undefined) return amount(cents, currency);
  }
  return undefined;
}
