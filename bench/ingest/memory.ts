/** Where the memory of a serving process goes, at rest, after reads and after an ingest, beside that of other checkouts. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/node24.mjs bench/ingest/memory.ts [other checkouts …]; three minutes an arm.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../demo/random.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openStore } from '../../src/store/open-store.ts';
import { cleanEnvironment, newWorkplace } from '../../test/support/processes/command.ts';
import { cpuMsOf, startIngest } from '../../test/support/processes/ingest-process.ts';
import { fixturesMissing, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';
import { line } from '../report.ts';
import { fiveGames } from './five-config.ts';
import type { ThreadMemory } from './memory-probe.ts';

const READS = 20_000;
const CALLERS = 16;
/** V8 gives the pages of a thread that ended back after 8 s, and the thread that builds indexes ends after 5. */
const REST_MS = 16_000;
const AGAIN_MS = 20;
const DAYS = ['2026-08-03', '2026-08-04', '2026-08-05'];

/** A serving process. */
interface Arm {
  name: string;
  child: ChildProcess;
  port: number;
  /** Where its threads' heaps are written to. */
  file: string;
}

interface Place {
  key: string;
  ids: string[];
}

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

async function get({ port }: Arm, { key }: Place, path: string, posted?: object): Promise<string> {
  for (;;) {
    const headers = { authorization: `Bearer ${key}`, ...(posted ? { 'content-type': 'application/json' } : {}) };
    const sent = request({ port, path, agent, headers, method: posted ? 'POST' : 'GET' });
    sent.end(posted && JSON.stringify(posted));
    const [answer] = await once(sent, 'response');
    const body = Buffer.concat(await answer.toArray()).toString();
    if (answer.statusCode < 400) return body;
    if (answer.statusCode !== 429) throw new Error(`${path} was answered ${answer.statusCode}: ${body}`);
    await sleep(AGAIN_MS);
  }
}

async function start(name: string, root: string, directory: string): Promise<Arm> {
  const file = join(directory, 'threads.json');
  const probe = fileURLToPath(new URL('./memory-probe.ts', import.meta.url));
  const env = cleanEnvironment({
    NODE_OPTIONS: `--import ${probe} --disable-warning=ExperimentalWarning`,
    MEMORY_BENCH_FILE: file,
    CARDSTOCK_LOG_LEVEL: 'silent',
  });
  const args = [join(root, 'bin', 'cardstock.js'), 'serve', '--port', '0', '--no-work'];
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(createInterface({ input: child.stdout }), 'line');
  return { name, child, file, port: Number(new URL(JSON.parse(told).listening).port) };
}

/** Prints one line: what the system says, then each thread. */
async function show(arm: Arm, place: Place, stage: string): Promise<void> {
  const { name, child, file } = arm;
  const pid = child.pid ?? 0;
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(AGAIN_MS);
  await sleep(AGAIN_MS);
  const threads = JSON.parse(readFileSync(file, 'utf8')) as ThreadMemory[];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (field: string) =>
    (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024).toFixed(0).padStart(4);
  const heaps = threads.map(
    ({ used, taken, external, buffers }) =>
      `${used.toFixed(0)} of ${taken.toFixed(0)}, outside ${external.toFixed(0)} (${buffers.toFixed(0)} buffers)`,
  );
  const cached = Number(/^cardstock_cache_bytes (\d+)/m.exec(await get(arm, place, '/metrics'))?.[1]) / 2 ** 20;
  line(
    `${name}, ${stage}`,
    `${mb('VmRSS')} MB resident = ${mb('RssAnon')} anonymous + ${mb('RssFile')} mapped, at most ${mb('VmHWM')}; ` +
      `heaps ${heaps.join(' | ')}; answers ${cached.toFixed(0)}; CPU ${(cpuMsOf(pid) / 1000).toFixed(2)} s`,
  );
}

/** Details, searches, priced lists and histories, each on a path that few others ask for. */
function paths({ ids }: Place): string[] {
  const random = seeded(11);
  const any = () => encodeURIComponent(ids[Math.floor(random() * ids.length)] ?? '');
  const kinds = [
    (id: string) => `/v1/cards?q=${id.slice(0, 7)}&limit=20`,
    (id: string) => `/v1/cards?limit=50&include=prices&expansion_id=${id.slice(0, id.lastIndexOf('-'))}`,
    (id: string) => `/v1/cards/${id}/prices`,
  ];
  return Array.from({ length: READS }, (_, at) => kinds[at % 10]?.(any()) ?? `/v1/cards/${any()}`);
}

async function read(arm: Arm, place: Place): Promise<void> {
  const left = paths(place).values();
  const caller = async () => {
    for (const path of left) await get(arm, place, path);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function ingest(arm: Arm, place: Place): Promise<void> {
  const runs = async () => JSON.parse(await get(arm, place, '/admin/runs?limit=1')).data.items;
  const [before] = await runs();
  await get(arm, place, '/admin/runs', { source: 'pokemon.usd_market' });
  for (;;) {
    await sleep(10 * AGAIN_MS);
    const [newest] = await runs();
    if (newest.id === before.id || newest.outcome === 'running') continue;
    if (newest.outcome !== 'succeeded') throw new Error(newest.reason);
    return;
  }
}

if (fixturesMissing) line('memory', fixturesMissing);
else {
  await using upstream = await startFixtureUpstream('full');
  const { pokemon } = fiveGames(upstream.base, upstream.files).games;
  const config = { games: { pokemon } };
  await using filled = await newWorkplace();
  const location = { dataDir: join(filled.directory, 'data') };
  for (const day of DAYS.slice(0, 2)) {
    await upstream.control({ day });
    const { code, said } = await startIngest(config, location).ended;
    if (code !== 0) throw new Error(said);
  }
  await upstream.control({ day: DAYS[2] ?? '' });
  const store = await openStore(location);
  const issued = { name: 'bench', scopes: ['read', 'admin'] as const, rate: 0, expires_at: null };
  const ids = (await store.reads.selectFrom('cards').select('id').orderBy('key').execute()).map(({ id }) => id);
  const place = { key: (await issueKey(store, issued)).key, ids };
  await store.close();
  await writeFile(join(filled.directory, 'cardstock.config.json'), JSON.stringify(config));
  line('cards', String(ids.length));
  const roots = [fileURLToPath(new URL('../../', import.meta.url)), ...process.argv.slice(2)];
  const arms: Arm[] = [];
  const stages: [string, (arm: Arm) => Promise<void>][] = [
    ['at rest', async (arm) => void (await get(arm, place, '/v1/cards?q=a'))],
    ['after an ingest', (arm) => ingest(arm, place)],
    [`after ${READS} reads`, (arm) => read(arm, place)],
    ['after them again', (arm) => read(arm, place)],
  ];
  await using copies = await newWorkplace();
  try {
    for (const [at, root] of roots.entries()) {
      const directory = join(copies.directory, String(at));
      await cp(filled.directory, directory, { recursive: true });
      arms.push(await start(at === 0 ? 'this' : root, root, directory));
    }
    for (const [stage, act] of stages) {
      for (const arm of arms) await act(arm);
      await sleep(stage.includes('reads') || stage.includes('again') ? AGAIN_MS : REST_MS);
      for (const arm of arms) await show(arm, place, stage);
    }
  } finally {
    for (const { child } of arms) child.kill();
    agent.destroy();
  }
}
