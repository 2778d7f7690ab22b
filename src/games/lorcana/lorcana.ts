/** Lorcana: what only this game has, put together. */
import type { Game } from '../game.ts';
import { placesOfLorcast } from './foreign-ids.ts';
import { lists } from './list-words.ts';
import { lorcast } from './lorcast/lorcast.ts';
import { printings } from './printings.ts';
import { sealed } from './sealed-words.ts';
import { search } from './search-words.ts';

const CARDMARKET = 'https://downloads.s3.cardmarket.com/productCatalog';

export const lorcana = {
  title: 'Disney Lorcana',
  facts: { types: 'Ink', cost: 'Ink cost', inkwell: 'Inkable' },
  catalogs: { lorcast },
  printings,
  // Lorcast names TCGplayer's articles. At Cardmarket a card and its foil are one.
  articles: { cardmarket: () => true },
  sealed,
  search,
  lists,
  foreign: { lorcast: { isOurs: true, places: placesOfLorcast } },
  sources: {
    catalog: { adapter: 'lorcast', url: 'https://api.lorcast.com/v0' },
    usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: 71 },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${CARDMARKET}/priceGuide/price_guide_19.json`,
      // Its articles are found by the names in its lists.
      products: ['singles', 'nonsingles'].map((kind) => `${CARDMARKET}/productList/products_${kind}_19.json`),
    },
  },
} satisfies Game;
