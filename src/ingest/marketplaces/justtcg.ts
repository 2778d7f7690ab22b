/** JustTCG: USD prices of each condition, within the plan's budget; it gives way where both it and TCGplayer have one. */

import Type, { type Static } from 'typebox';
import { dayOf } from '../../catalog/days.ts';
import { closedObject } from '../../catalog/field-shapes.ts';
import { Address, sourceFields } from '../../upstream/source-fields.ts';
import { onDay } from './day-addresses.ts';
import { HistoryDays, type PriceAdapter } from './price-adapter.ts';

/** Cards of another game than `game` are refused. */
const Settings = closedObject({
  ...sourceFields,
  adapter: Type.Literal('justtcg'),
  url: Address,
  api_key: Type.String({ minLength: 1 }),
  game: Type.Optional(Type.String({ minLength: 1 })),
  history_days: Type.Optional(HistoryDays),
});

export const justtcg: PriceAdapter<Static<typeof Settings>> = {
  settings: Settings,
  revision: 1,
  speaksFor: null,
  feed: ({ game }) => (game === undefined ? 'the prices by condition' : `the prices by condition of ${game}`),
  address: ({ url }) => url,
  probe: ({ url, api_key }) => ({
    address: `${onDay(url, dayOf(Date.now()))}/sets`,
    headers: { 'x-api-key': api_key },
  }),
  days: ({ url, history_days }) => ({ address: url, historyDays: history_days }),
  open: async (settings, context, view, outranking) =>
    (await import('./justtcg-days.ts')).justtcgDays(settings, outranking, context, view),
};
