/** What a service over a large catalog costs: its start, its search, its reads, its feed, and the memory of it all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../demo/random.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreLocation } from '../../src/store/store.ts';
import { cleanEnvironment, PROGRAM } from '../../test/support/processes/command.ts';
import { cpuMsOf } from '../../test/support/processes/ingest-process.ts';
import { line, percentile } from '../report.ts';
import { pick } from '../search/misspell.ts';
import { queriesFor } from './million-search.ts';
import type { LongestTurn } from './turn-probe.ts';

const READS = 2000;
/** The thread that builds the index has ended by then, and V8 given back what it had. */
const REST_MS = 16_000;
const LOOK_MS = 5;

/** Of reads one after the other: milliseconds of the process's CPU each, and by the clock. */
export interface ReadTimes {
  cpuMs: number;
  p50: number;
  p99: number;
}

/** What was measured of a start. */
export interface Started {
  /** Milliseconds by the clock to the first answer, and to the first answer of a search; seconds of CPU until then. */
  startMs: number;
  startCpuS: number;
  searchReadyMs: number;
  readyCpuS: number;
  /** The longest turn from the first answer until some seconds after the search was there, and the most megabytes resident by then. */
  stall: LongestTurn;
  mostMb: number;
}

/** What was measured of a serving process, whose start finds the search indexes kept; `built` of the one that made them. */
export interface Served extends Started {
  built: Started;
  /** Megabytes resident at rest, and after all reads; `mostMb` is at most ever. */
  restMb: number;
  loadedMb: number;
  detail: ReadTimes;
  list: ReadTimes;
  /** Lists in an order of their own: their columns stand in memory from the first on. */
  sorted: ReadTimes;
  search: ReadTimes;
  feed: ReadTimes;
}

