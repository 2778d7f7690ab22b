/** Puts current prices into the records that show them. */
import type { CardPriceRow, Observed, ProductPriceRow } from './price-rows.ts';
import type { Card, EurPriceEntry, Product, UsdPriceEntry } from './records.ts';

/** The card with its prices; a printing without a EUR price keeps the object of nulls. */
export function pricedCard(card: Card, prices: readonly (CardPriceRow & Observed)[]): Card {
  const byVariant = Map.groupBy(prices, ({ variant_id }) => variant_id);
  const variants = card.variants.map((variant) => {
    const priced = { ...variant };
    for (const price of byVariant.get(variant.id) ?? []) {
      const { observed_on } = price;
      if (price.market === 'usd') {
        const { condition, amounts } = price;
        priced.usd_market = [...priced.usd_market, { condition, currency: 'USD', ...amounts, observed_on }];
      } else {
        priced.eur_market = { price_kind: price.price_kind, currency: 'EUR', observed_on, ...price.amounts };
      }
    }
    return priced;
  });
  return { ...card, variants };
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
