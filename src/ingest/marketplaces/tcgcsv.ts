/** TCGplayer by way of tcgcsv: USD prices of one day after the other, and sealed products. */

import Type, { type Static } from 'typebox';
import { closedObject } from '../../catalog/field-shapes.ts';
import { Address, sourceFields } from '../../upstream/source-fields.ts';
import { HistoryDays, type PriceAdapter } from './price-adapter.ts';

/** `url` is the folder of categories; `prices`, where it is another, may hold `{day}`: one folder for each day. */
const Settings = closedObject({
  ...sourceFields,
  adapter: Type.Literal('tcgcsv'),
  url: Address,
  category: Type.Integer({ minimum: 1 }),
  prices: Type.Optional(Address),
  history_days: Type.Optional(HistoryDays),
});

export const tcgcsv: PriceAdapter<Static<typeof Settings>> = {
  settings: Settings,
  revision: 1,
  speaksFor: 'usd',
  feed: ({ category }) => `TCGplayer's prices of category ${category}`,
  products: ({ category }) => `the products of category ${category}`,
  address: ({ url }) => url,
  probe: ({ url, category }) => ({ address: `${url}/${category}/groups` }),
  days: ({ url, prices = url, history_days }) => ({ address: prices, historyDays: history_days }),
  open: async ({ url, category, prices = url }, context, view) =>
    (await import('./tcgcsv-days.ts')).tcgcsvDays({ url, category }, prices, context, view),
};
