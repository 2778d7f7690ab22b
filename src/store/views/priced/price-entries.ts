/** Current prices of many cards in the form of list rows and events. */
import type { EurPriceEntry, UsdPriceEntry } from '../../../catalog/records.ts';
import { priceEntries } from '../../../catalog/served-prices.ts';
import { storedVariantNames } from '../../../catalog/variant-names.ts';
import { variantsOf } from '../../catalog/variants.ts';
import { currentCardPrices } from '../../prices/current-prices.ts';
import type { Reads } from '../../store.ts';

/** Price entries by card id, of those of the cards that have any. */
export async function cardPriceEntries(reads: Reads, cardIds: readonly string[]) {
  const prices = await currentCardPrices(reads, cardIds);
  const variants = Map.groupBy(await variantsOf(reads, [...prices.keys()]), ({ card_id }) => card_id);
  const entries = new Map<string, (UsdPriceEntry | EurPriceEntry)[]>();
  for (const [id, rows] of prices) {
    // Among exact duplicates this is the order of the card's record, which would take longer to read.
    const inOrder = (variants.get(id) ?? []).sort((a, b) => a.ordinal - b.ordinal);
    entries.set(id, priceEntries(rows, storedVariantNames(inOrder)));
  }
  return entries;
}
