/** The rules of Cardmarket: EUR, one row for each article, whose halves are the prices of two printings. */
import type { EurAmounts } from '../../catalog/price-rows.ts';
import type { EurRow } from '../../upstream/markets/market-rows.ts';
import { KnownSubTypes } from '../matching/sub-types.ts';
import type { Marketplace } from './marketplace.ts';
import type { PriceDesk } from './price-desk.ts';

/** The desk at which Cardmarket's prices are made ready. */
export type CardmarketDesk = PriceDesk<EurRow, EurAmounts>;

/** Cardmarket, whichever source its prices come by. */
export const cardmarket: Marketplace<EurRow, EurAmounts> = {
  currency: 'eur',
  rowName: (article_id) => String(article_id),
  partOf: () => '',
  conditionOf: () => undefined,
  // One by one: to leave a field out of the others takes ten times as long, for each row several times.
  amountsOf: ({ avg, low, trend, avg_holo, low_holo, trend_holo }) => ({
    avg,
    low,
    trend,
    avg_holo,
    low_holo,
    trend_holo,
  }),
  // Both halves stand in the price; which of them speaks for the printing is the part that it is linked to.
  cardPrice: (_, { variant_id, part }, amounts) => ({
    variant_id,
    market: 'eur',
    price_kind: part === 'holo' ? 'holo' : 'plain',
    amounts,
  }),
  productPrice: (_, amounts) => ({ market: 'eur', amounts }),
  linksOf: ({ eur }) => eur.map(({ price_kind, ...match }) => ({ ...match, market: 'eur', part: price_kind })),
  known: async () => new KnownSubTypes([]),
  learn: () => [],
};
