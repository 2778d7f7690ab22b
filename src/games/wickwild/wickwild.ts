/** The demo's game, fictional and built in: it speaks the formats and the printing words of the real game beside it. */
import type { Game } from '../game.ts';
import { pokemon } from '../pokemon/pokemon.ts';

/** More than a year, so that the widest window of the price history is full from the first start. */
const HISTORY_DAYS = 400;
const common = { history_days: HISTORY_DAYS, every: '1h' };

/** Read by the ordinary adapters from `demo:` addresses, which this process answers itself. */
export const wickwild: Game = {
  ...pokemon,
  title: 'Wickwild',
  sources: {
    catalog: { adapter: 'tcgdex', files: 'demo:tcgdex', pictures: 'jpg' },
    usd_market: { adapter: 'tcgcsv', url: 'demo:tcgcsv', prices: 'demo:@{day}/tcgcsv', category: 901, ...common },
    usd_conditions: { adapter: 'justtcg', url: 'demo:@{day}/justtcg', api_key: 'demo', game: 'wickwild', ...common },
    eur_market: {
      adapter: 'cardmarket',
      prices: 'demo:@{day}/cardmarket/price_guide.json',
      products: ['demo:cardmarket/products_singles.json', 'demo:cardmarket/products_nonsingles.json'],
      ...common,
    },
  },
};
