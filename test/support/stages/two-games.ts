/** Two games in one store whose sources give the same ids: what is the one's must never become the other's. */
import assert from 'node:assert/strict';
import { gameOf } from '../../../src/games/games.ts';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import type { ConfiguredGame } from '../../../src/ingest/source.ts';
import type { Engine } from '../../../src/store/store.ts';
import { type CatalogFolder, catalogFolder, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { type MarketDay, type MarketFolder, marketFolder, tinyMarket } from '../sources/tiny-market.ts';
import { runGames } from './ingest.ts';
import { newStore, type TestStore } from './stores.ts';

export const DAY = '2026-03-01';
const CARDS = 36;
/** The second game's marketplace products: marketplaces number all games' in one row. */
const OFFSET = 5000;

/** One of the two. */
export interface StagedGame {
  configured: ConfiguredGame;
  catalog: UpstreamCatalog;
  folder: CatalogFolder;
  market: MarketFolder;
}

export interface TwoGames extends AsyncDisposable {
  place: TestStore;
  /** Its ids begin with nothing, those of `frost` with `frost-`. */
  ember: StagedGame;
  frost: StagedGame;
  games: ConfiguredGame[];
  /** Writes both catalogs as they are now and runs all sources, or those whose names begin with `only`. */
  run(only?: string, day?: string): Promise<RunReport[]>;
}

async function staged(game: string, idPrefix: string, offset: number): Promise<StagedGame> {
  const catalog = tinyCatalog(CARDS / 3);
  for (const [at, card] of catalog.cards.entries()) {
    card.name = `${card.name} in ${game}`;
    card.thirdParty = { tcgplayer: offset + at + 1, cardmarket: offset + 1001 + at };
  }
  const folder = await catalogFolder(catalog);
  const market = await marketFolder();
  const { usd, eur } = market.sources;
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files, give_up_after: '1s' }, usd, eur };
  const named = Object.entries(sources).map(([name, source]) => [`${game}.${name}`, source]);
  const scope = { game, idPrefix, language: 'en' };
  return { configured: { scope, sources: Object.fromEntries(named) }, catalog, folder, market };
}

/** The market of a day with every marketplace product's number moved by `offset`. */
function movedMarket(day: string, offset: number): MarketDay {
  const { usd, eur, ...rest } = tinyMarket(day, CARDS);
  return {
    ...rest,
    usd: usd.map((row) => ({ ...row, productId: row.productId + offset })),
    eur: eur.map((row) => ({ ...row, idProduct: row.idProduct + offset })),
  };
}

export async function twoGames(engine: Engine): Promise<TwoGames> {
  const place = await newStore(engine);
  const ember = await staged('ember', '', 0);
  const frost = await staged('frost', 'frost-', OFFSET);
  const box = { name: 'Ember Dawn Booster Box', cleanName: null, imageUrl: null, url: null, extendedData: [] };
  await frost.market.put('now/3/7/products', { success: true, results: [{ ...box, productId: OFFSET + 900 }] });
  const games = [ember.configured, frost.configured];
  return {
    place,
    ember,
    frost,
    games,
    run: async (only, day = DAY) => {
      await ember.folder.write(ember.catalog);
      await frost.folder.write(frost.catalog);
      await ember.market.write(movedMarket(day, 0));
      await frost.market.write(movedMarket(day, OFFSET));
      const reports = await runGames(place.store, games, only === undefined ? {} : { only });
      for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
      return reports;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { folder, market } of [ember, frost]) {
        await folder[Symbol.asyncDispose]();
        await market[Symbol.asyncDispose]();
      }
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Both as the API is given them. */
export const deployed = ({ games }: Pick<TwoGames, 'games'>) =>
  games.map(({ scope, sources }) => gameOf(sources, scope));