export interface Arm {
  child: ChildProcess;
  pid: number;
  port: number;
  key: string;
  probe: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export async function get({ port, key }: Arm, path: string): Promise<Buffer> {
  const sent = request({ port, path, agent, headers: { authorization: `Bearer ${key}` } });
  sent.end();
  const [answer] = await once(sent, 'response');
  const body = Buffer.concat(await answer.toArray());
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}: ${body}`);
  return body;
}

/** Memory of a process: what it has, or `VmHWM` what it ever had. */
export const memoryMb = ({ pid }: Arm, field = 'VmRSS'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function longestTurn({ pid, probe }: Arm): Promise<LongestTurn> {
  rmSync(probe, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(probe)) await sleep(LOOK_MS);
  await sleep(LOOK_MS);
  return JSON.parse(readFileSync(probe, 'utf8')) as LongestTurn;
}

/** @param isProbed whether its turns are watched: what watches them takes .3 s of CPU to load */
export async function start(
  directory: string,
  { dataDir, databaseUrl }: StoreLocation,
  key: string,
  isProbed = true,
): Promise<Arm> {
  const probe = join(directory, 'turn.json');
  const preload = fileURLToPath(new URL('./turn-probe.ts', import.meta.url));
  const env = cleanEnvironment({
    NODE_OPTIONS: `${isProbed ? `--import ${preload} ` : ''}--disable-warning=ExperimentalWarning`,
    TURN_PROBE_FILE: probe,
    CARDSTOCK_LOG_LEVEL: 'silent',
    CARDSTOCK_CACHE_MB: '0',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  const args = [PROGRAM, 'serve', '--port', '0', '--no-work', '--data', dataDir];
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, pid: child.pid ?? 0, key, probe, port: Number(new URL(JSON.parse(told).listening).port) };
}

export async function timed(arm: Arm, paths: Iterable<string>): Promise<ReadTimes> {
  const took: number[] = [];
  const before = cpuMsOf(arm.pid);
  for (const path of paths) {
    const began = performance.now();
    await get(arm, path);
    took.push(performance.now() - began);
  }
  const cpuMs = (cpuMsOf(arm.pid) - before) / took.length;
  return { cpuMs, p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}

const says = ({ cpuMs, p50, p99 }: ReadTimes) =>
  `CPU ${cpuMs.toFixed(2)} ms each, p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`;

/** Ids and names of some of the cards, and a key. */
export async function drawn(location: StoreLocation) {
  const store = await openStore(location);
  const random = seeded(7);
  const { most } = await store.reads
    .selectFrom('cards')
    .select(({ fn }) => fn.max('key').as('most'))
    .executeTakeFirstOrThrow();
  const keys = Array.from({ length: 10_000 }, () => 1 + Math.floor(random() * Number(most)));
  const cards = await store.reads
    .selectFrom('cards')
    .select(['id', 'name', 'number', 'expansion_id'])
    .where('key', 'in', keys)
    .execute();
  const { key } = await issueKey(store, { name: 'bench', scopes: ['read', 'admin'], rate: 0, expires_at: null });
  await store.close();
  return { cards, key };
}

/** Starts to serve the store in `dataDir`, and asks for a card and a search. */
async function started(directory: string, dataDir: string, key: string, any: () => { id: string; name: string }) {
  const asked = encodeURIComponent;
  const began = performance.now();
  const arm = await start(directory, { dataDir }, key);
  await get(arm, `/v1/cards/${asked(any().id)}`);
  const startMs = performance.now() - began;
  const startCpuS = cpuMsOf(arm.pid) / 1000;
  await longestTurn(arm);
  await get(arm, `/v1/cards?q=${asked(any().name)}`);
  const searchReadyMs = performance.now() - began;
  const readyCpuS = cpuMsOf(arm.pid) / 1000;
  await sleep(1000);
  const stall = await longestTurn(arm);
  const mostMb = memoryMb(arm, 'VmHWM');
  line(
    '  start to first answer, to first search',
    `CPU ${startCpuS.toFixed(2)} s, ${readyCpuS.toFixed(2)} s; by the clock ${startMs.toFixed(0)} ms, ${searchReadyMs.toFixed(0)} ms`,
  );
  line(
    '  longest turn meanwhile',
    `CPU ${stall.cpuMs.toFixed(1)} ms; by the clock ${stall.ownMs.toFixed(1)} ms, ${stall.ms.toFixed(1)} with what it waited for a core; resident at most ${mostMb.toFixed(0)} MB`,
  );
  return { arm, startMs, startCpuS, searchReadyMs, readyCpuS, stall, mostMb };
}

/** Serves the store in `dataDir` and asks it for everything; answers are not kept. */
export async function serveCatalog(directory: string, dataDir: string): Promise<Served> {
  const { cards, key } = await drawn({ dataDir });
  const random = seeded(9);
  const any = () => pick(cards, random) ?? { id: '', name: '', number: '', expansion_id: '' };
  const reads = (make: (card: ReturnType<typeof any>, at: number) => string, count = READS) =>
    Array.from({ length: count }, (_, at) => make(any(), at));
  const asked = encodeURIComponent;
  const first = await started(directory, dataDir, key, any);
  first.arm.child.kill();
  await once(first.arm.child, 'close');
  const { arm, ...again } = await started(directory, dataDir, key, any);
  try {
    await sleep(REST_MS);
    const restMb = memoryMb(arm);
    const detail = await timed(
      arm,
      reads(({ id }) => `/v1/cards/${asked(id)}`),
    );
    const list = await timed(
      arm,
      reads(({ expansion_id }) => `/v1/cards?limit=50&expansion_id=${asked(expansion_id)}`),
    );
    const search = await timed(
      arm,
      [...queriesFor(cards, READS)].map(({ query }) => `/v1/cards?limit=50&q=${asked(query)}`),
    );
    const feed = await timed(
      arm,
      Array.from({ length: 20 }, () => '/v1/events?limit=10'),
    );
    const plainMb = memoryMb(arm);
    const sorted = await timed(
      arm,
      reads(
        ({ expansion_id }, at) =>
          `/v1/cards?limit=50&sort=${['name', '-released'][at % 2]}&rarity=${at % 7 ? 'rare' : 'common'}&expansion_id=${asked(expansion_id)}`,
        200,
      ),
    );
    const loadedMb = memoryMb(arm);
    const mostMb = memoryMb(arm, 'VmHWM');
    for (const [name, of] of Object.entries({ detail, list, search, feed, sorted })) line(`  ${name}`, says(of));
    line(
      '  resident',
      `${restMb.toFixed(0)} MB at rest, ${plainMb.toFixed(0)} after the reads, ${loadedMb.toFixed(0)} with lists sorted, ${mostMb.toFixed(0)} at most`,
    );
    const { arm: _, ...built } = first;
    return {
      ...again,
      built,
      restMb,
      mostMb,
      loadedMb,
      detail,
      list,
      sorted,
      search,
      feed,
    };
  } finally {
    arm.child.kill();
    agent.destroy();
  }
}
