/** Speed and size of the search over several games, all together and each alone, beside another version of it. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { seeded } from '../../demo/random.ts';
import { foldName } from '../../src/catalog/fold.ts';
import type { Game } from '../../src/games/game.ts';
import { GAMES } from '../../src/games/games.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { cardSignals } from '../../src/search/tables/card-signals.ts';
import { inOrderOfId, type SearchSource } from '../../src/search/tables/index-columns.ts';
import { buffersOf, buildIndexData } from '../../src/search/tables/index-data.ts';
import { openStore } from '../../src/store/open-store.ts';
import {
  searchableCards,
  searchableExpansions,
  searchableGames,
  searchablePrefix,
  searchablePrintings,
} from '../../src/store/views/search-rows/search-rows.ts';
import { line, percentile } from '../report.ts';
import { letterCount, pick, TYPOS, type Typo } from './misspell.ts';
import { factsOf, rowsOf } from './searched-rows.ts';

/** Unlike search-speed.ts it takes a store, so that names, numbers and ids are those of real games. */
const USAGE =
  'usage: node scripts/node24.mjs bench/search/games.ts <data folder> [--beside <another checkout>] [--game NAME] [--queries 300]';
const PAGE = 50;
/** Runs of one query; the quickest counts, since a busy machine only adds. */
const RUNS = 7;

