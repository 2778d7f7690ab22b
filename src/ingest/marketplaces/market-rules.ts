/** The rules of the marketplaces, whichever sources their prices come by: how rows are named and priced. */
import type { Condition, EurAmounts, UsdAmounts } from '../../catalog/price-rows.ts';
import type { EurRow, UsdRow } from '../../upstream/markets/market-rows.ts';
import type { LinkedProduct } from '../prices/accepted-prices.ts';
import type { Marketplace } from '../prices/marketplace.ts';
import type { PriceMatcher } from '../prices/price-matcher.ts';
import { subTypeSlug } from '../prices/sub-types.ts';

export type TcgplayerMatcher = PriceMatcher<UsdRow, UsdAmounts>;

/** TCGplayer, whichever source its prices come by. */
export const tcgplayer: Marketplace<UsdRow, UsdAmounts> = {
  currency: 'usd',
  rowName: (marketplace_id, subType) => `${marketplace_id}/${subType}`,
  subTypeOf: ({ sub_type }) => sub_type,
  conditionOf: ({ condition }) => condition,
  rowNamed: (name) => {
    const [, id, sub_type = '', condition] = /^(\d+)\/(.*)\/(\w+)$/.exec(name) ?? [];
    if (id === undefined) return undefined;
    return { product_id: Number(id), sub_type, condition: condition as Condition, market: null, low: null, high: null };
  },
  amountsOf: ({ market, low, high }) => ({ market, low, high }),
  cardPrice: ({ condition }, { variant_id }, amounts) => ({ variant_id, market: 'usd', condition, amounts }),
  productPrice: ({ sub_type }, amounts) => {
    return { variant: subTypeSlug(sub_type), market: 'usd', condition: 'Unopened', amounts };
  },
};

/** Sealed products have the number of their marketplace product at TCGplayer. */
export const linkedProducts = (products: readonly { id: number }[]): LinkedProduct[] =>
  [...new Set(products.map(({ id }) => id))].map((id) => ({ product_id: id, marketplace_id: id, isNew: false }));

/** Cardmarket, whichever source its prices come by. */
export const cardmarket: Marketplace<EurRow, EurAmounts> = {
  currency: 'eur',
  rowName: (marketplace_id) => String(marketplace_id),
  subTypeOf: () => '',
  conditionOf: () => undefined,
  rowNamed: (name) => {
    const nothing = { avg: null, low: null, trend: null, avg_holo: null, low_holo: null, trend_holo: null };
    return /^\d+$/.test(name) ? { product_id: Number(name), ...nothing } : undefined;
  },
  // One by one: to leave a field out of the others takes ten times as long, for each row several times.
  amountsOf: (row) => {
    const { avg, low, trend, avg_holo, low_holo, trend_holo } = row;
    return { avg, low, trend, avg_holo, low_holo, trend_holo };
  },
  // Both price sides stand in the price; which of them speaks for the printing is the part that it is linked to.
  cardPrice: (_, { variant_id, part }, amounts) => {
    return { variant_id, market: 'eur', price_kind: part === 'holo' ? 'holo' : 'plain', amounts };
  },
  productPrice: (_, amounts) => ({ market: 'eur', amounts }),
};
