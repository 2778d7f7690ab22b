/** Magic: what only this game has, put together. */
import type { Game } from '../game.ts';
import { placesOfScryfall } from './foreign-ids.ts';
import { lists } from './list-words.ts';
import { printings } from './printings.ts';
import { scryfall } from './scryfall/scryfall.ts';
import { sealed } from './sealed-words.ts';
import { search } from './search-words.ts';

const CARDMARKET = 'https://downloads.s3.cardmarket.com/productCatalog';

export const magic = {
  title: 'Magic: The Gathering',
  facts: { types: 'Colours', color_identity: 'Colour identity', cmc: 'Mana value' },
  catalogs: { scryfall },
  printings,
  sealed,
  search,
  lists,
  foreign: { scryfall: { isOurs: true, places: placesOfScryfall } },
  sources: {
    catalog: { adapter: 'scryfall', url: 'https://api.scryfall.com' },
    usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: 1 },
    eur_market: { adapter: 'cardmarket', prices: `${CARDMARKET}/priceGuide/price_guide_1.json` },
  },
} satisfies Game;
