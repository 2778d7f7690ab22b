/** How other readers, memory and the database fare while 90 sockets ask for 8 exports each and read none of them. */
// Usage: node bench/export-flood.ts [rounds = 3]; DATABASE_URL or the programs of PostgreSQL bring the second engine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { issueKey } from '../src/keys/issue.ts';
import { openStore } from '../src/store/engines/open-store.ts';
import type { Engine } from '../src/store/store.ts';
import { newWorkplace, startServer } from '../test/support/processes/command.ts';
import { newPostgresServer, postgresProgramsMissing } from '../test/support/servers/postgres-server.ts';
import { catalogFolder, tinyCatalog } from '../test/support/sources/tiny-catalog.ts';
import { runCatalog } from '../test/support/stages/ingest.ts';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { line, percentile } from './report.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const SOCKETS = 90;
const EXPORTS_EACH = 8;
/** Under load the heap grows for a while by itself. */
const WARM_UP_ROUNDS = 4;
const SECONDS = 3;
const LOOK_MS = 100;
const CARDS_PER_SET = 3000;
const GOALS = { p99: 3, memoryMb: 100 };
/** Of PostgreSQL as it comes. */
const SERVER_SETTINGS = ['max_connections=100'];

/** A catalog whose export no socket holds unread: 9,000 cards, 20 MB. */
function largeCatalog() {
  const catalog = tinyCatalog(CARDS_PER_SET);
  for (const card of catalog.cards) card.description = `What ${card.name} does is told at some length. `.repeat(20);
  return catalog;
}

/** Sockets that ask and never read; one that the service closes is opened again. */
function startFlood(port: number, key: string): () => void {
  const asked = `GET /export/cards.ndjson HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(asked.repeat(EXPORTS_EACH)));
    socket.pause();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isOver) open();
    });
  };
  for (let count = 0; count < SOCKETS; count += 1) open();
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
}

const memoryMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Connects as `psql` does, and says how many connections there are; undefined where it is not let in. */
async function lookIn(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      "select count(*) as held from pg_stat_activity where backend_type = 'client backend'",
    );
    return Number(rows[0].held) - 1;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What was seen in one stretch of reading. */
interface Seen {
  p99Ms: number;
  memoryMb: number;
  connections: number;
  shutOut: number;
}

async function prove(engine: Engine): Promise<boolean> {
  await using place = await newWorkplace();
  const dataDir = `${place.directory}/data`;
  await using server = engine === 'postgres' ? await newPostgresServer(SERVER_SETTINGS) : undefined;
  const databaseUrl = server?.url;
  const store = await openStore({ dataDir, databaseUrl });
  await using folder = await catalogFolder(largeCatalog());
  const report = await runCatalog(store, folder.files);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  const flooder = await issueKey(store, { name: 'flood', scopes: ['read'], rate: null, expires_at: null });
  const reader = await issueKey(store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
  await store.close();

  const env = { CARDSTOCK_DATA: dataDir, CARDSTOCK_CACHE_MB: '0', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  await using service = await startServer(place, ['--no-work'], env);
  const port = Number(new URL(service.announced.listening).port);
  const load = fork(new URL('./load-client.ts', import.meta.url));
  const headers = { Authorization: `Bearer ${reader.key}` };
  const paths = [
    '/v1/cards?limit=50',
    '/v1/cards/ember1-1',
    '/v1/cards/ember2-30',
    '/v1/expansions',
    '/v1/series/ember',
  ];
  const requests = paths.map((path) => ({ method: 'GET', path, headers }));

  const read = async (): Promise<Seen> => {
    const order: LoadOrder = { port, connections: 4, seconds: SECONDS, warmUpSeconds: 1, requests };
    const seen = { memoryMb: 0, connections: 0, shutOut: 0 };
    let isReading = true;
    const looking = (async () => {
      while (isReading) {
        seen.memoryMb = Math.max(seen.memoryMb, memoryMbOf(service.child.pid ?? 0));
        const held = databaseUrl === undefined ? 0 : await lookIn(databaseUrl);
        if (held === undefined) seen.shutOut += 1;
        else seen.connections = Math.max(seen.connections, held);
        await sleep(LOOK_MS);
      }
    })();
    const reply = once(load, 'message') as Promise<[LoadReport]>;
    load.send(order);
    const [{ latenciesMs }] = await reply;
    isReading = false;
    await looking;
    return { p99Ms: latenciesMs.p99, ...seen };
  };

  const idle: Seen[] = [];
  const flooded: Seen[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await read());
    const stop = startFlood(port, flooder.key);
    flooded.push(await read());
    stop();
    await sleep(500);
  }
  load.disconnect();
  const faults = service
    .output()
    .split('\n')
    .filter((text) => text.includes('"level":50')).length;
  const middle = (figures: number[]) => percentile(figures, 0.5);
  const p99Ms = middle(flooded.map((seen) => seen.p99Ms));
  const p99 = p99Ms / middle(idle.map((seen) => seen.p99Ms));
  const memoryMb = middle(flooded.map((seen, at) => seen.memoryMb - (idle[at]?.memoryMb ?? 0)));
  const most = (all: Seen[], name: 'connections' | 'shutOut') => Math.max(...all.map((seen) => seen[name]));
  const shutOut = most(flooded, 'shutOut');
  line(`${engine}: p99 of other readers`, `${p99Ms.toFixed(1)} ms, ${p99.toFixed(2)} × idle (goal ≤ ${GOALS.p99})`);
  line(`${engine}: memory`, `${memoryMb.toFixed(0)} MB more than idle (goal ≤ ${GOALS.memoryMb})`);
  if (server) {
    const held = `${most(flooded, 'connections')} connections, ${most(idle, 'connections')} without the flood`;
    line(`${engine}: on the server`, `${held}; others shut out ${shutOut} times (goal 0)`);
  }
  line(`${engine}: errors in the log`, `${faults} (goal 0)`);
  return p99 <= GOALS.p99 && memoryMb <= GOALS.memoryMb && shutOut === 0 && faults === 0;
}

const engines: Engine[] = postgresProgramsMissing ? ['sqlite'] : ['sqlite', 'postgres'];
let isGood = true;
for (const engine of engines) isGood = (await prove(engine)) && isGood;
process.exitCode = isGood ? 0 : 1;
