/** Any game that TCGplayer lists, with TCGplayer itself as the catalog. */
import type { Game } from '../game.ts';
import { lists } from './list-words.ts';
import { printings } from './printings.ts';
import { sealed } from './sealed-words.ts';
import { tcgcsvCatalog } from './tcgcsv/tcgcsv-catalog.ts';

const TCGCSV = 'https://tcgcsv.com/tcgplayer';

export const tcgplayer = {
  catalogs: { tcgcsv_catalog: tcgcsvCatalog },
  printings,
  sealed,
  lists,
  foreign: {},
  sources: {
    catalog: { adapter: 'tcgcsv_catalog', url: TCGCSV, category: 68 },
    usd_market: { adapter: 'tcgcsv', url: TCGCSV, category: 68 },
  },
} satisfies Game;
