/** Lorcana: what only this game has, put together. */
import type { Game } from '../game.ts';
import { placesOfLorcast } from './foreign-ids.ts';
import { lorcast } from './lorcast/lorcast.ts';
import { printings } from './printings.ts';
import { sealed } from './sealed-words.ts';

export const lorcana = {
  catalogs: { lorcast },
  printings,
  // Lorcast names TCGplayer's articles. At Cardmarket a card and its foil are one.
  articles: { cardmarket: () => true },
  sealed,
  foreign: { lorcast: { isOurs: true, places: placesOfLorcast } },
  sources: {
    catalog: { adapter: 'lorcast', url: 'https://api.lorcast.com/v0' },
    usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: 71 },
  },
} satisfies Game;
