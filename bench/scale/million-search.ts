/** Searches of a large catalog in process, told as one line of JSON. */
// Usage: node scripts/node24.mjs bench/scale/million-search.ts DATA-FOLDER, as the bench of a million cards starts it; or with a
// number of cards in its place: the recorded catalog multiplied, without a store. A million take 1.5 GB.
import { seeded } from '../../demo/random.ts';
import { foldName } from '../../src/catalog/fold.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { SearchIndex, type SearchRequest } from '../../src/search/search-index.ts';
import { buildIndexData } from '../../src/search/tables/index-data.ts';
import { openStore } from '../../src/store/open-store.ts';
import { percentile } from '../report.ts';
import { pick, TYPOS } from '../search/misspell.ts';
import { realCatalog, searchedCards } from './million-catalog.ts';

/** Milliseconds of a search, by the quickest of its runs: a busy machine only adds. */
export interface SearchTimes {
  names: number;
  p50: number;
  p99: number;
  most: number;
  /** What took longest. */
  slowest: string;
  byKind: Record<string, { p50: number; p99: number }>;
}

interface Named {
  name: string;
  number: string | null;
}

export const QUERIES = 2000;
const RUNS = 5;
const PAGE = 50;

/** Searches as they are typed, of each kind as many. */
export const KINDS: Record<string, (card: Named, random: () => number) => string> = {
  'exact name': ({ name }) => name,
  'a slip': ({ name }, random) => pick(TYPOS, random)?.typo(name, random) ?? name,
  beginning: ({ name }, random) => name.slice(0, 3 + Math.floor(random() * 5)),
  'name and number': ({ name, number }) => `${name} ${number}`,
};

/** `QUERIES` searches for cards drawn by seed, with their kinds. */
export function* queriesFor(cards: readonly Named[], count = QUERIES): Generator<{ kind: string; query: string }> {
  const random = seeded(3);
  const kinds = Object.entries(KINDS);
  for (let made = 0; made < count; made += 1) {
    const [kind, make] = kinds[made % kinds.length] ?? ['', ({ name }: Named) => name];
    const card = pick(cards, random);
    if (card) yield { kind, query: make(card, random) };
  }
}

/** The cards of a data folder, or as many as a number says, and how they are searched. */
async function opened(place: string) {
  if (Number(place) > 0) {
    const source = searchedCards(await realCatalog(), Number(place));
    const index = new SearchIndex(buildIndexData(source));
    return { cards: source.rows as readonly Named[], search: (request: SearchRequest) => index.search(request) };
  }
  const store = await openStore({ dataDir: place });
  const cards: Named[] = await store.reads.selectFrom('cards').select(['name', 'number']).execute();
  const indexes = new GameIndexes(await readCatalogIndexes(store));
  await store.close();
  return { cards, search: (request: SearchRequest) => indexes.search('cards', request) };
}

if (import.meta.main) {
  const { cards, search } = await opened(process.argv[2] ?? '');
  const names = new Set(cards.map(({ name }) => foldName(name))).size;
  const searches = [...queriesFor(cards)].map(({ kind, query }) => {
    let ms = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now();
      search({ query, limit: PAGE });
      ms = Math.min(ms, performance.now() - began);
    }
    return { kind, query, ms };
  });
  const both = (times: number[]) => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
  const slowest = searches.reduce((most, each) => (each.ms > most.ms ? each : most));
  const byKind = Object.fromEntries(
    [...Map.groupBy(searches, ({ kind }) => kind)].map(([kind, of]) => [kind, both(of.map(({ ms }) => ms))]),
  );
  const times: SearchTimes = {
    names,
    ...both(searches.map(({ ms }) => ms)),
    most: slowest.ms,
    slowest: slowest.query,
    byKind,
  };
  process.stdout.write(`${JSON.stringify(times)}\n`);
}
