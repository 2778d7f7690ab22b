/** Many cards and sealed products at once, as the detail reads show them: with their current prices. */
import type { Card, Product } from '../../../catalog/records.ts';
import { pricedCard, pricedCardText, pricedProduct } from '../../../catalog/served-prices.ts';
import { cardBodies } from '../../catalog/cards.ts';
import { productsByNumbers } from '../../catalog/catalog-records.ts';
import {
  cardPricesIn,
  currentCardPrices,
  currentCardTexts,
  currentProductPrices,
} from '../../prices/current-prices.ts';
import type { Reads } from '../../store.ts';

/** The cards that are there, in the order of `ids`. */
export async function pricedCards(reads: Reads, ids: readonly string[]): Promise<Card[]> {
  const bodies = await cardBodies(reads, ids);
  const prices = await currentCardPrices(reads, ids);
  return ids.flatMap((id) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [pricedCard(JSON.parse(body) as Card, prices.get(id) ?? [])];
  });
}

/** The same as JSON: that of 500 cards takes a fifth of the time of making it anew. */
export async function pricedCardTexts(reads: Reads, ids: readonly string[]): Promise<string[]> {
  const bodies = await cardBodies(reads, ids);
  const prices = await currentCardTexts(reads, ids);
  return ids.flatMap((id) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [pricedCardText(body, cardPricesIn(prices.get(id) ?? '[]'))];
  });
}

/** The sealed products that are there, in the order of `ids`. */
export async function pricedProducts(reads: Reads, ids: readonly number[]): Promise<Product[]> {
  const products = await productsByNumbers(reads, ids);
  const prices = await currentProductPrices(reads, ids);
  return ids.flatMap((id) => {
    const product = products.get(id);
    return product === undefined ? [] : [pricedProduct(product, prices.get(id) ?? [])];
  });
}
