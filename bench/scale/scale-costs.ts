/** What the model of many processes is made from, measured: the index, questions, notices, connections, memory. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import type { SearchRow } from '../../src/search/tables/index-columns.ts';
import { buffersOf, buildIndexData } from '../../src/search/tables/index-data.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { servedVersion } from '../../src/store/meta.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreLocation } from '../../src/store/store.ts';
import { searchableCards } from '../../src/store/views/search-rows/search-rows.ts';
import { startServer, type Workplace } from '../../test/support/processes/command.ts';
import type { PostgresServer } from '../../test/support/servers/postgres-server.ts';
import { type WrkLoad, wrk } from './wrk.ts';

const MILLION = 1_000_000;
const QUESTIONS = 3000;
const INDEX_READS = 20;
const LISTENERS = 16;
const COMMITS = 400;
const IDLE_S = 8;

/** Memory and times of the search index over a million cards with the names of real ones, spelled apart. */
export function millionCards(names: readonly string[]) {
  const rows: SearchRow[] = Array.from({ length: MILLION }, (_, at) => ({
    id: `set${at % 9000}-${at}`,
    name: `${names[at % names.length]} ${Math.floor(at / names.length) % 40}`,
    number: String(at % 300),
    groups: [`set${at % 9000}`],
  }));
  const beganMs = performance.now();
  const data = buildIndexData({ rows, officialCounts: new Map(), integerIds: false, hasNumbers: true });
  const buildMs = performance.now() - beganMs;
  const bytes = buffersOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0);
  const index = new SearchIndex(data);
  const searchBeganMs = performance.now();
  for (let at = 0; at < 200; at += 1) index.search({ query: names[(at * 37) % names.length] ?? '', limit: 50 });
  return { indexBytesPerCard: bytes / MILLION, buildMs, searchMs: (performance.now() - searchBeganMs) / 200 };
}

/** CPU of PostgreSQL for a question for the version, for a card of the index read anew, and for a notice told. */
export async function storeCosts(location: StoreLocation, postgres: PostgresServer) {
  const store = await openStore(location);
  const questionBefore = postgres.cpuMs();
  for (let asked = 0; asked < QUESTIONS; asked += 1) await servedVersion(store);
  const questionMs = (postgres.cpuMs() - questionBefore) / QUESTIONS;

  const readBefore = postgres.cpuMs();
  let cards = 0;
  for (let read = 0; read < INDEX_READS; read += 1) {
    cards += (await store.snapshot((reads) => searchableCards(reads, DEFAULT_SCOPE.game))).value.ids.length;
  }
  const indexReadMsPerCard = (postgres.cpuMs() - readBefore) / cards;

  const commit = async () => {
    const before = postgres.cpuMs();
    for (let committed = 0; committed < COMMITS; committed += 1) await store.write(bumpCatalogVersion);
    return postgres.cpuMs() - before;
  };
  const unheardMs = await commit();
  const clients = Array.from(
    { length: LISTENERS },
    () => new pg.Client({ connectionString: location.databaseUrl ?? '' }),
  );
  for (const client of clients) {
    await client.connect();
    await client.query('listen cardstock');
  }
  const bytesHeard = () => clients.reduce((sum, client) => sum + socketOf(client).bytesRead, 0);
  const bytesBefore = bytesHeard();
  const heardMs = await commit();
  // The last notices are still on their way when the last commit is answered.
  await sleep(500);
  const noticeBytes = (bytesHeard() - bytesBefore) / (LISTENERS * COMMITS);
  const noticeMs = Math.max(0, heardMs - unheardMs) / (LISTENERS * COMMITS);
  await Promise.all(clients.map((client) => client.end()));
  await store.close();
  return { questionMs, indexReadMsPerCard, noticeBytes, noticeMs };
}

const socketOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { bytesRead: number } } }).connection.stream;

/** Statements of one process: a second while idle, and an answer under load; its connections and memory after that. */
export async function idleCosts(
  place: Workplace,
  env: Record<string, string>,
  { databaseUrl = '' }: StoreLocation,
  load: Pick<WrkLoad, 'pathsFile' | 'key'>,
) {
  const settings = { CARDSTOCK_CACHE_MB: '0', CARDSTOCK_LOG_LEVEL: 'silent', ...env };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const number = async (sql: string) => Number((await client.query<{ value: string }>(sql)).rows[0]?.value);
  const statements = () =>
    number(`select sum(calls) as value from pg_stat_statements where query not like '%pg_stat_statements%'`);
  await using serving = await startServer(place, ['--no-work'], settings);
  await sleep(2000);
  const idleBefore = await statements();
  await sleep(IDLE_S * 1000);
  const loadedBefore = await statements();
  const report = await wrk({ ...load, base: serving.announced.listening, connections: 16, seconds: 3 });
  const measured = {
    questionsPerS: (loadedBefore - idleBefore) / IDLE_S,
    statementsPerAnswer: ((await statements()) - loadedBefore) / report.answers,
    connections: await number(
      `select count(*) as value from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
    processMb: memoryMbOf(serving.child.pid ?? 0),
  };
  await client.end();
  return measured;
}

const memoryMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
