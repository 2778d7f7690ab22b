/** Five games in one deployment beside one of them alone: ingest, a day of prices, reads, memory, start. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node bench/five-games.ts [games = games-full]; about ten minutes.
import { readdirSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../demo/random.ts';
import { issueKey } from '../src/keys/issue.ts';
import { defaultModel } from '../src/scan/describe/model.ts';
import { openStore } from '../src/store/engines/open-store.ts';
import { putScanPictures, type ScanPicture } from '../src/store/pictures/scan-pictures.ts';
import type { StoreLocation } from '../src/store/store.ts';
import { newWorkplace, type Server, startServer } from '../test/support/processes/command.ts';
import { cpuMsOf, type IngestConfig, startIngest } from '../test/support/processes/ingest-process.ts';
import { fixturesMissing, startFixtureUpstream } from '../test/support/sources/fixture-upstream.ts';
import { cpuPerRequest, quiet, startLoad } from './cpu-a-request.ts';
import { fiveGames } from './five-config.ts';
import { line, percentile } from './report.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const DAYS = ['2026-08-04', '2026-08-05'] as const;
const MEMORY_GOAL_MB = 700;
const SEARCHES = 400;

/** A filled store with a server over it. */
interface Arm {
  server: Server;
  port: number;
  key: string;
  ids: string[];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const isPrices = (source: string) => source.endsWith('_market');

/** Runs everything on the first day, then on the next, and tells what it took. */
async function fill(
  name: string,
  config: IngestConfig,
  location: StoreLocation,
  day: (day: string) => Promise<void>,
): Promise<void> {
  for (const [at, date] of DAYS.entries()) {
    await day(date);
    const { reports, ms, memoryMb, said, cpuMs } = await startIngest(config, location).ended;
    const failed = reports.find(({ outcome }) => outcome !== 'succeeded');
    if (failed || reports.length === 0) throw new Error(`${failed?.source}: ${failed?.reason ?? said}`);
    const prices = reports.filter(({ source }) => isPrices(source));
    const pricesMs = prices.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    const whole = `${seconds(ms)} (CPU ${seconds(cpuMs)}), at most ${memoryMb.toFixed(0)} MB`;
    line(`${name}, ${at === 0 ? 'first run' : 'next day'}`, `${whole}; prices alone ${seconds(pricesMs)}`);
  }
}

/** A vector for every card: the index takes the same memory whatever they show. */
async function fillScan(location: StoreLocation): Promise<number> {
  const store = await openStore(location);
  const { dimensions, version } = await defaultModel();
  const random = seeded(7);
  const cards = await store.reads.selectFrom('cards').select('key').execute();
  const pictures = cards.map(
    ({ key }): ScanPicture => ({
      card_key: key,
      picture: `https://pictures.example/${key}`,
      model: version,
      digest: String(key),
      etag: null,
      vector: Uint8Array.from({ length: dimensions }, () => Math.floor(random() * 256)),
      thumbnail: null,
      detail: null,
      failures: 0,
      reason: null,
      tried_at: '2026-08-05T00:00:00.000Z',
    }),
  );
  await store.write((writes) => putScanPictures(writes, pictures));
  await store.close();
  return cards.length;
}

async function openArm(directory: string): Promise<Arm> {
  const store = await openStore({ dataDir: join(directory, 'data') });
  const { key } = await issueKey(store, { name: 'bench', scopes: ['read', 'scan'], rate: 0, expires_at: null });
  const ids = (await store.reads.selectFrom('cards').select('id').orderBy('key').execute()).map(({ id }) => id);
  await store.close();
  const server = await startServer({ directory }, ['--no-work'], { CARDSTOCK_SCAN_PROCESSES: '1' });
  return { server, port: Number(new URL(server.announced.listening).port), key, ids };
}

const asked = ({ key }: Arm, path: string) => ({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } });

