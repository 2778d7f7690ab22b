/** The files of a whole catalog with its history: what making them takes, what reads feel of it, and a copy filled from them. */
// Usage: node bench/prices/files.ts FOLDER [days = 400] [days of changes = 30] [STORE]: FOLDER holds the compiled files of TCGdex; 25
// minutes. STORE is a data folder that stays: what it has is not filled again, which is the half of it, and the changes are added.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../demo/random.ts';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import { openShelf, startMaking } from '../../src/files/file-shelf.ts';
import type { Manifest } from '../../src/files/manifest.ts';
import { inBatches } from '../../src/store/batches.ts';
import { variantsOf } from '../../src/store/catalog/variants.ts';
import { openStore } from '../../src/store/open-store.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import type { Store, StoreLocation } from '../../src/store/store.ts';
import { apiOn } from '../../test/support/stages/api.ts';
import { runAll } from '../../test/support/stages/ingest.ts';
import { httpReader, type StoreServer } from '../http/read-over-http.ts';
import { line, percentile } from '../report.ts';
import { fillWhole } from '../scale/full-store.ts';

const GOALS = { allCpuS: 60, allMb: 300, dayS: 5, fillS: 30, p99: 2 };
const LIMIT_BYTES = 20e9;
const READS = 3000;
const ANSWERS = 5000;

/** Serves the store with its files until the parent goes. */
async function serve([location, folder]: string[]): Promise<void> {
  const where = JSON.parse(location ?? '') as StoreLocation;
  const store = await openStore(where);
  const files = openShelf(store, where, { folder: folder ?? '', limitBytes: LIMIT_BYTES, games: [] }, (error) => {
    throw error;
  });
  const { port, key } = await apiOn(store, { files });
  process.send?.({ port, key });
  process.once('disconnect', () => process.exit());
}

/** Downloads the files three at a time until the parent goes: in its own process what is received would delay what is measured. */
async function download([server, ...names]: string[]): Promise<void> {
  const read = httpReader(JSON.parse(server ?? '') as StoreServer);
  process.once('disconnect', () => process.exit());
  const client = async () => {
    for (;;) {
      for (const name of names) await read(`/export/files/${name}`);
      process.send?.('all');
    }
  };
  await Promise.all([client(), client(), client()]);
}

/** Seconds of processor time and the most megabytes of a process so far; undefined once it is gone. */
function usageOf(pid: number): { cpuS: number; mb: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined
      ? undefined
      : { cpuS: (Number(stat[11]) + Number(stat[12])) / 100, mb: Number(peak) / 1024 };
  } catch {
    return undefined;
  }
}

/** Makes the files as the service does. */
async function make(location: StoreLocation, folder: string) {
  const began = performance.now();
  const { child, made } = startMaking({ location, folder, limitBytes: LIMIT_BYTES, now: new Date() });
  let usage = { cpuS: 0, mb: 0 };
  const watch = setInterval(() => {
    usage = usageOf(child.pid ?? 0) ?? usage;
  }, 20);
  await made.finally(() => clearInterval(watch));
  return { ...usage, wallS: (performance.now() - began) / 1000 };
}

/** A day of prices for every printing of every card, all of which moved. */
async function writeDay(store: Store, ids: readonly string[], observed_on: string): Promise<void> {
  const random = seeded(Number(observed_on.replaceAll('-', '')));
  for (const batch of inBatches(ids)) {
    const rows = new Map<string, CardPriceRow[]>();
    for (const { id: variant_id, card_id } of await variantsOf(store.reads, batch)) {
      const market = 100 + Math.floor(random() * 1000);
      const row = { variant_id, market: 'usd', condition: 'NM', amounts: { market, low: null, high: null } } as const;
      rows.set(card_id, [...(rows.get(card_id) ?? []), row]);
    }
    await store.write((writes) => writeCardPriceDays(writes, { source: 'bench' }, [{ observed_on, rows }]));
  }
}

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

const digestsOf = (folder: string): string =>
  manifestIn(folder)
    .files.map(({ name }) => name)
    .sort()
    .join('\n');

/** The store's cards and its newest day; filled where it is new. */
async function filled(
  store: Store,
  folder: string,
  days: number,
  last: string,
): Promise<{ ids: string[]; last: string }> {
  const newest = await store.reads.selectFrom('current_prices').select('body').limit(1).executeTakeFirst();
  if (newest === undefined) return { ids: await fillWhole(store, folder, days, last), last };
  const rows = await store.reads.selectFrom('cards').select('id').orderBy('id').execute();
  return { ids: rows.map(({ id }) => id), last: JSON.parse(newest.body)[0][1] };
}

