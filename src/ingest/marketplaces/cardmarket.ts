/** Cardmarket's public files: EUR prices from the price guide, and sealed products found in the product lists. */

import Type, { type Static } from 'typebox';
import { dayOf } from '../../catalog/days.ts';
import { closedObject } from '../../catalog/field-shapes.ts';
import { DocumentAddress, sourceFields } from '../../upstream/source-fields.ts';
import { onDay } from './day-addresses.ts';
import { HistoryDays, type PriceAdapter } from './price-adapter.ts';

/** `prices` is the price guide, whose address may hold `{day}`; `products` are the product lists. */
const Settings = closedObject({
  ...sourceFields,
  adapter: Type.Literal('cardmarket'),
  prices: DocumentAddress,
  products: Type.Optional(Type.Array(DocumentAddress)),
  history_days: Type.Optional(HistoryDays),
});

export const cardmarket: PriceAdapter<Static<typeof Settings>> = {
  settings: Settings,
  revision: 1,
  speaksFor: 'eur',
  feed: () => "Cardmarket's price guide",
  address: ({ prices }) => prices,
  probe: ({ prices, products }) => ({
    address: onDay(prices, dayOf(Date.now())),
    ...(products === undefined && {
      lacks: 'it has no "products": nothing is found there by name, and nothing sealed',
    }),
  }),
  days: ({ prices, history_days }) => ({ address: prices, historyDays: history_days }),
  open: async ({ prices, products = [] }, context, view) =>
    (await import('./cardmarket-days.ts')).cardmarketDays(prices, products, context, view),
};
