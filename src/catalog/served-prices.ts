/** Puts current prices into the records that show them. */
import type { CardPriceRow, Observed, ProductPriceRow } from './price-rows.ts';
import type { Card, EurPrice, EurPriceEntry, Product, UsdPrice, UsdPriceEntry, Variant } from './records.ts';

/** What a printing has where nothing is known: stored cards have it everywhere, as the last two of a variant's keys. */
export const NO_PRICES: Pick<Variant, 'usd_market' | 'eur_market'> = {
  usd_market: [],
  eur_market: {
    price_kind: null,
    currency: 'EUR',
    observed_on: null,
    avg: null,
    low: null,
    trend: null,
    avg_holo: null,
    low_holo: null,
    trend_holo: null,
  },
};

type Price = CardPriceRow & Observed;

/** The card with its prices; a printing without a EUR price keeps the object of nulls. */
export function pricedCard(card: Card, prices: readonly Price[]): Card {
  const byVariant = Map.groupBy(prices, ({ variant_id }) => variant_id);
  const variants = card.variants.map((variant) => ({ ...variant, ...pricesOf(byVariant.get(variant.id) ?? []) }));
  return { ...card, variants };
}

/** The JSON of the card with its prices, from that of the card without. */
export const pricedCardText = (card: string, prices: readonly Price[]): string =>
  prices.length === 0 ? card : JSON.stringify(pricedCard(JSON.parse(card) as Card, prices));

function pricesOf(prices: readonly Price[]): Pick<Variant, 'usd_market' | 'eur_market'> {
  const usd_market: UsdPrice[] = [];
  let eur_market: EurPrice = NO_PRICES.eur_market;
  for (const price of prices) {
    const { observed_on } = price;
    if (price.market === 'usd') {
      usd_market.push({ condition: price.condition, currency: 'USD', ...price.amounts, observed_on });
    } else {
      eur_market = { price_kind: price.price_kind, currency: 'EUR', observed_on, ...price.amounts };
    }
  }
  return { usd_market, eur_market };
}

/** The product with its prices; without a EUR price its `eur_market` is null. */
export function pricedProduct(product: Product, prices: readonly (ProductPriceRow & Observed)[]): Product {
  const priced = { ...product };
  for (const price of prices) {
    const { observed_on } = price;
    if (price.market === 'usd') {
      const { condition, variant, amounts } = price;
      priced.usd_market = [...priced.usd_market, { condition, variant, currency: 'USD', ...amounts, observed_on }];
    } else priced.eur_market = { currency: 'EUR', observed_on, ...price.amounts };
  }
  return priced;
}

/** A card's prices as its list row and the price events carry them; `names` are those of its printings. */
export const priceEntries = (
  prices: readonly CardPriceRow[],
  names: ReadonlyMap<number, string>,
): (UsdPriceEntry | EurPriceEntry)[] =>
  prices.flatMap((price): (UsdPriceEntry | EurPriceEntry)[] => {
    // A printing that was pruned has no name any more.
    const variant = names.get(price.variant_id);
    if (variant === undefined) return [];
    return price.market === 'usd'
      ? [{ variant, condition: price.condition, currency: 'USD', ...price.amounts }]
      : [{ variant, currency: 'EUR', price_kind: price.price_kind, ...price.amounts }];
  });