async function main([folder = '', days = '400', changes = '30', kept]: string[]): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-bench-'));
  const missed: string[] = [];
  const goal = (what: string, value: number, most: number, unit: string) => {
    line(what, `${value.toFixed(1)} ${unit} (goal ${most})`);
    if (value > most) missed.push(what);
  };
  const origin = { dataDir: kept ?? join(place, 'origin') };
  const follower = { dataDir: join(place, 'follower') };
  const [shelf, copy] = [join(place, 'files'), join(place, 'copy')];
  try {
    const store = await openStore(origin);
    const { ids, last } = await filled(store, folder, Number(days), addDays(dayOf(Date.now()), -Number(changes) - 1));
    const all = await make(origin, shelf);
    const rows = manifestIn(shelf).files.reduce(
      (sum, file) => sum + (file.name.endsWith('.ndjson.gz') ? file.rows : 0),
      0,
    );
    line('rows, microseconds of CPU a row', `${rows}, ${((all.cpuS / rows) * 1e6).toFixed(2)}`);
    const bytes = readdirSync(shelf).reduce((sum, name) => sum + statSync(join(shelf, name)).size, 0);
    line('cards, days, bytes of the files', `${ids.length}, ${days}, ${(bytes / 1e6).toFixed(0)} MB`);
    goal('all files, CPU', all.cpuS, GOALS.allCpuS, 's');
    goal('all files, memory', all.mb, GOALS.allMb, 'MB');
    const child = fork(new URL(import.meta.url), ['serve', JSON.stringify(origin), shelf]);
    const [server] = (await once(child, 'message')) as [{ port: number; key: string }];
    const read = httpReader(server);
    const random = seeded(3);
    const p99 = async (isOver: () => boolean = () => false) => {
      const took: number[] = [];
      for (let at = 0; at < READS && !isOver(); at += 1) {
        const began = performance.now();
        await read(`/v1/cards/${ids[Math.floor(random() * ids.length)]}?include=prices`);
        took.push(performance.now() - began);
      }
      return percentile(took, 0.99);
    };
    await p99();
    const quiet = await p99();
    let isMade = false;
    const making = make(origin, join(place, 'again')).finally(() => {
      isMade = true;
    });
    goal('p99 of reads while files are made, of the quiet one', (await p99(() => isMade)) / quiet, GOALS.p99, 'x');
    await making;
    const names = manifestIn(shelf).files.map(({ name }) => name);
    const clients = fork(new URL(import.meta.url), ['download', JSON.stringify(server), ...names]);
    await once(clients, 'message');
    goal('p99 of reads while three download, of the quiet one', (await p99()) / quiet, GOALS.p99, 'x');
    clients.disconnect();
    if (digestsOf(shelf) !== digestsOf(join(place, 'again'))) missed.push('the same rows make other bytes');
    const copied = await openStore(follower);
    const settings = { adapter: 'cardstock', url: `http://127.0.0.1:${server.port}`, api_key: server.key };
    const follow = async () => {
      const [report] = await runAll(copied, { origin: settings });
      if (report?.outcome !== 'succeeded') throw new Error(report?.reason ?? 'it did not run');
      return report.duration_ms / 1000;
    };
    goal('filled from nothing', await follow(), GOALS.fillS, 's');
    let daily = { cpuS: 0, wallS: 0 };
    for (let at = 1; at <= Number(changes); at += 1) {
      await writeDay(store, ids, addDays(last, at));
      const day = await make(origin, shelf);
      if (day.wallS > daily.wallS) daily = day;
      await follow();
    }
    line('files of a new day, CPU of the slowest', `${daily.cpuS.toFixed(1)} s`);
    goal('files of a new day, the slowest', daily.wallS, GOALS.dayS, 's');
    await make(follower, copy);
    const isEqual = digestsOf(shelf) === digestsOf(copy);
    line('the files of the copy', isEqual ? 'are equal' : 'differ');
    if (!isEqual) missed.push('the copy differs');
    await using api = await apiOn(copied);
    await using own = await apiOn(store);
    let differing = 0;
    for (let at = 0; at < ANSWERS; at += 1) {
      const id = ids[Math.floor(random() * ids.length)];
      const path = at % 2 === 0 ? `/v1/cards/${id}?include=prices` : `/v1/cards/${id}/prices`;
      if ((await api.get(path)).text !== (await own.get(path)).text) differing += 1;
    }
    line(`of ${ANSWERS} answers differ`, String(differing));
    if (differing > 0) missed.push('answers differ');
    child.disconnect();
    for (const what of missed) line('MISSED', what);
    return missed.length === 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'serve') await serve(process.argv.slice(3));
else if (process.argv[2] === 'download') await download(process.argv.slice(3));
else process.exit((await main(process.argv.slice(2))) ? 0 : 1);
