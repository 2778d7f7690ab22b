/** One and two processes on uncached reads, on both engines, and a model of 1 to 64 processes and a million cards. */
// Measured: rates by the clock, CPU time of every process, index memory of a million cards. Modelled: everything beyond
// two processes, from those figures; what the model leaves out is printed with it.
// The client has no core of its own on a small machine: its CPU time is told apart, and what remains is the service's.
// Usage: node bench/scale.ts FOLDER [seconds = 2]; the folder holds compiled cards.json, sets.json, series.json.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../src/keys/issue.ts';
import { buffersOf, buildIndexData, type SearchRow } from '../src/search/index-data.ts';
import { SearchIndex } from '../src/search/search-index.ts';
import { moveStore } from '../src/store/move.ts';
import { openMoveTarget, openStore } from '../src/store/open-store.ts';
import { newWorkplace, type Server, startServer, type Workplace } from '../test/support/command.ts';
import { cpuMsOf } from '../test/support/ingest-process.ts';
import { newPostgresServer } from '../test/support/postgres-server.ts';
import { fillWhole } from './full-store.ts';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { line } from './report.ts';
import { printModel } from './scale-model.ts';

const [folder = '', secondsGiven = '2'] = process.argv.slice(2);
const SECONDS = Number(secondsGiven);
const ROUNDS = 5;
const CONNECTIONS = 16;
const MILLION = 1_000_000;

/** What one arm of the comparison came to. */
export interface Measured {
  /** Answers a second by the clock, of all processes together. */
  rate: number;
  /** Milliseconds of CPU an answer cost: in the service, in PostgreSQL, in the client. */
  serviceMs: number;
  databaseMs: number;
  clientMs: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function loadOn(client: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const reply = once(client, 'message') as Promise<[LoadReport]>;
  client.send(order);
  return (await reply)[0];
}

/** Loads each of the servers from a client of its own and sums up. */
async function measure(servers: Server[], requests: LoadOrder['requests'], databaseCpuMs: () => number) {
  const clients = servers.map(() => fork(new URL('./load-client.ts', import.meta.url)));
  const pids = servers.map(({ child }) => child.pid ?? 0);
  const clientPids = clients.map(({ pid }) => pid ?? 0);
  const sum = (of: number[]) => of.reduce((total, pid) => total + cpuMsOf(pid), 0);
  const before = { service: sum(pids), client: sum(clientPids), database: databaseCpuMs() };
  const reports = await Promise.all(
    servers.map(({ announced }, at) => {
      const port = Number(new URL(announced.listening).port);
      const connections = CONNECTIONS / servers.length;
      return loadOn(clients[at] as ChildProcess, { port, connections, seconds: SECONDS, requests });
    }),
  );
  const answers = reports.reduce((total, { statuses }) => total + (statuses['200'] ?? 0), 0);
  const wrong = reports.flatMap(({ statuses }) => Object.keys(statuses)).filter((s) => s !== '200' && s !== '429');
  if (wrong.length > 0) throw new Error(`the load was answered ${JSON.stringify(reports.map((r) => r.statuses))}`);
  const measured: Measured = {
    rate: answers / SECONDS,
    serviceMs: (sum(pids) - before.service) / answers,
    databaseMs: (databaseCpuMs() - before.database) / answers,
    clientMs: (sum(clientPids) - before.client) / answers,
  };
  for (const client of clients) client.disconnect();
  return measured;
}

/** The arms in turns, so that a neighbour on the machine falls on both: medians of the rounds. */
async function oneAndTwo(
  place: Workplace,
  env: Record<string, string>,
  requests: LoadOrder['requests'],
  databaseCpuMs: () => number,
): Promise<[Measured, Measured]> {
  const settings = { CARDSTOCK_CACHE_MB: '0', CARDSTOCK_LOG_LEVEL: 'silent', ...env };
  await using first = await startServer(place, ['--no-work'], settings);
  await using second = await startServer(place, ['--no-work'], settings);
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await measure([first], requests, databaseCpuMs);
    const two = await measure([first, second], requests, databaseCpuMs);
    // The first round warms up.
    if (round > 0) rounds.push([one, two]);
  }
  const of = (arm: 0 | 1): Measured => ({
    rate: median(rounds.map((each) => each[arm].rate)),
    serviceMs: median(rounds.map((each) => each[arm].serviceMs)),
    databaseMs: median(rounds.map((each) => each[arm].databaseMs)),
    clientMs: median(rounds.map((each) => each[arm].clientMs)),
  });
  return [of(0), of(1)];
}

