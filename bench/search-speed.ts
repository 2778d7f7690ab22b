/** Speed bench of the search: queries in process, size of the index, rebuild beside a live event loop. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seeded } from '../demo/random.ts';
import { startCatalogSearch } from '../src/search/catalog-search.ts';
import { buffersOf, buildIndexData, type IndexData } from '../src/search/index-data.ts';
import { SearchIndex } from '../src/search/search-index.ts';
import { openStore } from '../src/store/engines/open-store.ts';
import { bumpCatalogVersion } from '../src/store/meta.ts';
import type { Store } from '../src/store/store.ts';
import { type CardRow, readCardRows } from './card-rows.ts';
import { pick, SLIPS } from './misspell.ts';
import { searchSource } from './search-engines.ts';

/** CARDSTOCK_KEY is the key for a running catalog. */
const USAGE = 'usage: node scripts/node24.mjs bench/search-speed.ts <cards file, or base address> [--queries 5000]';
const LARGE = 200_000;
const INSERT_ROWS = 1_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: 'string', default: '5000' } },
});
const [source] = positionals;
if (source === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const cards = await readCardRows(source, process.env.CARDSTOCK_KEY);
for (const size of [cards.length, LARGE]) await measure(multiplied(cards, size));

async function measure(rows: readonly CardRow[]): Promise<void> {
  const started = performance.now();
  const data = buildIndexData(searchSource(rows));
  const buildMs = performance.now() - started;
  const distinct = data.names.trigramCounts.length;
  print(`\n${rows.length} cards, ${distinct} distinct names`);
  print(`index            ${(bytesOf(data) / rows.length).toFixed(1)} bytes a card, built in ${buildMs.toFixed(0)} ms`);
  const index = new SearchIndex(data);
  for (const [kind, queries] of Object.entries(queriesFor(rows))) {
    const times = queries.map((query) => {
      const before = performance.now();
      index.search({ query, limit: 50 });
      return performance.now() - before;
    });
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
    print(`${kind.padEnd(16)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
  await measureRebuild(rows);
}

/** From an opened store to answers, and from a moved version to new answers, with the event loop watched meanwhile. */
async function measureRebuild(rows: readonly CardRow[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cardstock-bench-'));
  const store = await openStore({ dataDir });
  try {
    await insertCards(store, rows);
    const search = startCatalogSearch({ store, location: { dataDir }, onFault: (error) => print(String(error)) });
    (await search.index()).search('cards', { query: 'a', limit: 1 });
    const known = search.versions();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    await store.write(bumpCatalogVersion);
    const moved = performance.now();
    delay.enable();
    while (search.versions() === known) await sleep(1);
    delay.disable();
    print(`follows          a new version after ${(performance.now() - moved).toFixed(0)} ms`);
    print(
      `event loop       delayed p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, at most ${(delay.max / 1e6).toFixed(1)} ms`,
    );
    await search.stop();
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
}

async function insertCards(store: Store, rows: readonly CardRow[]): Promise<void> {
  await store.write(async (writes) => {
    await bumpCatalogVersion(writes);
    for (let start = 0; start < rows.length; start += INSERT_ROWS) {
      const batch = rows.slice(start, start + INSERT_ROWS).map(({ id, name, number, expansion_id }) => {
        const card = { id, name, number, expansion_id };
        return { ...card, sort_date: '', number_sort: '', summary: '{}', body: '{}', digest: '' };
      });
      await writes.insertInto('cards').values(batch).execute();
    }
  });
}

function queriesFor(rows: readonly CardRow[]): Record<string, string[]> {
  const random = seeded(1);
  const some = (make: (card: CardRow) => string | undefined) =>
    Array.from({ length: Number(values.queries) }, () => {
      const card = pick(rows, random);
      return (card && make(card)) ?? 'emberling';
    });
  return {
    'exact names': some((card) => card.name),
    misspellings: some((card) => pick(SLIPS, random)?.slip(card.name, random)),
    beginnings: some((card) => card.name.slice(0, 1 + Math.floor(random() * 5))),
    numbers: some((card) => `${card.number}/${card.official}`),
    'name + number': some((card) => `${card.name} ${card.number}`),
  };
}

/** `size` cards: each again with its vowels, then its consonants, moved along, so that distinct names multiply too. */
function multiplied(all: readonly CardRow[], size: number): CardRow[] {
  return Array.from({ length: size }, (_, i) => {
    const copy = Math.floor(i / all.length);
    const card = all[i % all.length] ?? { id: '', name: '', number: null, expansion_id: '', official: 0 };
    if (copy === 0) return card;
    const group = `x${copy}${card.expansion_id}`;
    return { ...card, id: `x${copy}${card.id}`, expansion_id: group, name: varied(card.name, copy) };
  });
}

function varied(name: string, copy: number): string {
  const along = (letters: string, unit: string, by: number) =>
    letters[(letters.indexOf(unit) + by) % letters.length] ?? '';
  return name
    .replace(/[aeiou]/g, (unit) => along('aeiou', unit, copy % 5))
    .replace(/[bdgklmnprst]/g, (unit) => along('bdgklmnprst', unit, Math.floor(copy / 5) * 3));
}

/** What the index holds. */
const bytesOf = (data: IndexData): number => buffersOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