/** One version of the search. */
interface Engine {
  buildIndexData: typeof buildIndexData;
  buffersOf: typeof buffersOf;
  SearchIndex: typeof SearchIndex;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    queries: { type: 'string', default: '300' },
    game: { type: 'string', multiple: true },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const engines: Engine[] = [{ buildIndexData, buffersOf, SearchIndex }];
if (values.beside !== undefined) engines.push(await engineOf(values.beside));
for (const [game, source] of await sourcesOf(dataDir)) {
  if (values.game === undefined || values.game.includes(game)) measure(game, source);
}

async function engineOf(folder: string): Promise<Engine> {
  const module = async (name: string) => import(join(folder, 'src/search', name));
  return { ...(await module('tables/index-data.ts')), ...(await module('search-index.ts')) };
}

/** The cards of all games together, then of each. */
async function sourcesOf(dataDir: string): Promise<Map<string, SearchSource>> {
  const store = await openStore({ dataDir });
  const games = new Map<string, SearchSource>();
  for (const game of await searchableGames(store.reads)) {
    const expansions = await searchableExpansions(store.reads, game);
    const officialCounts = new Map(expansions.map(({ id, official }) => [id, official]));
    const cards = inOrderOfId(await searchableCards(store.reads, game));
    const printings = await searchablePrintings(store.reads, cards.ids);
    const prefix = await searchablePrefix(store.reads, game);
    const words = Object.entries<Game>(GAMES).find(([name]) => name === game)?.[1].search ?? { shortForms: [] };
    const facts = factsOf(cardSignals({ ...cards, printings, expansions, prefix }, words));
    games.set(game, { rows: rowsOf(cards), officialCounts, integerIds: false, hasNumbers: true, facts });
  }
  await store.close();
  const placed = [...games.values()].flatMap(({ rows, facts }) => rows.map((_, at) => ({ facts, at })));
  const all: SearchSource = {
    facts: {
      phrasesOf: (row) => placed[row]?.facts?.phrasesOf(placed[row].at) ?? [],
      groups: new Map([...games.values()].flatMap(({ facts }) => [...(facts?.groups ?? [])])),
    },
    rows: [...games.values()].flatMap(({ rows }) => rows),
    officialCounts: new Map([...games.values()].flatMap((source) => [...source.officialCounts])),
    integerIds: false,
    hasNumbers: true,
  };
  return new Map([['all games', all], ...games]);
}

function measure(game: string, source: SearchSource): void {
  const names = new Set(source.rows.map(({ name }) => foldName(name)));
  line(`\n${game}`, `${source.rows.length} cards, ${names.size} distinct names`);
  const indexes = engines.map((engine) => opened(engine, source));
  for (const [kind, queries] of Object.entries(queriesFor(source))) {
    const times = indexes.map((): number[] => []);
    for (const query of queries) {
      const best = indexes.map(() => Number.POSITIVE_INFINITY);
      for (let run = 0; run < RUNS; run += 1) {
        for (const [i, index] of indexes.entries()) {
          const began = performance.now();
          index.search({ query, limit: PAGE });
          best[i] = Math.min(best[i] ?? 0, performance.now() - began);
        }
      }
      for (const [i, ms] of best.entries()) times[i]?.push(ms);
    }
    line(
      kind,
      times.map((of) => [0.5, 0.99].map((share) => percentile(of, share).toFixed(3)).join(' / ')).join('   beside '),
    );
  }
}

/** Builds an index and takes it over as from another thread, and says what both took and what it holds. */
function opened(
  { buildIndexData: build, buffersOf: buffers, SearchIndex: Index }: Engine,
  source: SearchSource,
): SearchIndex {
  const { port1, port2 } = new MessageChannel();
  const held = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const began = performance.now();
  const data = build(source);
  const built = performance.now();
  port1.postMessage(data, buffers(data));
  const sent = performance.now();
  const taken = receiveMessageOnPort(port2) as { message: typeof data };
  const index = new Index(taken.message);
  const open = performance.now();
  index.search({ query: 'a', limit: 1 });
  const used = performance.now();
  port1.close();
  const bytes = (held() - before) / source.rows.length;
  line(
    'built, taken over, first search',
    `${[built - began, open - sent, used - open].map((ms) => ms.toFixed(1)).join(', ')} ms`,
  );
  line('memory', `${bytes.toFixed(0)} bytes a card`);
  return index;
}

/** Texts as they are typed, drawn by seed; names are drawn with equal chance, however many cards they have. */
function queriesFor({ rows, officialCounts, facts }: SearchSource): Record<string, string[]> {
  const expansionNames = new Map(
    [...(facts?.groups ?? [])].map(
      ([
        id,
        {
          phrases: [name = ''],
        },
      ]) => [id, name],
    ),
  );
  const random = seeded(1);
  const named = [...Map.groupBy(rows, ({ name }) => foldName(name)).values()];
  const some = (make: (row: SearchSource['rows'][number]) => string | undefined) => {
    const queries: string[] = [];
    while (queries.length < Number(values.queries)) {
      const row = pick(pick(named, random) ?? [], random);
      const query = row && make(row);
      if (query) queries.push(query);
    }
    return queries;
  };
  const typoOf = (kind: string): Typo => TYPOS.find((typo) => typo.kind === kind)?.typo ?? ((name) => name);
  const edited = (kind: string) =>
    some(({ name }) => (letterCount(name) >= 6 ? typoOf(kind)(name, random) : undefined));
  const letters = (count: number) =>
    Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz '[Math.floor(random() * 27)]).join('');
  return {
    'exact name': some(({ name }) => name),
    'beginning of a name': some(({ name }) => name.slice(0, 2 + Math.floor(random() * 6))),
    'one edit': edited('one edit'),
    'two edits': edited('two edits'),
    'words swapped': some(({ name }) => typoOf('swapped words')(name, random)),
    number: some(({ number, groups: [group = ''] }) => [number, officialCounts.get(group) || []].flat().join('/')),
    'name and number': some(({ name, number }) => `${name} ${number}`),
    'name with a slip and number': some(({ name, number }) => `${typoOf('one edit')(name, random) ?? name} ${number}`),
    'name and expansion': some(({ name, groups: [group = ''] }) => `${name} ${expansionNames.get(group)}`),
    'name, expansion, number': some(
      ({ name, number, groups: [group = ''] }) => `${name} ${expansionNames.get(group)} ${number}`,
    ),
    'one letter': [...'abcdefghijklmnopqrstuvwxyz'],
    'like nothing': some(() => letters(8 + Math.floor(random() * 12))),
    'long text': some(({ name }) => `${name} ${letters(100)} ${name}`.slice(0, 200)),
  };
}