async function get(arm: Arm, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${arm.port}${path}`, asked(arm, path));
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
}

const treeOf = (pid: number): number[] => {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
};

/** Megabytes of a server and its children: all that is resident, and of that what is not the mapped store. */
function memoryOf({ child }: Server): string {
  const of = (field: string) => (pid: number) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const pids = treeOf(child.pid ?? 0);
  const sum = (field: string) => pids.map(of(field)).reduce((total, mb) => total + mb, 0);
  const each = pids.map((pid) => of('VmRSS')(pid).toFixed(0)).join(' + ');
  return `${sum('VmRSS').toFixed(0)} MB resident (${each}), ${sum('RssAnon').toFixed(0)} anonymous`;
}

/** The cost of warm reads of both, in turns. */
async function compareReads(one: Arm, five: Arm): Promise<void> {
  const load = startLoad();
  const cardId = encodeURIComponent(one.ids[700] ?? '');
  for (const path of [`/v1/cards/${cardId}`, '/v1/cards?limit=50&game=pokemon', '/v1/cards?limit=200']) {
    const costs = [one, five].map((arm) => ({ arm, us: [] as number[] }));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { arm, us } of costs) {
        if (round === 0) await get(arm, path);
        const cpuUs = async () => cpuMsOf(arm.server.child.pid ?? 0) * 1000;
        us.push(await cpuPerRequest(cpuUs, load, { port: arm.port, requests: [asked(arm, path)] }));
      }
    }
    const [alone = 0, among = 0] = costs.map(({ us }) => quiet(us.slice(1)));
    line(
      `warm ${path}`,
      `${alone.toFixed(1)} and ${among.toFixed(1)} µs, ratio ${(among / alone).toFixed(2)} (goal ≤ 1.05)`,
    );
  }
  load.disconnect();
}

/** Details, lists and searches on as many paths as clients would ask for. */
async function readAround(arm: Arm): Promise<void> {
  const random = seeded(11);
  const any = () => encodeURIComponent(arm.ids[Math.floor(random() * arm.ids.length)] ?? '');
  const tookMs: number[] = [];
  for (let at = 0; at < 20_000; at += 1) await get(arm, `/v1/cards/${any()}?include=prices`);
  for (let at = 0; at < SEARCHES; at += 1) {
    const began = performance.now();
    await get(arm, `/v1/cards?q=${any().slice(0, 7)}&limit=20`);
    tookMs.push(performance.now() - began);
  }
  line(
    'searches over HTTP',
    `p50 ${percentile(tookMs, 0.5).toFixed(2)} ms, p99 ${percentile(tookMs, 0.99).toFixed(2)} ms`,
  );
}

/** Time from the start of the process to its first answer, the best of three. */
async function startMs({ directory }: { directory: string }, path: string, key: string): Promise<number> {
  const tookMs: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const began = performance.now();
    await using server = await startServer({ directory }, ['--no-work'], { CARDSTOCK_SCAN_PROCESSES: '1' });
    const answer = await fetch(`${server.announced.listening}${path}`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    tookMs.push(performance.now() - began);
    await server.stop();
  }
  return Math.min(...tookMs);
}

/** Magic at full size beside the others as they are, in the folder that the upstream server reads. */
async function gamesFolder(directory: string): Promise<string> {
  const data = `${process.env.CARDSTOCK_FIXTURES}/data`;
  await symlink(`${data}/${process.argv[2] ?? 'games-full'}/magic`, join(directory, 'magic'));
  for (const game of ['yugioh', 'lorcana', 'onepiece']) await symlink(`${data}/games/${game}`, join(directory, game));
  return directory;
}

if (fixturesMissing) line('five games', fixturesMissing);
else {
  await using folder = await newWorkplace();
  await using upstream = await startFixtureUpstream('full', ['--games', await gamesFolder(folder.directory)]);
  // The server makes Magic's file when it is first asked for: that time is not the run's.
  await upstream.json(`${upstream.base}/scryfall/bulk-data`);
  const five = fiveGames(upstream.base, upstream.files);
  const { pokemon } = five.games;
  await using alonePlace = await newWorkplace();
  await using fivePlace = await newWorkplace();
  const places = [
    { name: 'one game', place: alonePlace, config: { games: { pokemon } } },
    { name: 'five games', place: fivePlace, config: five },
  ];
  const arms: Arm[] = [];
  for (const { name, place, config } of places) {
    const location = { dataDir: join(place.directory, 'data') };
    await fill(name, config, location, (day) => upstream.control({ day }));
    await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify(config));
    line(`${name}, cards`, `${await fillScan(location)}, each with a vector for the scan`);
    arms.push(await openArm(place.directory));
  }
  const [one, all] = arms;
  if (!one || !all) throw new Error('both are open by now');
  try {
    await get(all, '/v1/cards?q=a');
    line('five games, at rest', memoryOf(all.server));
    await compareReads(one, all);
    await readAround(all);
    line(`five games, after a load (goal ${MEMORY_GOAL_MB} MB)`, memoryOf(all.server));
  } finally {
    for (const { server } of arms) await server.stop();
  }
  const path = `/v1/cards/${encodeURIComponent(all.ids[700] ?? '')}`;
  line('start to first answer', `${seconds(await startMs(fivePlace, path, all.key))} (goal 1.5 s)`);
}
