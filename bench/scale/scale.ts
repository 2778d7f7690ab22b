/** One and two processes on uncached reads, on one core and on all, on both engines, and a model of 1 to 64 processes and a million cards. */
// Measured: rates by the clock, CPU time of every party, and the costs that the model needs (scale-costs.ts). Modelled:
// everything beyond two processes, from those figures; each of the model's parameters is printed with where it is from.
// Rounds in which other programs took much of the machine say little by the clock: they are measured again.
// Usage: node bench/scale/scale.ts FOLDER [seconds = 2] [rounds = 5] [postgres: that engine alone]; the folder holds compiled
// cards.json, sets.json, series.json. Needs wrk, taskset and the programs of PostgreSQL.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { issueKey } from '../../src/keys/issue.ts';
import { moveStore } from '../../src/store/maintenance/move.ts';
import { openMoveTarget, openStore } from '../../src/store/open-store.ts';
import { newWorkplace, type Server, startServer, type Workplace } from '../../test/support/processes/command.ts';
import { cpuMsOf } from '../../test/support/processes/ingest-process.ts';
import { newPostgresServer, type PostgresServer } from '../../test/support/servers/postgres-server.ts';
import { line, percentile } from '../report.ts';
import { endedChildrenMs, machineMs } from './cores.ts';
import { fillWhole } from './full-store.ts';
import { onOneCore } from './pin.ts';
import { idleCosts, millionCards, storeCosts } from './scale-costs.ts';
import { printModel } from './scale-model.ts';
import { writePaths, wrk } from './wrk.ts';

const [folder = '', secondsGiven = '2', roundsGiven = '5', only] = process.argv.slice(2);
const SECONDS = Number(secondsGiven);
const ROUNDS = Number(roundsGiven);
const TRIES = 6 * ROUNDS;
/** To each process: as many callers find two processes as busy as one. */
const CONNECTIONS = 16;
const WAIT_MS = 8000;
const LOOK_MS = 250;
const CORES = availableParallelism();
/** Of all cores, what other programs may have taken in a round that counts. */
const OTHERS_MOST = 0.1;

/** What one arm of the comparison came to. */
interface Measured {
  /** Answers a second by the clock, of all processes together. */
  rate: number;
  /** Milliseconds of CPU an answer cost: in the service, in PostgreSQL, in the client. */
  serviceMs: number;
  databaseMs: number;
  clientMs: number;
  /** The share of all cores that other programs took meanwhile. */
  others: number;
}

interface Load {
  pathsFile: string;
  key: string;
  /** The server of the engine that has one. */
  postgres?: PostgresServer;
}

const median = (values: number[]) => percentile(values, 0.5);
const medianOf = (rounds: Measured[], name: keyof Measured) => median(rounds.map((round) => round[name]));

/** Loads the servers at once and sums up. */
async function measure(servers: Server[], { pathsFile, key, postgres }: Load): Promise<Measured> {
  const serviceMs = () => servers.reduce((total, { child }) => total + cpuMsOf(child.pid ?? 0), 0);
  const used = () => ({ service: serviceMs(), database: postgres?.cpuMs() ?? 0, client: endedChildrenMs() });
  const before = { ...used(), machine: machineMs(), own: process.cpuUsage(), atMs: performance.now() };
  const reports = await Promise.all(
    servers.map(({ announced }) =>
      wrk({ base: announced.listening, connections: CONNECTIONS, seconds: SECONDS, pathsFile, key }),
    ),
  );
  const elapsedMs = performance.now() - before.atMs;
  const { service, database, client } = used();
  const own = process.cpuUsage(before.own);
  const ours = [service - before.service, database - before.database, client - before.client];
  const oursMs = ours.reduce((total, ms) => total + ms, (own.user + own.system) / 1000);
  const answers = reports.reduce((total, report) => total + report.answers, 0);
  const [serviceEach = 0, databaseEach = 0, clientEach = 0] = ours.map((ms) => ms / answers);
  return {
    rate: reports.reduce((total, report) => total + report.answers / report.seconds, 0),
    serviceMs: serviceEach,
    databaseMs: databaseEach,
    clientMs: clientEach,
    others: Math.max(0, machineMs() - before.machine - oursMs) / (elapsedMs * CORES),
  };
}

/** Waits for a moment in which nobody else works, but not for long. */
async function quietMoment(): Promise<void> {
  for (const untilMs = performance.now() + WAIT_MS; performance.now() < untilMs; ) {
    const before = machineMs();
    await sleep(LOOK_MS);
    if (machineMs() - before < OTHERS_MOST * CORES * LOOK_MS) return;
  }
}

/** One process that shares one core with its database and its client, and one and two processes that share all cores. */
interface Round {
  oneCore: Measured;
  one: Measured;
  two: Measured;
}

interface Arms extends Round {
  /** Medians of the rounds' own ratios: what a neighbour took of all arms of a round falls out. */
  gain: number;
  gainOverOneCore: number;
  counted: string;
}

