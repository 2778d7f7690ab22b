/** Reads over HTTP while a price day of 450,000 observations is written, beside those of an idle service. */
// The service runs in a process of its own and the day on a thread of it, as ingest does. On both engines, PostgreSQL
// where DATABASE_URL names one. Usage: node bench/prices/price-day.ts [cards = 25000].
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { seeded } from '../../demo/random.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Engine, StoreLocation } from '../../src/store/store.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';
import { newLocation, postgresMissing } from '../../test/support/stages/stores.ts';
import { httpReader, startStoreServer } from '../http/read-over-http.ts';
import { line, percentile } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const MOVING = 0.15;
const DAYS_BEFORE = 3;
const DAYS_MEASURED = 4;
const IDLE_MS = 5000;
/** Between two reads: some hundred a second, a busy service. */
const PAUSE_MS = 4;
const SERIES_PER_CARD = 18;

interface WriterData {
  location: StoreLocation;
  cards: number;
}

/** Fills the store, then writes a day whenever it is asked, and says how long each took. */
async function runWriter({ location, cards }: WriterData): Promise<void> {
  const store = await openStore(location);
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

/** The service, with the writer on a thread: told to write a day, it says how long that took. */
async function runService(data: WriterData): Promise<void> {
  const writer = new Worker(new URL(import.meta.url), { workerData: data });
  await once(writer, 'message');
  const served = await startStoreServer(data.location);
  writer.on('message', (took: number) => process.send?.({ took }));
  process.on('message', () => writer.postMessage('day'));
  process.on('disconnect', () => process.exit());
  process.send?.(served);
}

/** Reads random cards one after another, as detail and as 90 days of history, until `isOver`; milliseconds of each read. */
async function readUntil(read: (path: string) => Promise<void>, cards: number, isOver: () => boolean) {
  const random = seeded(11);
  const taken: number[] = [];
  const window = new URLSearchParams({ from: dayName(-87), to: dayName(3) });
  while (!isOver()) {
    const id = `card-${1 + Math.floor(random() * cards)}`;
    for (const path of [`/v1/cards/${id}`, `/v1/cards/${id}/prices?${window}`]) {
      const began = performance.now();
      await read(path);
      taken.push(performance.now() - began);
    }
    await sleep(PAUSE_MS);
  }
  return taken;
}

function report(label: string, taken: number[]): number {
  const [p50, p99] = [percentile(taken, 0.5), percentile(taken, 0.99)];
  line(label, `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${taken.length} reads)`);
  return p99;
}

async function measure(engine: Engine, cards: number): Promise<void> {
  await using place = await newLocation(engine);
  const data: WriterData = { location: place.location, cards };
  const child = fork(new URL(import.meta.url), [JSON.stringify(data)]);
  const [served] = (await once(child, 'message')) as [{ port: number; key: string }];
  const read = httpReader(served);
  const idleEnd = performance.now() + IDLE_MS;
  const idle = await readUntil(read, cards, () => performance.now() > idleEnd);
  const meanwhile: number[] = [];
  for (let day = 0; day < DAYS_MEASURED; day += 1) {
    let tookMs = 0;
    child.once('message', ({ took }: { took: number }) => {
      tookMs = took;
    });
    child.send('day');
    meanwhile.push(...(await readUntil(read, cards, () => tookMs > 0)));
    line(`${engine}, a day of ${cards * SERIES_PER_CARD} observations (goal 15 s)`, `${(tookMs / 1000).toFixed(1)} s`);
  }
  const before = report(`${engine}, reads of an idle service`, idle);
  const during = report(`${engine}, reads while a day is written`, meanwhile);
  line(`${engine}, p99 beside idle (goal 3)`, (during / before).toFixed(2));
  child.disconnect();
  await once(child, 'exit');
}

if (!isMainThread) await runWriter(workerData as WriterData);
else if (process.send) await runService(JSON.parse(process.argv[2] ?? '') as WriterData);
else {
  const cards = Number(process.argv[2] ?? 25_000);
  await measure('sqlite', cards);
  if (postgresMissing) line('PostgreSQL', postgresMissing);
  else await measure('postgres', cards);
}
