/** Many cards and sealed products at once, as the detail reads, lists and events show them: with their current prices and names. */
import type { Card, Product } from '../../../catalog/records.ts';
import { pricedCard, pricedProduct, priceEntries } from '../../../catalog/served-prices.ts';
import { storedVariantNames } from '../../../catalog/variant-names.ts';
import { cardBodies } from '../../catalog/cards.ts';
import { productsByNumbers } from '../../catalog/catalog-records.ts';
import { cardNames } from '../../catalog/translations.ts';
import { type PublishedVariant, variantsOf } from '../../catalog/variants.ts';
import { currentCardPrices, currentProductPrices } from '../../prices/current-prices.ts';
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

/** The sealed products that are there, in the order of `ids`. */
export async function pricedProducts(reads: Reads, ids: readonly number[]): Promise<Product[]> {
  const products = await productsByNumbers(reads, ids);
  const prices = await currentProductPrices(reads, ids);
  return ids.flatMap((id) => {
    const product = products.get(id);
    return product === undefined ? [] : [pricedProduct(product, prices.get(id) ?? [])];
  });
}

/** The cards with their names, the one in the language that each stands in first. */
export async function namedCards(reads: Reads, cards: readonly Card[], languageOf: (card: Card) => string) {
  const names = await cardNames(reads, cards);
  return cards.map((card) => ({ ...card, names: { [languageOf(card)]: card.name, ...names.get(card.id) } }));
}

/** Price entries by card id, of those of the cards that have any. */
export async function cardPriceEntries(reads: Reads, cardIds: readonly string[]) {
  const prices = await currentCardPrices(reads, cardIds);
  const names = await printingNames(reads, [...prices.keys()]);
  return new Map([...prices].map(([id, rows]) => [id, priceEntries(rows, names.get(id) ?? new Map())]));
}

/** What the printings of cards are called, by their ids, by the card's. */
export async function printingNames(reads: Reads, cardIds: readonly string[]) {
  const variants = Map.groupBy(cardIds.length === 0 ? [] : await variantsOf(reads, cardIds), ({ card_id }) => card_id);
  // Among exact duplicates that of the ordinals is the order of the card's record, which would take longer to read.
  const namesOf = (own: readonly PublishedVariant[]) =>
    storedVariantNames(own.toSorted((a, b) => a.ordinal - b.ordinal));
  return new Map([...variants].map(([id, own]) => [id, namesOf(own)]));
}
