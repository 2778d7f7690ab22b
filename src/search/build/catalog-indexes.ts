/** The indexes of a game's four lists, read from the store: of those games whose names moved. */
import type { SearchWords } from '../../catalog/words/search-words.ts';
import { VERSION } from '../../release.ts';
import { gameRows, stateOf } from '../../store/catalog/game-versions.ts';
import { catalogVersion } from '../../store/meta.ts';
import type { Reads, Store } from '../../store/store.ts';
import { mappedColumn } from '../../store/views/search-rows/dictionary-column.ts';
import { namesStamps } from '../../store/views/search-rows/names-stamps.ts';
import {
  searchableCards,
  searchableExpansions,
  searchableGames,
  searchableNames,
  searchablePrefix,
  searchablePrintings,
  searchableProducts,
  searchableSeries,
} from '../../store/views/search-rows/search-rows.ts';
import { cardSignals } from '../tables/card-signals.ts';
import { inOrderOfId } from '../tables/index-columns.ts';
import { buildFromColumns, buildIndexData, type GameLists } from '../tables/index-data.ts';
import { INDEX_FORM, type IndexFiles } from './index-files.ts';

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
  games: readonly string[];
  built: ReadonlyMap<string, GameLists>;
  /** What kept indexes from being read from their files or kept in them. */
  faults?: readonly string[];
}

/** What the games of this deployment tell of their collectors' words, by game. */
export type WordsByGame = ReadonlyMap<string, SearchWords>;

const NO_WORDS: SearchWords = { shortForms: [] };

export interface BuildParts {
  words?: WordsByGame;
  kept?: IndexFiles;
}

/**
 * The indexes of the games whose names are not those of `known`: as they are kept for these names, else built from what is
 * stored, and kept. Blocks its thread: index-worker.ts is where it runs.
 */
export async function readCatalogIndexes(
  store: Pick<Store, 'snapshot'>,
  known: IndexVersions['games'] = new Map(),
  { words = new Map(), kept }: BuildParts = {},
): Promise<CatalogIndexes> {
  const { value } = await store.snapshot(async (reads) => {
    const state = stateOf({ version: await catalogVersion(reads), value: await gameRows(reads) });
    const stamps = await namesStamps(reads);
    const games = await searchableGames(reads);
    const found = new Map<string, FoundGame>();
    for (const game of games) {
      const names = state.games.get(game)?.names;
      if (names !== undefined && names === known.get(game)) continue;
      const stamp = stamps(game);
      const key = stamp === undefined ? undefined : keyOf(names ?? state.names, stamp, words.get(game));
      const lists = key === undefined ? undefined : kept?.read(game, key, known.size === 0);
      found.set(game, lists === undefined ? { key, rows: await rowsOf(reads, game) } : { lists });
    }
    return { state, games, found };
  });
  const { state, games, found } = value;
  const versions = { names: state.names, games: new Map([...state.games].map(([game, { names }]) => [game, names])) };
  const built = new Map<string, GameLists>();
  for (const [game, it] of found) {
    const lists = 'lists' in it ? it.lists : listsOf(it.rows, words.get(game) ?? NO_WORDS);
    if ('rows' in it && it.key !== undefined) kept?.write(game, it.key, lists);
    built.set(game, lists);
  }
  kept?.keepOnly(games);
  return { versions, games, built };
}

type FoundGame = { lists: GameLists } | { key: string | undefined; rows: GameRows };

/** Of which names an index is, and of what else it is made: equal ones are of equal indexes. */
function keyOf(names: number, stamp: string, words: SearchWords = NO_WORDS): string {
  const said = JSON.stringify(words, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
  // What letters are folded to is Unicode's to say.
  return [INDEX_FORM, VERSION, process.versions.unicode, names, stamp, said].join(' ');
}

type GameRows = Awaited<ReturnType<typeof rowsOf>>;

async function rowsOf(reads: Reads, game: string) {
  const cards = inOrderOfId(await searchableCards(reads, game));
  return {
    cards,
    printings: await searchablePrintings(reads, cards.ids),
    prefix: await searchablePrefix(reads, game),
    expansions: await searchableExpansions(reads, game),
    series: await searchableSeries(reads, game),
    products: await searchableProducts(reads, game),
    names: await searchableNames(reads, game),
  };
}

function listsOf(
  { cards, printings, prefix, expansions, series, products, names }: GameRows,
  words: SearchWords,
): GameLists {
  const officialCounts = new Map(expansions.map(({ id, official }) => [id, official]));
  const { ids, names: called, numbers, rarities, illustrators } = cards;
  const none = new Map<string, number>();
  const ofExpansion = furtherOf(names.expansion);
  const known = expansions.map((each) => ({ ...each, further: ofExpansion(each.id) }));
  const further = { values: ids.map(furtherOf(names.card)), codes: Uint32Array.from(ids.keys()) };
  const group = { officialCounts: none, integerIds: false, hasNumbers: false };
  return {
    cards: buildFromColumns({
      ...{ ids, names: called, numbers, officialCounts, integerIds: false, hasNumbers: true },
      groups: mappedColumn(cards.expansions, (expansion) => [expansion]),
      furtherNames: names.card,
      facts: cardSignals(
        { names: called, rarities, illustrators, printings, expansions: known, further, prefix },
        words,
      ),
    }),
    expansions: buildIndexData({ ...group, rows: expansions, furtherNames: names.expansion }),
    series: buildIndexData({ ...group, rows: series, furtherNames: names.series }),
    products: buildIndexData({ rows: products, officialCounts: none, integerIds: true, hasNumbers: false }),
  };
}

/** What each record is called in further languages. */
function furtherOf(names: readonly { id: string; name: string }[] = []): (id: string) => string[] {
  const byId = Map.groupBy(names, ({ id }) => id);
  return (id) => (byId.get(id) ?? []).map(({ name }) => name);
}
