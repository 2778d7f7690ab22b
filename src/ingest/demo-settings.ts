/** What runs without a configuration: the built-in demo game, read by the ordinary adapters. */
import type { SourceSettings } from './source-settings.ts';

/** More than a year, so that the widest window of the price history is full from the first start. */
const HISTORY_DAYS = 400;
const common = { history_days: HISTORY_DAYS, every: '1h' as const };

/** The sources of a service that has no configured ones. */
export const DEMO_SOURCES: Readonly<Record<string, SourceSettings>> = {
  catalog: { adapter: 'tcgdex', files: 'demo:tcgdex', pictures: 'jpg' },
  usd_market: { adapter: 'tcgcsv', url: 'demo:tcgcsv', prices: 'demo:@{day}/tcgcsv', category: 901, ...common },
  usd_conditions: { adapter: 'justtcg', url: 'demo:@{day}/justtcg', api_key: 'demo', game: 'wickwild', ...common },
  eur_market: {
    adapter: 'cardmarket',
    prices: 'demo:@{day}/cardmarket/price_guide.json',
    products: ['demo:cardmarket/products_singles.json', 'demo:cardmarket/products_nonsingles.json'],
    ...common,
  },
};
