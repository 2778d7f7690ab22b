/** Proves that two processes behind a balancer that never retries are replaced one by one, on both engines, without one failed request. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/keys/issue.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Engine, StoreLocation } from '../../../src/store/store.ts';
import { newWorkplace, type Server, startServer } from '../../../test/support/processes/command.ts';
import { ask, startClients } from '../../../test/support/processes/reading-clients.ts';
import { isReadyAt, startBalancer } from '../../../test/support/servers/balancer.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { ENGINES, newLocation } from '../../../test/support/stages/stores.ts';

const CALLERS = 8;
/** Ten times the balancer's interval: on a busy machine it asks late. */
const STOP_DELAY_S = 1;
const WATCH_MS = 300;
const PATHS = [
  '/v1/cards?limit=200&include=prices',
  '/v1/cards/ember1-1',
  '/v1/cards?q=glimmer&limit=20',
  '/v1/cards?expansion_id=frost1',
  '/v1/series',
];

const print = (line: string) => process.stdout.write(`${line}\n`);
/** The rarities that an answer shows: each state of the catalog gives all cards its own. */
const states = (text: string) => new Set([...text.matchAll(/"rarity":"(State \d+)"/g)].map(([, state]) => state ?? ''));

/** A request that is under way for as long as its body is not sent to the end. */
function beginSlowly(port: number, key: string): { finish(): Promise<number | undefined> } {
  const body = JSON.stringify({ name: 'slow', scopes: ['read'] });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const sent = request({ port, path: '/admin/keys', method: 'POST', headers, agent: false });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A failure is told by whoever finishes it.
  answered.catch(() => undefined);
  sent.write(body.slice(0, 10));
  const finish = async () => {
    sent.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
  return { finish };
}

async function ready(port: number): Promise<void> {
  while (!(await isReadyAt(port))) await sleep(20);
}

/** Waits until the catalog shows the state. */
async function shows(base: string, key: string, state: string): Promise<void> {
  while (!states((await ask(base, '/v1/cards', key)).text).has(state)) await sleep(50);
}

/** Ends the process and puts another in its place; a slow request that began before is finished after it was told to end. */
async function replace(old: Server, port: number, key: string, start: () => Promise<Server>) {
  const slow = beginSlowly(port, key);
  await sleep(WATCH_MS);
  const toldMs = performance.now();
  const ended = old.stop('SIGTERM');
  while (await isReadyAt(port)) await sleep(20);
  assert.equal(await slow.finish(), 201, 'a request under way was not finished');
  assert.equal(await ended, 0);
  const endedMs = performance.now() - toldMs;
  const fresh = await start();
  await ready(port);
  await sleep(WATCH_MS);
  return { fresh, endedMs };
}

async function prove(engine: Engine, location: StoreLocation): Promise<void> {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog());
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files, every: '1s', give_up_after: '2s' } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const env = {
    CARDSTOCK_DATA: location.dataDir,
    CARDSTOCK_SECRETS_KEY: 'k'.repeat(40),
    CARDSTOCK_TRUST_PROXY: '1',
    CARDSTOCK_STOP_DELAY_S: String(STOP_DELAY_S),
    ...(location.databaseUrl ? { DATABASE_URL: location.databaseUrl } : {}),
  };
  const ports = [await freePort(), await freePort()];
  const startAt = (port: number) => () => startServer(place, ['--port', String(port)], env);
  const state = async (number: number) => {
    const catalog = tinyCatalog();
    for (const card of catalog.cards) card.rarity = `State ${number}`;
    await folder.write(catalog);
  };
  await state(0);
  const servers = await Promise.all(ports.map((port) => startAt(port)()));
  try {
    const store = await openStore(location);
    const scopes = ['read' as const, 'admin' as const];
    const { key } = await issueKey(store, { name: 'proof', scopes, rate: 0, expires_at: null });
    await store.close();
    for (const port of ports) await ready(port);
    await using balancer = await startBalancer(ports);
    await sleep(WATCH_MS);
    await shows(balancer.base, key, 'State 0');
    const clients = startClients(balancer.base, key, PATHS, CALLERS, states);
    const took: number[] = [];
    for (const [at, port] of ports.entries()) {
      const { fresh, endedMs } = await replace(servers[at] as Server, port, key, startAt(port));
      servers[at] = fresh;
      took.push(endedMs);
      await state(at + 1);
    }
    // Whichever process works now brings the last change.
    await shows(balancer.base, key, `State ${ports.length}`);
    await clients.stop();
    const forwarded = ports.map((port) => balancer.forwardedTo(port));
    print(
      `${engine}: two processes replaced, ended after ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}; ` +
        `${clients.answered} answers (${forwarded.join(' and ')} by process), ${clients.versions.size} versions, ` +
        `${clients.misses.length} failed, ${clients.contradictions.length} contradictions`,
    );
    assert.deepEqual(clients.misses.slice(0, 5), []);
    assert.deepEqual(clients.contradictions.slice(0, 5), []);
    assert.ok(clients.answered > 200 && clients.versions.size > 1, 'too little happened for a proof');
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
}

for (const [engine, skip] of ENGINES) {
  if (skip) print(`${engine}: left out, ${skip}`);
  else {
    await using place = await newLocation(engine);
    await prove(engine, place.location);
  }
}
