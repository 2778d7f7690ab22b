/** Pokémon: what only this game has, put together. */
import type { Game } from '../game.ts';
import { placesOfPokemontcg, placesOfTcgdex } from './foreign-ids.ts';
import { lists } from './list-words.ts';
import { printings } from './printings.ts';
import { sealed } from './sealed-words.ts';
import { search } from './search-words.ts';
import { tcgdex } from './tcgdex/tcgdex.ts';

const CARDMARKET = 'https://downloads.s3.cardmarket.com/productCatalog';

export const pokemon = {
  title: 'Pokémon',
  catalogs: { tcgdex },
  printings,
  sealed,
  search,
  lists,
  foreign: {
    tcgdex: { isOurs: true, places: placesOfTcgdex },
    pokemontcg: { isOurs: false, places: placesOfPokemontcg },
  },
  sources: {
    catalog: { adapter: 'tcgdex', url: 'https://api.tcgdex.net/v2' },
    usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: 3 },
    eur_market: { adapter: 'cardmarket', prices: `${CARDMARKET}/priceGuide/price_guide_6.json` },
  },
} satisfies Game;
