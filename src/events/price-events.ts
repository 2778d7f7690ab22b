/** Makes events of changed prices: all current rows of each changed card or product in the currency that changed. */
import type { EurAmounts, UsdAmounts } from '../catalog/price-rows.ts';
import { printingNames } from '../catalog/printing-names.ts';
import type { Card, EurPriceEntry, UsdPriceEntry } from '../catalog/records.ts';
import { cardsById } from '../store/catalog-records.ts';
import {
  type CurrentCardPrice,
  type CurrentProductPrice,
  currentCardPrices,
  currentProductPrices,
} from '../store/current-prices.ts';
import type { Writes } from '../store/store.ts';
import type { ProductPriceEntry } from './event-names.ts';
import { type EventGroup, groupOf, groupRead } from './record-events.ts';

export type Currency = 'USD' | 'EUR';

const isPriced = (amounts: UsdAmounts | EurAmounts) => Object.values(amounts).some((amount) => amount !== null);

/**
 * The event for cards whose current amounts in `currency` are not what they were. A card with nothing priced any more is
 * left out, as the specification says: those are `unpriced`.
 */
export async function cardPriceEvents(
  writes: Writes,
  currency: Currency,
  cardIds: readonly string[],
): Promise<{ group: EventGroup<'card_prices.updated'>; unpriced: string[] }> {
  const ids = [...new Set(cardIds)];
  const prices = await currentCardPrices(writes, ids);
  const market = currency === 'USD' ? 'usd' : 'eur';
  const [priced, unpriced] = split(ids, (id) => {
    return (prices.get(id) ?? []).some((row) => row.market === market && isPriced(row.amounts));
  });
  const read = async (keys: readonly string[]) =>
    (await cardsById(writes, keys)).map((card) => {
      const rows = (prices.get(card.id) ?? []).filter((row) => row.market === market);
      return { card_id: card.id, prices: cardEntries(card, rows) };
    });
  return { group: { ...groupRead('card_prices.updated', priced, read), currency }, unpriced };
}

/** Rows of printings that the card has, in the order of the card's printings. */
function cardEntries({ variants }: Card, rows: readonly CurrentCardPrice[]): (UsdPriceEntry | EurPriceEntry)[] {
  const names = printingNames(variants);
  return variants.flatMap(({ id }, at) =>
    rows.filter((row) => row.variant_id === id).map((row) => cardEntry(names[at] ?? '', row)),
  );
}

function cardEntry(variant: string, row: CurrentCardPrice): UsdPriceEntry | EurPriceEntry {
  if (row.market === 'usd') return { variant, condition: row.condition, currency: 'USD', ...usdOf(row.amounts) };
  return { variant, currency: 'EUR', price_kind: row.price_kind, ...eurOf(row.amounts) };
}

/** The event for sealed products whose current amounts in `currency` are not what they were. */
export async function productPriceEvents(
  writes: Writes,
  currency: Currency,
  productIds: readonly number[],
): Promise<EventGroup<'product_prices.updated'>> {
  const market = currency === 'USD' ? 'usd' : 'eur';
  const current = await currentProductPrices(writes, [...new Set(productIds)]);
  const products = [...current].flatMap(([product_id, all]) => {
    const rows = all.filter((row) => row.market === market);
    return rows.some((row) => isPriced(row.amounts)) ? [{ product_id, prices: rows.map(productEntry) }] : [];
  });
  return groupOf('product_prices.updated', products, currency);
}

function productEntry(row: CurrentProductPrice): ProductPriceEntry {
  if (row.market === 'eur') return { currency: 'EUR', ...eurOf(row.amounts) };
  return { variant: row.variant, condition: row.condition, currency: 'USD', ...usdOf(row.amounts) };
}

const usdOf = ({ market, low, high }: UsdAmounts): UsdAmounts => ({ market, low, high });
const eurOf = ({ avg, low, trend, avg_holo, low_holo, trend_holo }: EurAmounts): EurAmounts => ({
  avg,
  low,
  trend,
  avg_holo,
  low_holo,
  trend_holo,
});

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const first: Item[] = [];
  const second: Item[] = [];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}
