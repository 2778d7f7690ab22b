/** Yu-Gi-Oh!: what only this game has, put together. */
import type { Game } from '../game.ts';
import { articles } from './articles.ts';
import { placesOfSetCode } from './foreign-ids.ts';
import { lists } from './list-words.ts';
import { printings } from './printings.ts';
import { sealed } from './sealed-words.ts';
import { search } from './search-words.ts';
import { ygoprodeck } from './ygoprodeck/ygoprodeck.ts';

const CARDMARKET = 'https://downloads.s3.cardmarket.com/productCatalog';

export const yugioh = {
  title: 'Yu-Gi-Oh!',
  facts: {
    race: 'Type',
    typeline: 'Type line',
    frame_type: 'Frame',
    scale: 'Pendulum scale',
    linkval: 'Link rating',
    linkmarkers: 'Link arrows',
  },
  catalogs: { ygoprodeck },
  printings,
  articles,
  sealed,
  search,
  lists,
  foreign: { set_code: { isOurs: true, places: placesOfSetCode } },
  sources: {
    catalog: { adapter: 'ygoprodeck', url: 'https://db.ygoprodeck.com/api/v7' },
    usd_market: { adapter: 'tcgcsv', url: 'https://tcgcsv.com/tcgplayer', category: 2 },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${CARDMARKET}/priceGuide/price_guide_3.json`,
      // Its articles are found by the names in its lists.
      products: ['singles', 'nonsingles'].map((kind) => `${CARDMARKET}/productList/products_${kind}_3.json`),
    },
  },
} satisfies Game;
