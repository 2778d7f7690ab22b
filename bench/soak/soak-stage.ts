/** A serving process with all that it does at once: a catalog with pictures, both markets, a subscriber. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dayOf } from '../../src/catalog/days.ts';
import type { StoreLocation } from '../../src/store/store.ts';
import { newWorkplace, run, startServer } from '../../test/support/processes/command.ts';
import { freePort } from '../../test/support/servers/ports.ts';
import { type Receiver, startReceiver } from '../../test/support/servers/receiver.ts';
import { tinyCatalog } from '../../test/support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../../test/support/sources/tiny-market.ts';
import { picturedFolder, shapes } from '../../test/support/stages/pictured-catalog.ts';
import { form } from '../../test/support/stages/scan-api.ts';
import type { ThreadMemory } from '../ingest/memory-probe.ts';

const PER_SET = 12;
const EVERY = '3s';
/** Small enough to be full when the warm-up is over. */
const CACHE_MB = 4;
const READY_TRIES = 300;
const PROBE = fileURLToPath(new URL('../ingest/memory-probe.ts', import.meta.url));
const WEIGH_TRIES = 100;

/** Megabytes. */
export interface Weight {
  /** Heap and what hangs on it outside, of the thread that answers. */
  live: number;
  /** Of that the compiled functions. */
  code: number;
  /** Resident memory of the process that is of no file, and of its photo process. */
  anonymous: number;
  photos: number;
}

export interface SoakStage extends AsyncDisposable {
  base: string;
  /** Where figures are without a key. */
  metrics: string;
  key: string;
  location: StoreLocation;
  receiver: Receiver;
  pid(): number;
  /** What lives in the process after a full collection in each of its threads; undefined where it did not say in time. */
  weigh(): Promise<Weight | undefined>;
  /** Posts a photo of a card and gives the status. */
  scan(): Promise<number>;
  /** Changes what the catalog or the markets say. */
  change(): Promise<void>;
  changes(): number;
  /** Ends the process as a supervisor does, and puts another in its place. */
  restart(): Promise<void>;
  /** Waits until the service shows the last change. */
  settled(): Promise<void>;
}

/** Zero for a process that has ended. */
async function anonymousMb(pid: number | string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}

export async function soakStage(): Promise<SoakStage> {
  const stack = new AsyncDisposableStack();
  const workplace = stack.use(await newWorkplace());
  const catalog = tinyCatalog(PER_SET);
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  const folder = stack.use(await picturedFolder(catalog));
  const market = stack.use(await marketFolder());
  const receiver = stack.use(await startReceiver());
  const day = dayOf(Date.now());
  let changes = 0;
  const writeMarket = async () => {
    const content = tinyMarket(day, catalog.cards.length);
    for (const row of content.usd) row.marketPrice = Number(row.marketPrice) + changes / 100;
    await market.write(content);
  };
  await writeMarket();
  const sources = Object.fromEntries(
    Object.entries({ catalog: { adapter: 'tcgdex', files: folder.files, give_up_after: '1s' }, ...market.sources }).map(
      ([name, source]) => [name, { ...source, every: EVERY }],
    ),
  );
  await writeFile(join(workplace.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const told = async (command: string) => {
    const { code, stdout, stderr } = await run(workplace, command.split(' '));
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as { key: string };
  };
  const { key } = await told('keys create --name soak --rate 0 --json --scope read,scan');
  await told(`subscriptions create --url ${receiver.url} --events game.* --allow-private --json`);
  const weights = join(workplace.directory, 'weights.json');
  const [port, metricsPort] = [await freePort(), await freePort()];
  const start = () =>
    startServer(workplace, ['--port', String(port)], {
      CARDSTOCK_METRICS_PORT: String(metricsPort),
      CARDSTOCK_SCAN_PROCESSES: '1',
      CARDSTOCK_CACHE_MB: String(CACHE_MB),
      NODE_OPTIONS: `--import ${PROBE} --disable-warning=ExperimentalWarning`,
      ...{ MEMORY_BENCH_FILE: weights, MEMORY_BENCH_COLLECTS: 'yes' },
    });
  let server = await start();
  stack.defer(async () => void (await server.stop()));
  const weigh = async (): Promise<Weight | undefined> => {
    const pid = server.child.pid ?? 0;
    await rm(weights, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let tries = 0; tries < WEIGH_TRIES; tries += 1) {
      await sleep(50);
      const told = await readFile(weights, 'utf8').catch(() => '');
      // The file is there before all of it is.
      if (!told.endsWith(']')) continue;
      const [{ used, code, external }] = JSON.parse(told) as [ThreadMemory];
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const photos = await Promise.all(children.trim().split(' ').filter(Boolean).map(anonymousMb));
      return {
        live: used + external,
        code,
        anonymous: await anonymousMb(pid),
        photos: photos.reduce((sum, mb) => sum + mb, 0),
      };
    }
    return undefined;
  };
  const base = `http://127.0.0.1:${port}`;
  const photo = await shapes(3).resize(900, 1200, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();
  const { body, headers } = form({ name: 'image', filename: 'photo.jpg', bytes: photo });
  const scan = async () => {
    const answer = await fetch(`${base}/v1/scan`, {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (let tries = 0; !(await isSo()); tries += 1) {
      if (tries > READY_TRIES) throw new Error(`waited in vain until ${what}: ${server.output()}`);
      await sleep(200);
    }
  };
  await until('a card is recognised', async () => (await scan()) === 200);
  const rarity = () => `State ${changes - (changes % 2)}`;
  return {
    base,
    metrics: `http://127.0.0.1:${metricsPort}`,
    key,
    location: { dataDir: join(workplace.directory, 'data') },
    receiver,
    pid: () => server.child.pid ?? 0,
    weigh,
    scan,
    change: async () => {
      changes += 1;
      if (changes % 2 === 1) return writeMarket();
      for (const card of catalog.cards) card.rarity = rarity();
      await folder.rewrite(catalog);
    },
    changes: () => changes,
    restart: async () => {
      await server.stop();
      server = await start();
    },
    settled: () =>
      until('the last change shows', async () => {
        const answer = await fetch(`${base}/v1/cards/ember1-1`, { headers: { authorization: `Bearer ${key}` } });
        return (await answer.text()).includes(rarity());
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
