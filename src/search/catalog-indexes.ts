/** The indexes of a game's four lists, read from the store: of those games whose names moved. */
import type { SearchWords } from '../catalog/words/search-words.ts';
import {
  searchableCards,
  searchableExpansions,
  searchableGames,
  searchableNames,
  searchablePrefix,
  searchablePrintings,
  searchableProducts,
  searchableSeries,
} from '../store/catalog/search-rows.ts';
import { gameRows, stateOf } from '../store/game-versions.ts';
import { catalogVersion } from '../store/meta.ts';
import type { Reads, Store } from '../store/store.ts';
import { cardFacts } from './facts/card-facts.ts';
import { buildIndexData, type GameLists } from './index-data.ts';

/**
 * Of which names indexes are: the catalog versions of their last changes, of all games and of each that has one. Equal ones
 * mean equal rankings, on every process of one store.
 */
export interface IndexVersions {
  names: number;
  games: ReadonlyMap<string, number>;
}

/** What was built, beside what stays. */
export interface CatalogIndexes {
  versions: IndexVersions;
  /** Every game that can be searched. */
  games: readonly string[];
  built: ReadonlyMap<string, GameLists>;
}

/** What the games of this deployment tell of their collectors' words, by game. */
export type WordsByGame = ReadonlyMap<string, SearchWords>;

const NO_WORDS: SearchWords = { shortForms: [] };

/**
 * Reads what is searched of the games whose names are not those of `known`, and builds their indexes. Blocks its thread:
 * index-worker.ts is where it runs.
 */
export async function readCatalogIndexes(
  store: Pick<Store, 'snapshot'>,
  known: IndexVersions['games'] = new Map(),
  words: WordsByGame = new Map(),
): Promise<CatalogIndexes> {
  const { value } = await store.snapshot(async (reads) => {
    const state = stateOf({ version: await catalogVersion(reads), value: await gameRows(reads) });
    const games = await searchableGames(reads);
    const rows = new Map<string, GameRows>();
    for (const game of games) {
      const names = state.games.get(game)?.names;
      if (names === undefined || names !== known.get(game)) rows.set(game, await rowsOf(reads, game));
    }
    return { state, games, rows };
  });
  const { state, games, rows } = value;
  const versions = { names: state.names, games: new Map([...state.games].map(([game, { names }]) => [game, names])) };
  return {
    versions,
    games,
    built: new Map([...rows].map(([game, read]) => [game, listsOf(read, words.get(game) ?? NO_WORDS)])),
  };
}

type GameRows = Awaited<ReturnType<typeof rowsOf>>;

async function rowsOf(reads: Reads, game: string) {
  const cards = await searchableCards(reads, game);
  return { cards, printings: await searchablePrintings(reads, cards), ...(await restOf(reads, game)) };
}

const restOf = async (reads: Reads, game: string) => ({
  prefix: await searchablePrefix(reads, game),
  expansions: await searchableExpansions(reads, game),
  series: await searchableSeries(reads, game),
  products: await searchableProducts(reads, game),
  names: await searchableNames(reads, game),
});

function listsOf(
  { cards, printings, prefix, expansions, series, products, names }: GameRows,
  words: SearchWords,
): GameLists {
  const officialCounts = new Map(expansions.map(({ id, official }) => [id, official]));
  const facts = cardFacts({ cards, printings, expansions, prefix }, words);
  const none = new Map<string, number>();
  const group = { officialCounts: none, integerIds: false, hasNumbers: false };
  return {
    cards: buildIndexData({
      rows: cards,
      officialCounts,
      integerIds: false,
      hasNumbers: true,
      furtherNames: names.card,
      facts,
    }),
    expansions: buildIndexData({ ...group, rows: expansions, furtherNames: names.expansion }),
    series: buildIndexData({ ...group, rows: series, furtherNames: names.series }),
    products: buildIndexData({ rows: products, officialCounts: none, integerIds: true, hasNumbers: false }),
  };
}
