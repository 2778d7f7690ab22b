/** Proves that 4 serving and 2 working processes behind nginx answer right whatever is killed or restarted beneath them. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/keys/issue.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { newWorkplace, run } from '../../../test/support/processes/command.ts';
import { ask, type Clients, startClients } from '../../../test/support/processes/reading-clients.ts';
import { startTopology, type Topology } from '../../../test/support/processes/topology.ts';
import { nginxMissing, startNginx } from '../../../test/support/servers/nginx.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { newPostgresServer, postgresProgramsMissing } from '../../../test/support/servers/postgres-server.ts';
import { type Receiver, startReceiver } from '../../../test/support/servers/receiver.ts';
import { newRedis, redisServerMissing } from '../../../test/support/servers/redis.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { runCatalog } from '../../../test/support/stages/ingest.ts';

/** What is aimed at: a machine busy with other things takes longer to start a process, and that is no fault of ours. */
const RECOVERY_MS = 10_000;
const RECOVERY_MS_MAX = 60_000;
const CALLERS = 8;
const CHANGE_EVERY_MS = 1500;
/** How long the load goes on after a fault, at least. */
const WATCH_MS = 5000;
const RATE = 120;
/** Named, since the default window of a history ends today: at midnight UTC its answer changes without a version. */
const WINDOW = 'from=2026-01-01&to=2026-03-31';
const PATHS = [
  '/v1/cards?limit=200&include=prices',
  '/v1/cards/ember1-1',
  '/v1/cards?q=glimmer&limit=20',
  '/v1/cards?expansion_id=frost1',
  '/v1/cards/frost1-3',
  `/v1/cards/ember2-2/prices?${WINDOW}`,
  '/v1/series',
  '/v1/cards?limit=7',
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
/** The rarities that an answer shows: each state of the catalog gives all cards its own. */
const states = (text: string) => new Set([...text.matchAll(/"rarity":"(State \d+)"/g)].map(([, state]) => state ?? ''));

/** Runs one fault and says how long callers noticed it; `settle` waits for what must have come back besides. */
async function fault(name: string, clients: Clients, strike: () => unknown, settle: () => Promise<void>) {
  const before = clients.misses.length;
  const answered = clients.answered;
  const struckMs = performance.now();
  await strike();
  await settle();
  const settledMs = performance.now() - struckMs;
  await sleep(Math.max(WATCH_MS - settledMs, 2000));
  const misses = clients.misses.slice(before);
  const lastMs = misses.length === 0 ? 0 : Math.max(...misses.map(({ atMs }) => atMs)) - struckMs;
  const final = misses.filter(({ isFinal }) => isFinal).length;
  print(
    `${name.padEnd(34)} ${clients.answered - answered} answers, ${misses.length} failed at first, ${final} also when retried; ` +
      `the last ${seconds(lastMs)} after${lastMs > RECOVERY_MS ? ' (too late)' : ''}; all back after ${seconds(settledMs)}`,
  );
  assert.ok(
    lastMs <= RECOVERY_MS_MAX,
    `${name}: callers still failed after ${seconds(lastMs)}: ${misses.at(-1)?.said}`,
  );
  return { misses, final };
}

/** Waits until a worker other than before, or anew, is at work. */
async function takenOver(topology: Topology, sinceMs: number): Promise<void> {
  for (;;) {
    const active = topology.active();
    if (active && active.workingSinceMs() > sinceMs) return;
    if (performance.now() - sinceMs > RECOVERY_MS_MAX) {
      const told = topology.workers.map((each) => `${each.name}: ${each.ended() ?? 'runs'}\n${each.log()}`);
      throw new Error(`no worker has taken over\n${told.join('\n')}`);
    }
    await sleep(20);
  }
}

/** Spends a budget from all processes at once; returns how many requests were admitted, and at most how many may be. */
async function spend(base: string, store: Store) {
  const request = { name: 'budget', scopes: ['read' as const], rate: RATE, expires_at: null };
  const { key } = await issueKey(store, request);
  const startedMs = performance.now();
  const replies = await Promise.all(Array.from({ length: 3 * RATE }, () => ask(base, '/v1/series/ember', key)));
  const regained = Math.floor(((performance.now() - startedMs) / 60_000) * RATE);
  return { admitted: replies.filter(({ status }) => status === 200).length, most: RATE + regained };
}

async function budgetsAreExact(base: string, store: Store, when: string): Promise<void> {
  const { admitted, most } = await spend(base, store);
  print(`budget of ${RATE} ${when}: ${admitted} of ${3 * RATE} requests admitted (at most ${most})`);
  assert.ok(admitted >= RATE && admitted <= most, `${when}: ${admitted} admitted`);
}

/** Every event of the store at the receiver, each with one body; waits for what is still under way. */
async function allDelivered(store: Store, receiver: Receiver): Promise<void> {
  const recorded = await store.reads.selectFrom('events').select(['id', 'body']).execute();
  const until = performance.now() + RECOVERY_MS_MAX;
  const missing = () => {
    const got = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    return recorded.filter(({ id }) => !got.has(id));
  };
  while (missing().length > 0 && performance.now() < until) await sleep(100);
  assert.deepEqual(missing(), [], 'events that were never delivered');
  const bodies = new Map(recorded.map(({ id, body }) => [id, body]));
  for (const { headers, body } of receiver.received) assert.equal(body, bodies.get(String(headers['webhook-id'])));
  const extra = receiver.received.length - recorded.length;
  print(`events: all ${recorded.length} delivered, ${extra} of them twice, none invented`);
}

async function prove(): Promise<void> {
  await using place = await newWorkplace();
  await using postgres = await newPostgresServer();
  await using redis = await newRedis();
  await using folder = await catalogFolder(tinyCatalog());
  await using receiver = await startReceiver();
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files, every: '1s', give_up_after: '2s' } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    CARDSTOCK_SECRETS_KEY: 'k'.repeat(40),
    CARDSTOCK_TRUST_PROXY: '1',
  };
  const subscribe = [
    'subscriptions',
    'create',
    '--url',
    receiver.url,
    '--events',
    'game.*',
    '--allow-private',
    '--json',
  ];
  const made = await run(place, subscribe, env);
  assert.equal(made.code, 0, made.stderr);
  const store = await openStore({ dataDir: place.directory, databaseUrl: postgres.url });
  const { key } = await issueKey(store, { name: 'proof', scopes: ['read'], rate: 0, expires_at: null });
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  await using topology = await startTopology(place.directory, { ports, workers: 2, env });
  await using nginx = await startNginx(ports);
  let state = 0;
  const change = async () => {
    state += 1;
    const catalog = tinyCatalog();
    for (const card of catalog.cards) card.rarity = `State ${state}`;
    await folder.write(catalog);
  };
  await change();
  while (!(await ask(nginx.url, '/v1/cards', key)).text.includes('State 1')) await sleep(50);
  const changing = changeOn(async () => {
    await change();
    // An operator's runs beside the worker's own; one that meets a restart fails, and the next one publishes.
    await runCatalog(store, folder.files).catch(() => undefined);
  });
  const clients = startClients(nginx.url, key, PATHS, CALLERS, states);
  try {
    await faults(topology, clients, { postgres, redis, base: nginx.url, store });
  } finally {
    await changing.stop();
    await clients.stop();
    const said = [...topology.serving, ...topology.workers].map((each) => each.log()).join('');
    if (process.argv.includes('--log')) print(said);
  }
  await settled(nginx.url, key, state);
  print(
    `${clients.answered} answers of ${clients.versions.size} versions, ${clients.contradictions.length} contradictions`,
  );
  assert.deepEqual(clients.contradictions.slice(0, 5), []);
  assert.ok(clients.versions.size >= 5, 'the catalog moved too seldom for a proof');
  await allDelivered(store, receiver);
  await store.close();
}

