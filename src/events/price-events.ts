/** Makes events of changed prices: all current rows of each changed card or product in the currency that changed. */
import type { EurPriceEntry, UsdPriceEntry } from '../catalog/records.ts';
import { inBatches } from '../store/batches.ts';
import { type CurrentProductPrice, currentProductPrices } from '../store/prices/current-prices.ts';
import type { Writes } from '../store/store.ts';
import { cardPriceEntries } from '../store/views/priced/priced-records.ts';
import type { ProductPriceEntry } from './event-names.ts';
import { groupOf, groupRead } from './record-events.ts';

type Currency = 'USD' | 'EUR';

const isPriced = (row: UsdPriceEntry | EurPriceEntry | ProductPriceEntry) => {
  if (row.currency === 'USD') return [row.market, row.low, row.high].some((amount) => amount !== null);
  const { avg, low, trend, avg_holo, low_holo, trend_holo } = row;
  return [avg, low, trend, avg_holo, low_holo, trend_holo].some((amount) => amount !== null);
};

/**
 * The event for cards whose current amounts in `currency` are not what they were. A card with nothing priced any more is
 * left out, as the specification says: those are `unpriced`.
 */
export async function cardPriceEvents(writes: Writes, currency: Currency, cardIds: readonly string[]) {
  const pricedOf = async (ids: readonly string[]) => {
    const entries = await cardPriceEntries(writes, ids);
    return ids
      .map((card_id) => ({
        card_id,
        prices: (entries.get(card_id) ?? []).filter((row) => row.currency === currency),
      }))
      .filter(({ prices }) => prices.some(isPriced));
  };
  // Read twice, a delivery's worth at a time: all rows of a whole catalog's first day would take 100 MB.
  const priced = new Set<string>();
  for (const ids of inBatches(cardIds)) for (const { card_id } of await pricedOf(ids)) priced.add(card_id);
  return {
    group: groupRead('card_prices.updated', [...priced], pricedOf, currency),
    unpriced: cardIds.filter((id) => !priced.has(id)),
  };
}

/** The event for sealed products whose current amounts in `currency` are not what they were. */
export async function productPriceEvents(writes: Writes, currency: Currency, productIds: readonly number[]) {
  const current = await currentProductPrices(writes, productIds);
  const products = productIds.map((product_id) => ({
    product_id,
    prices: (current.get(product_id) ?? []).map(productEntry).filter((row) => row.currency === currency),
  }));
  const priced = products.filter(({ prices }) => prices.some(isPriced));
  return groupOf('product_prices.updated', priced, currency);
}

function productEntry(row: CurrentProductPrice): ProductPriceEntry {
  if (row.market === 'eur') return { currency: 'EUR', ...row.amounts };
  return { variant: row.variant, condition: row.condition, currency: 'USD', ...row.amounts };
}