/** All arms in turns until enough rounds were undisturbed. */
async function oneAndTwo(place: Workplace, env: Record<string, string>, load: Load): Promise<Arms> {
  const settings = { CARDSTOCK_CACHE_MB: '0', CARDSTOCK_LOG_LEVEL: 'silent', ...env };
  await using first = await startServer(place, ['--no-work'], settings);
  await using second = await startServer(place, ['--no-work'], settings);
  // What this process starts, the client, stays on its core.
  const programs = () => [process.pid, first.child.pid ?? 0, ...(load.postgres?.processes() ?? [])];
  await measure([first, second], load);
  const all: Round[] = [];
  const quiet = () => all.filter((round) => Object.values(round).every(({ others }) => others <= OTHERS_MOST));
  while (all.length < TRIES && quiet().length < ROUNDS) {
    await quietMoment();
    all.push({
      oneCore: await onOneCore(programs(), () => measure([first], load)),
      one: await measure([first], load),
      two: await measure([first, second], load),
    });
  }
  const isQuiet = quiet().length >= Math.min(3, ROUNDS);
  const rounds = isQuiet ? quiet() : all;
  const of = (arm: keyof Round) => {
    const measured = rounds.map((round) => round[arm]);
    return {
      rate: medianOf(measured, 'rate'),
      serviceMs: medianOf(measured, 'serviceMs'),
      databaseMs: medianOf(measured, 'databaseMs'),
      clientMs: medianOf(measured, 'clientMs'),
      others: medianOf(measured, 'others'),
    };
  };
  return {
    oneCore: of('oneCore'),
    one: of('one'),
    two: of('two'),
    gain: median(rounds.map(({ one, two }) => two.rate / one.rate)),
    gainOverOneCore: median(rounds.map(({ oneCore, two }) => two.rate / oneCore.rate)),
    counted: isQuiet
      ? `${rounds.length} of ${all.length} rounds, in which others took at most ${100 * OTHERS_MOST} % of the machine`
      : `all ${all.length} rounds: only ${quiet().length} were undisturbed`,
  };
}

/** What all cores together could do at these costs, if nothing ever waited: the most that the clock can show. */
const mostOf = ({ serviceMs, databaseMs, clientMs }: Measured, processes: number) =>
  Math.min((processes * 1000) / serviceMs, (CORES * 1000) / (serviceMs + databaseMs + clientMs));

function show(engine: string, { oneCore, one, two, gain, gainOverOneCore, counted }: Arms): void {
  const arms = { '1 process on 1 core': oneCore, '1 process': one, '2 processes': two };
  for (const [name, { rate, serviceMs, databaseMs, clientMs, others }] of Object.entries(arms)) {
    const cpu = [serviceMs, databaseMs, clientMs].map((ms) => ms.toFixed(3)).join(' + ');
    line(
      `${engine}, ${name}`,
      `${rate.toFixed(0).padStart(6)} answers/s; CPU ms an answer: ${cpu} (service + database + client); others ${(100 * others).toFixed(0)} %`,
    );
  }
  line(`${engine}, by the clock`, counted);
  line(
    `  2 processes on ${CORES} cores against 1 process on 1 core, everything on them`,
    `${gainOverOneCore.toFixed(2)}×`,
  );
  line(`  2 processes against 1 process, either with all ${CORES} cores`, `${gain.toFixed(2)}×`);
  const most = mostOf(two, 2) / mostOf(one, 1);
  line('  the most that these CPU times allow on these cores', `${most.toFixed(2)}×`);
  const alone = (2 * one.serviceMs) / two.serviceMs;
  line('  by CPU time of the service alone', `${alone.toFixed(2)}× (client and database on other cores)`);
}

await using place = await newWorkplace();
await using postgres = await newPostgresServer(['shared_preload_libraries=pg_stat_statements']);
const location = { dataDir: place.directory, databaseUrl: postgres.url };
const embedded = await openStore({ dataDir: join(place.directory, 'data') });
const ids = await fillWhole(embedded, folder, 30, '2026-08-21');
const { key } = await issueKey(embedded, { name: 'bench', scopes: ['read'], rate: 0, expires_at: null });
const server = await openMoveTarget(location);
await moveStore({ from: embedded, to: server, onProgress: () => undefined });
const names = await embedded.reads.selectFrom('cards').select('name').distinct().execute();
await embedded.close();
await server.close();
// What the server does by itself within minutes: until then pages cost it five times as much.
const tidying = new pg.Client({ connectionString: postgres.url });
await tidying.connect();
await tidying.query('vacuum analyze');
await tidying.end();

const details = Array.from(
  { length: 4500 },
  (_, at) => `/v1/cards/${encodeURIComponent(ids[(at * 53) % ids.length] ?? '')}`,
);
const paths = details.flatMap((path, at) => {
  const expansion = path.split('/')[3]?.split('-')[0];
  return at % 9 === 0 ? [path, `/v1/cards?limit=50&include=prices&expansion_id=${expansion}`] : [path];
});
const pathsFile = await writePaths(place.directory, paths);

line('machine', `${CORES} cores, service, database and client all on them`);
line('requests', 'uncached: 9 card details and a page of 50 cards with prices in ten');
if (only !== 'postgres') show('SQLite', await oneAndTwo(place, {}, { pathsFile, key }));
const onPostgres = { DATABASE_URL: postgres.url };
const scaled = await oneAndTwo(place, onPostgres, { pathsFile, key, postgres });
show('PostgreSQL', scaled);
const million = millionCards(names.map(({ name }) => name));
const costs = {
  ...million,
  ...(await storeCosts(location, postgres)),
  ...(await idleCosts(place, onPostgres, location, { pathsFile, key })),
  serviceMs: scaled.one.serviceMs,
  databaseMs: scaled.one.databaseMs,
};
printModel(costs);
