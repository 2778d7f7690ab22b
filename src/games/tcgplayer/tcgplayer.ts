/** Any game that TCGplayer lists, with TCGplayer itself as the catalog. */
import type { Game } from '../game.ts';
import { fields } from './fields.ts';
import { printings } from './printings.ts';
import { tcgcsvCatalog } from './tcgcsv/tcgcsv-catalog.ts';
import { lists, sealed } from './words.ts';

const TCGCSV = 'https://tcgcsv.com/tcgplayer';

export const tcgplayer = {
  fields,
  catalogs: { tcgcsv_catalog: tcgcsvCatalog },
  printings,
  sealed,
  lists,
  external: {},
  sources: {
    catalog: { adapter: 'tcgcsv_catalog', url: TCGCSV, category: 68 },
    usd_market: { adapter: 'tcgcsv', url: TCGCSV, category: 68 },
  },
} satisfies Game;