function show(label: string, { rate, serviceMs, databaseMs, clientMs }: Measured): void {
  const cpu = [serviceMs, databaseMs, clientMs].map((ms) => ms.toFixed(3)).join(' + ');
  line(label, `${rate.toFixed(0).padStart(6)} answers/s; CPU ms an answer: ${cpu} (service + database + client)`);
}

/** Memory and times of the search index over a million cards with the names of real ones, spelled apart. */
function millionCards(names: readonly string[]) {
  const rows: SearchRow[] = Array.from({ length: MILLION }, (_, at) => ({
    id: `set${at % 9000}-${at}`,
    name: `${names[at % names.length]} ${Math.floor(at / names.length) % 40}`,
    number: String(at % 300),
    groups: [`set${at % 9000}`],
  }));
  const beganMs = performance.now();
  const data = buildIndexData({ rows, officialCounts: new Map(), integerIds: false });
  const buildMs = performance.now() - beganMs;
  const bytes = buffersOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0) + data.ids.length;
  const index = new SearchIndex(data);
  const searchBeganMs = performance.now();
  for (let at = 0; at < 200; at += 1) index.search({ query: names[(at * 37) % names.length] ?? '', limit: 50 });
  return { megabytes: bytes / 1e6, buildMs, searchMs: (performance.now() - searchBeganMs) / 200 };
}

await using place = await newWorkplace();
await using postgres = await newPostgresServer();
const embedded = await openStore({ dataDir: join(place.directory, 'data') });
const ids = await fillWhole(embedded, folder, 30, '2026-08-21');
const { key } = await issueKey(embedded, { name: 'bench', scopes: ['read'], rate: 0, expires_at: null });
const server = await openMoveTarget({ dataDir: place.directory, databaseUrl: postgres.url });
await moveStore({ from: embedded, to: server, onProgress: () => undefined });
const rows = await embedded.reads.selectFrom('cards').select('name').distinct().execute();
await embedded.close();
await server.close();

const headers = { Authorization: `Bearer ${key}` };
const details = Array.from(
  { length: 450 },
  (_, at) => `/v1/cards/${encodeURIComponent(ids[(at * 53) % ids.length] ?? '')}`,
);
const lists = Array.from(
  { length: 50 },
  (_, at) => `/v1/cards?limit=50&include=prices&expansion_id=${details[at]?.split('/')[3]?.split('-')[0]}`,
);
const requests = details
  .flatMap((path, at) => (at % 9 === 0 ? [path, lists[at / 9] ?? path] : [path]))
  .map((path) => ({ method: 'GET', path, headers }));

line('machine', `${availableParallelism()} cores, service, database and client all on it`);
line('requests', 'uncached: 9 card details and a page of 50 cards with prices in ten');
const [sqliteOne, sqliteTwo] = await oneAndTwo(place, {}, requests, () => 0);
const [postgresOne, postgresTwo] = await oneAndTwo(place, { DATABASE_URL: postgres.url }, requests, postgres.cpuMs);
show('SQLite, 1 process', sqliteOne);
show('SQLite, 2 processes', sqliteTwo);
show('PostgreSQL, 1 process', postgresOne);
show('PostgreSQL, 2 processes', postgresTwo);
line(
  '2 processes against 1',
  `SQLite ${(sqliteTwo.rate / sqliteOne.rate).toFixed(2)}×, PostgreSQL ${(postgresTwo.rate / postgresOne.rate).toFixed(2)}×`,
);
// Two cores to themselves would give each process its own: then the rates follow from the CPU time of an answer alone.
const alone = (one: Measured, two: Measured) => ((2 * one.serviceMs) / two.serviceMs).toFixed(2);
line(
  'the same by CPU time of the service',
  `SQLite ${alone(sqliteOne, sqliteTwo)}×, PostgreSQL ${alone(postgresOne, postgresTwo)}× (the client and the database elsewhere)`,
);
const million = millionCards(rows.map(({ name }) => name));
line(
  'search index of 1,000,000 cards',
  `${million.megabytes.toFixed(0)} MB, built in ${(million.buildMs / 1000).toFixed(1)} s, ${million.searchMs.toFixed(2)} ms a search`,
);
printModel({ postgres: postgresOne, ...million });
