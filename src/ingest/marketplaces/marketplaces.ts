/** Every source of prices, by the name that a source's `adapter` gives: adding one is its own files and a line here. */
import type { SourceSettings } from '../../upstream/source-fields.ts';
import type { MarketView } from '../matching/links/market-view.ts';
import type { Source } from '../source.ts';
import { cardmarket } from './cardmarket.ts';
import { justtcg } from './justtcg.ts';
import type { PriceAdapter } from './price-adapter.ts';
import { tcgcsv } from './tcgcsv.ts';

export const PRICE_ADAPTERS: Readonly<Record<string, PriceAdapter>> = { tcgcsv, cardmarket, justtcg };

export const priceSource = (
  adapter: PriceAdapter,
  settings: SourceSettings,
  outranking: ReadonlySet<string>,
): Pick<Source, 'fetch' | 'probe'> => ({
  probe: adapter.probe(settings),
  fetch: async (context) => {
    const { priceRun } = await import('./day-walk.ts');
    const open = (view: MarketView) => adapter.open(settings, context, view, outranking);
    return priceRun(context, { ...adapter.days(settings), open });
  },
});
