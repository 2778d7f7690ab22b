/** Whether a search understands what collectors type: base names, expansions, codes, ids, 88 texts that people type; and how fast. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import { numberNormalized } from '../../src/catalog/collector-number.ts';
import { foldName } from '../../src/catalog/fold.ts';
import { GAMES } from '../../src/games/games.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { searchableCards, searchableExpansions } from '../../src/store/views/search-rows/search-rows.ts';
import { line, percentile } from '../report.ts';
import { letterCount, pick, TYPOS } from './misspell.ts';
import { rowsOf } from './searched-rows.ts';

/** The store holds the whole English catalog, so that expansions have their printed codes. */
const USAGE =
  'usage: node scripts/node24.mjs bench/search/collector.ts <data folder of a store> [--game pokemon] [--rules pokemon] [--seed 1] [--queries 500] [--beside <another checkout>] [--misses 0]';
const PAGE = 50;
const RUNS = 5;
/** What stands behind the name that people say. */
const SUFFIX = /(?: |-)(?:ex|gx|v|vmax|vstar|v-union|lv\.x|break|legend|star|☆|δ|◇)$/i;

interface Question {
  query: string;
  isRight(id: string): boolean;
}

interface Card {
  id: string;
  name: string;
  number: string | null;
  expansion: { id: string; name: string; official: number; codes: readonly string[] };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string', default: 'pokemon' },
    rules: { type: 'string', default: 'pokemon' },
    seed: { type: 'string', default: '1' },
    queries: { type: 'string', default: '500' },
    beside: { type: 'string' },
    misses: { type: 'string', default: '0' },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const count = Number(values.queries);
const store = await openStore({ dataDir });
const cards = await cardsOf(store, values.game);
const indexes = [await indexOf(store, { readCatalogIndexes, SearchIndex })];
if (values.beside !== undefined) indexes.push(await indexOf(store, await engineOf(values.beside)));
await store.close();
line(`${cards.length} cards, seed ${values.seed}`, `${count} queries a kind`);

const printed = cards.filter(({ number }) => /[0-9]/.test(number ?? ''));
const withTotal = printed.filter(({ expansion }) => expansion.official > 0);
const suffixed = withTotal.filter(({ name }) => SUFFIX.test(name));
const coded = printed.filter(({ expansion }) => expansion.codes.length > 0);
const base = ({ name }: Card) => foldName(name.replace(SUFFIX, ''));
const begins = (typed: Card, other: Card) => foldName(other.name).startsWith(base(typed));
const alike = (a: Card, b: Card) => foldName(a.name) === foldName(b.name);
const ofNumber = (a: Card, b: Card) => numberNormalized(a.number) === numberNormalized(b.number);
const same = (a: string | null, b: string) => numberNormalized(a)?.toLowerCase() === numberNormalized(b)?.toLowerCase();
const sameExpansion = (a: Card, b: Card) => foldName(a.expansion.name) === foldName(b.expansion.name);

const kinds: Record<string, Question[]> = {
  'base name + printed number': drawn(suffixed, (card) => ({
    query: `${base(card)} ${card.number}/${card.expansion.official}`,
    fits: (other) =>
      begins(card, other) && ofNumber(card, other) && other.expansion.official === card.expansion.official,
  })),
  'base name + number': drawn(suffixed, (card) => ({
    query: `${base(card)} ${card.number}`,
    fits: (other) => begins(card, other) && ofNumber(card, other),
  })),
  'name + expansion name': drawn(cards, (card) => ({
    query: `${card.name} ${card.expansion.name}`,
    fits: (other) => alike(card, other) && sameExpansion(card, other),
  })),
  'expansion name + name': drawn(cards, (card) => ({
    query: `${card.expansion.name} ${card.name}`.toLowerCase(),
    fits: (other) => alike(card, other) && sameExpansion(card, other),
  })),
  'name + expansion name + number': drawn(printed, (card) => ({
    query: `${card.name} ${card.expansion.name} ${card.number}`,
    fits: (other) => alike(card, other) && sameExpansion(card, other) && ofNumber(card, other),
  })),
  'code + number': drawn(coded, (card, random) => {
    const code = pick(card.expansion.codes, random) ?? '';
    // `SV 43` may be the number SV43 too, and `B2 127` a number in the expansion of that id.
    const isCode = ({ expansion }: Card) => [expansion.id, ...expansion.codes].some((each) => same(each, code));
    const fits = (other: Card) =>
      (isCode(other) && ofNumber(card, other)) || same(other.number, `${code}${card.number}`);
    return { query: `${code} ${card.number}`, fits };
  }),
  'name + code + number': drawn(coded, (card, random) => {
    const code = pick(card.expansion.codes, random) ?? '';
    const fits = (other: Card) => alike(card, other) && other.expansion.codes.includes(code) && ofNumber(card, other);
    return { query: `${card.name} ${code} ${card.number}`, fits };
  }),
  'card id': drawn(cards, (card) => ({ query: card.id, fits: (other) => other.id === card.id })),
};
for (const { kind, minLetters, typo } of TYPOS) {
  kinds[kind] = drawn(
    cards.filter(({ name }) => letterCount(name) >= minLetters),
    (card, random) => ({ query: typo(card.name, random)?.trim() ?? card.name, fits: (other) => alike(card, other) }),
  );
}
for (const [kind, questions] of Object.entries(kinds)) report(kind, questions, 1);
report('texts that people type', typedQueries(), 5);

async function engineOf(folder: string): Promise<Parameters<typeof indexOf>[1]> {
  const module = async (name: string) => import(join(folder, 'src/search', name));
  return { ...(await module('build/catalog-indexes.ts')), ...(await module('search-index.ts')) };
}

async function indexOf(
  from: Store,
  engine: { readCatalogIndexes: typeof readCatalogIndexes; SearchIndex: typeof SearchIndex },
): Promise<SearchIndex> {
  const { search } = GAMES[values.rules as keyof typeof GAMES] as { search?: never };
  const words = new Map(search === undefined ? [] : [[values.game, search]]);
  const began = performance.now();
  const lists = (await engine.readCatalogIndexes(from, new Map(), { words })).built.get(values.game);
  if (lists === undefined) throw new Error(`the store has no game ${values.game}`);
  line('read and built', `${(performance.now() - began).toFixed(0)} ms`);
  return new engine.SearchIndex(lists.cards);
}

async function cardsOf({ reads }: Store, game: string): Promise<Card[]> {
  const expansions = new Map((await searchableExpansions(reads, game)).map((each) => [each.id, each]));
  return rowsOf(await searchableCards(reads, game)).flatMap(({ id, name, number, groups }) => {
    const expansion = expansions.get(groups[0] ?? '');
    return expansion === undefined ? [] : [{ id, name, number, expansion }];
  });
}

/** Questions about cards drawn by seed. */
function drawn(
  pool: readonly Card[],
  question: (card: Card, random: () => number) => { query: string; fits(other: Card): boolean },
): Question[] {
  const random = seeded(Number(values.seed));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return Array.from({ length: pool.length === 0 ? 0 : count }, () => {
    const card = pick(pool, random);
    if (card === undefined) throw new Error('nothing to draw from');
    const { query, fits } = question(card, random);
    return {
      query,
      isRight: (id) => {
        const other = byId.get(id);
        return other !== undefined && fits(other);
      },
    };
  });
}

/** The table of docs/search-queries.md. */
function typedQueries(): Question[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/search-queries.md'), 'utf8');
  return [...page.matchAll(/^\| `(.+?)` \| (.+?) \| [A-Z] \|$/gm)].map(([, query = '', right = '']) => {
    const ids = [...right.matchAll(/`(.+?)`/g)].map(([, id = '']) => id);
    const isRight = (id: string) =>
      ids.some((each) => (each.endsWith('*') ? id.startsWith(each.slice(0, -1)) : id === each));
    return { query, isRight };
  });
}

/** In how many of 100 a right card is among the `first`, how many pages are empty, and what one search takes. */
function report(kind: string, questions: readonly Question[], first: number): void {
  const cells = indexes.map((index, at) => {
    const times: number[] = [];
    let [right, empty, shown] = [0, 0, 0];
    for (const { query, isRight } of questions) {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < RUNS; run += 1) {
        const began = performance.now();
        index.search({ query, limit: PAGE });
        best = Math.min(best, performance.now() - began);
      }
      times.push(best);
      const hits = index.search({ query, limit: PAGE });
      if (hits.length === 0) empty += 1;
      if (hits.slice(0, first).some(({ id }) => isRight(id))) right += 1;
      else if (at === 0 && shown++ < Number(values.misses)) {
        const found = hits.slice(0, first).map(({ id, score }) => `${id} ${score}`);
        line(`  ${query}`, found.join(', '));
      }
    }
    const share = ((100 * right) / questions.length).toFixed(1);
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(times, part).toFixed(3));
    return `first${first === 1 ? '' : ` ${first}`} ${share}, empty ${empty}, p50 ${p50}, p99 ${p99} ms`;
  });
  line(kind, cells.join('   beside '));
}
