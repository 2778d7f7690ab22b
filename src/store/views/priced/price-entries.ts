/** Current prices of many cards in the form of list rows and events. */
import { priceEntries } from '../../../catalog/served-prices.ts';
import { storedVariantNames } from '../../../catalog/variant-names.ts';
import { type PublishedVariant, variantsOf } from '../../catalog/variants.ts';
import { currentCardPrices } from '../../prices/current-prices.ts';
import type { Reads } from '../../store.ts';

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
