/** The demo's second game, fictional too: one that the marketplace alone lists, which is its catalog. */
import type { Game } from '../game.ts';
import { tcgplayer } from '../tcgplayer/tcgplayer.ts';

const category = 902;

/** Some weeks: a game that has come lately has a shorter past than the one beside it. */
const HISTORY_DAYS = 60;

/** Read by the ordinary adapters from `demo:` addresses, which this process answers itself. */
export const orbwright: Game = {
  ...tcgplayer,
  title: 'Orbwright',
  sources: {
    catalog: { adapter: 'tcgcsv_catalog', url: 'demo:tcgcsv', category },
    usd_market: {
      ...{ adapter: 'tcgcsv', url: 'demo:tcgcsv', prices: 'demo:@{day}/tcgcsv', category },
      ...{ history_days: HISTORY_DAYS, every: '1h' },
    },
  },
};