/** Changes the catalog again and again. */
function changeOn(change: () => Promise<void>) {
  let isStopped = false;
  const changing = (async () => {
    while (!isStopped) {
      await sleep(CHANGE_EVERY_MS);
      await change();
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await changing;
    },
  };
}

interface Beneath {
  postgres: Awaited<ReturnType<typeof newPostgresServer>>;
  redis: Awaited<ReturnType<typeof newRedis>>;
  base: string;
  store: Store;
}

async function faults(topology: Topology, clients: Clients, { postgres, redis, base, store }: Beneath): Promise<void> {
  const [first, second] = topology.serving;
  if (!first || !second) throw new Error('nothing serves');
  await sleep(2000);
  await budgetsAreExact(base, store, 'across 4 processes');
  await fault(
    'kill -9 of a serving process',
    clients,
    () => first.end('SIGKILL'),
    () => topology.bringBack(first),
  );

  for (const each of [...topology.serving, ...topology.workers]) {
    const how = each.ended();
    // Its supervisor would bring it back; why it was needed is to be known all the same.
    if (how !== undefined) print(`${each.name} ended by itself, ${how}:\n${each.log()}`);
  }
  const active = topology.active();
  const killedMs = performance.now();
  await fault(
    'kill -9 of the active worker',
    clients,
    () => active?.end('SIGKILL'),
    () => takenOver(topology, killedMs),
  );
  await active?.start();
  const standby = topology.workers.find((worker) => worker !== topology.active());
  const both = () => Promise.all([second.end('SIGKILL'), standby?.end('SIGKILL')]);
  await fault('kill -9 of another and the standby', clients, both, () => topology.bringBack(second));
  await standby?.start();

  for (const mode of ['fast', 'immediate'] as const) {
    const restartMs = performance.now();
    const strike = () => postgres.restart(mode);
    await fault(`PostgreSQL restarted (${mode})`, clients, strike, () => takenOver(topology, restartMs));
  }

  const lost = await fault('Redis killed', clients, redis.kill, async () => undefined);
  assert.equal(lost.misses.length, 0, 'a loss of Redis is no failure of a read');
  const alone = await spend(base, store);
  print(`budget of ${RATE} without Redis: ${alone.admitted} of ${3 * RATE} admitted, by each process alone`);
  assert.ok(alone.admitted <= 4 * alone.most);
  await fault('Redis started', clients, redis.start, () => sleep(1500));
  await budgetsAreExact(base, store, 'with Redis back');

  const before = clients.misses.length;
  const answered = clients.answered;
  for (const serving of topology.serving) {
    await serving.end('SIGTERM');
    await topology.bringBack(serving);
    await sleep(500);
  }
  const misses = clients.misses.slice(before);
  const failed = misses.filter(({ isFinal }) => isFinal);
  print(
    `rolling restart of 4: ${clients.answered - answered} answers, ${misses.length} retried, ${failed.length} failed`,
  );
  assert.deepEqual(failed, []);
}

/** Every process comes to show the last state of the catalog. */
async function settled(base: string, key: string, state: number): Promise<void> {
  const until = performance.now() + RECOVERY_MS_MAX;
  for (let fresh = 0; fresh < 8; ) {
    const { text } = await ask(base, '/v1/cards?q=glimmer&limit=20', key);
    fresh = states(text).has(`State ${state}`) ? fresh + 1 : 0;
    assert.ok(performance.now() < until, `State ${state} does not show`);
    await sleep(20);
  }
}

const missing = [nginxMissing, postgresProgramsMissing, redisServerMissing].filter((reason) => reason !== false);
if (missing.length > 0) print(`left out: ${missing.join('; ')}`);
else await prove();
