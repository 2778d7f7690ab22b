/** Reads while a price day of 450,000 observations is written, beside those of an idle store. */
// The day is written on a thread and a connection of its own, as ingest does. Usage: node bench/price-day.ts [cards = 25000].
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { cardById } from '../src/store/catalog-records.ts';
import { currentCardPrices } from '../src/store/current-prices.ts';
import { openStore } from '../src/store/open-store.ts';
import { writeCardPrices } from '../src/store/price-days.ts';
import { cardHistory } from '../src/store/price-history.ts';
import type { Store } from '../src/store/store.ts';
import { dayName, Market, seeded } from './price-market.ts';
import { line, percentile } from './report.ts';

const MOVING = 0.15;
const DAYS_BEFORE = 3;
const DAYS_MEASURED = 4;
const IDLE_MS = 5000;
/** Between two reads: some hundred a second, a busy service. */
const PAUSE_MS = 4;

interface WriterData {
  dataDir: string;
  cards: number;
}

/** Fills the store, then writes a day whenever it is asked, and says how long each took. */
async function runWriter({ dataDir, cards }: WriterData): Promise<void> {
  const store = await openStore({ dataDir });
  const market = new Market(MOVING);
  await market.addCards(store, 'card', { cards, variantsPerCard: 3, conditions: 5 });
  let number = 0;
  let next = market.nextDay();
  const writeDay = async () => {
    const day = { source: 'bench', observed_on: dayName(number) };
    const began = performance.now();
    await store.write((writes) => writeCardPrices(writes, day, next));
    const took = performance.now() - began;
    number += 1;
    next = market.nextDay();
    return took;
  };
  for (let before = 0; before < DAYS_BEFORE; before += 1) await writeDay();
  parentPort?.postMessage('ready');
  parentPort?.on('message', async () => parentPort?.postMessage(await writeDay()));
}

/** Reads random cards one after another, as detail and as 90 days of history, until `isOver`; milliseconds of each read. */
async function readUntil(store: Store, cards: number, isOver: () => boolean): Promise<number[]> {
  const random = seeded(11);
  const taken: number[] = [];
  const window = { from: dayName(-87), to: dayName(3) };
  while (!isOver()) {
    const id = `card-${1 + Math.floor(random() * cards)}`;
    const began = performance.now();
    await cardById(store.reads, id);
    await currentCardPrices(store.reads, [id]);
    taken.push(performance.now() - began);
    const historyBegan = performance.now();
    await cardHistory(store.reads, id, window);
    taken.push(performance.now() - historyBegan);
    await sleep(PAUSE_MS);
  }
  return taken;
}

const report = (label: string, taken: number[]) =>
  line(
    label,
    `p50 ${percentile(taken, 0.5).toFixed(3)} ms, p99 ${percentile(taken, 0.99).toFixed(3)} ms (${taken.length} reads)`,
  );

async function main(): Promise<void> {
  const cards = Number(process.argv[2] ?? 25_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'cardstock-bench-'));
  const writer = new Worker(new URL(import.meta.url), { workerData: { dataDir, cards } satisfies WriterData });
  await once(writer, 'message');
  const store = await openStore({ dataDir });
  const idleEnd = performance.now() + IDLE_MS;
  const idle = await readUntil(store, cards, () => performance.now() > idleEnd);
  const meanwhile: number[] = [];
  for (let day = 0; day < DAYS_MEASURED; day += 1) {
    let tookMs = 0;
    writer.once('message', (took: number) => {
      tookMs = took;
    });
    writer.postMessage('day');
    meanwhile.push(...(await readUntil(store, cards, () => tookMs > 0)));
    line(`a day of ${cards * 18} observations`, `${(tookMs / 1000).toFixed(1)} s`);
  }
  report('reads of an idle store', idle);
  report('reads while a day is written', meanwhile);
  await store.close();
  await writer.terminate();
  rmSync(dataDir, { recursive: true });
}

await (isMainThread ? main() : runWriter(workerData as WriterData));
