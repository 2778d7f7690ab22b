/** Five games as an operator would configure them, all from one upstream server. */
import type { GamesSection } from '../../src/config/games-section.ts';
import type { IngestConfig } from '../../test/support/processes/ingest-process.ts';

/** TCGplayer's category and Cardmarket's number of each game; One Piece's catalog is TCGplayer's own. */
const MARKETS = {
  pokemon: { category: 3, cardmarket: 6 },
  magic: { category: 1, cardmarket: 1 },
  yugioh: { category: 2, cardmarket: 3 },
  lorcana: { category: 71, cardmarket: 19 },
  one_piece: { category: 68, cardmarket: 18 },
};

/** The configuration of all five. @param base address of the upstream server @param files where Pokémon's compiled files are */
export function fiveGames(base: string, files: string): IngestConfig & { games: GamesSection } {
  const tcgcsv = `${base}/tcgcsv/tcgplayer`;
  const catalogs = {
    pokemon: { adapter: 'tcgdex', files },
    magic: { adapter: 'scryfall', url: `${base}/scryfall` },
    yugioh: { adapter: 'ygoprodeck', url: `${base}/ygoprodeck/api/v7` },
    lorcana: { adapter: 'lorcast', url: `${base}/lorcast/v0` },
    one_piece: { adapter: 'tcgcsv_catalog', url: tcgcsv, category: MARKETS.one_piece.category },
  };
  const gameOf = ([name, { category, cardmarket }]: [string, { category: number; cardmarket: number }]) => {
    const folder = `${base}/cardmarket/productCatalog`;
    const sources = {
      catalog: catalogs[name as keyof typeof catalogs],
      usd_market: { adapter: 'tcgcsv', url: tcgcsv, category },
      eur_market: {
        adapter: 'cardmarket',
        prices: `${folder}/priceGuide/price_guide_${cardmarket}.json`,
        products: [`${folder}/productList/products_singles_${cardmarket}.json`],
      },
    };
    return [name, { ...(name === 'pokemon' ? { id_prefix: '' } : {}), sources }];
  };
  return { games: Object.fromEntries(Object.entries(MARKETS).map(gameOf)) };
}
