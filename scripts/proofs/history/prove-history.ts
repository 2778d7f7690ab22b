/** Records what callers see of four processes on PostgreSQL that are killed and fail over, and has it judged from outside. */
// prove-history.ts [minutes = .6] [FILE for the history]. The same callers ask a second time through a proxy that breaks three
// promises: a judge that does not find those has found nothing out about the others.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/keys/issue.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { newWorkplace, run } from '../../../test/support/processes/command.ts';
import { startTopology, type Topology } from '../../../test/support/processes/topology.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { postgresProgramsMissing } from '../../../test/support/servers/postgres-server.ts';
import { startReceiver } from '../../../test/support/servers/receiver.ts';
import { newRedis, redisServerMissing } from '../../../test/support/servers/redis.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { type Cluster, newCluster } from './cluster.ts';
import { counted, judge, type Operation } from './judge.ts';
import { ask, type Caller, feedAfter, follow, holdKeys, read, spend, statesIn, toldOf, walk } from './sessions.ts';
import { tampering } from './tamper.ts';

const PUBLISH_EVERY_MS = 1500;
const FAULT_EVERY_MS = 6000;
/** Among three other proofs a machine at half speed took more than 90 s. */
const REST_MS_MAX = 300_000;
const A_MINUTE = 60;
/** Each kind of fault, and one again. */
const FAULTS_MIN = 4;
const VERSIONS_MIN = 5;
const PLANTED = ['monotonic reads', 'the feed has no gap', 'a revoked key opens nothing'];

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Waits for a state of the service. */
async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + REST_MS_MAX;
  while (!(await check())) {
    if (performance.now() > giveUpMs) throw new Error(`not at rest: ${what}`);
    await sleep(100);
  }
}

/** The whole feed, from the first event on. */
async function wholeFeed(node: string, key: string): Promise<{ id: string; name: string; data: unknown }[]> {
  const all: { id: string; name: string; data: unknown }[] = [];
  for (;;) {
    const { answer, items } = await feedAfter(node, key, all.at(-1)?.id ?? '');
    assert.equal(answer.status, 200);
    all.push(...(items as typeof all));
    if (items.length === 0) return all;
  }
}

/** Brings back what ended by itself, as a supervisor does: one that starts while the database is away ends. */
async function supervise({ serving, workers, bringBack }: Topology): Promise<void> {
  for (const each of [...serving, ...workers]) {
    const how = each.ended();
    if (how === undefined) continue;
    print(`${each.name} ended by itself (${how}), and is brought back`);
    await bringBack(each);
  }
}

/** Kills a serving process, the worker, and the database's main server, in turn. */
async function strike(topology: Topology, cluster: Cluster, history: Operation[], stop: AbortSignal): Promise<void> {
  const again = async (kind: string, work: () => Promise<void>) => {
    const from = performance.now();
    await work();
    history.push({ op: 'fault', kind, from, to: performance.now() });
  };
  const killed = async (which: Topology['serving'][number] | undefined) => {
    await which?.end('SIGKILL');
    if (which) await topology.bringBack(which);
  };
  for (let at = 0; !stop.aborted; at += 1) {
    await sleep(FAULT_EVERY_MS);
    await supervise(topology);
    if (stop.aborted) return;
    if (at % 3 === 0) await again('fail-over', () => cluster.failOver());
    else if (at % 3 === 1) await again('kill -9 of a process', () => killed(topology.serving[at % 2]));
    else await again('kill -9 of the worker', () => killed(topology.active()));
  }
}

async function prove(minutes: number, file: string | undefined): Promise<void> {
  await using place = await newWorkplace();
  await using cluster = await newCluster();
  await using redis = await newRedis();
  await using folder = await catalogFolder(tinyCatalog());
  const history: Operation[] = [];
  await using receiver = await startReceiver((response, { body }) => {
    history.push({ op: 'delivered', at: performance.now(), ...toldOf(JSON.parse(body)) });
    response.writeHead(204).end();
  });
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files, every: '1s', give_up_after: '2s' } };
  await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const env = { DATABASE_URL: cluster.url, REDIS_URL: redis.url, CARDSTOCK_SECRETS_KEY: 'k'.repeat(40) };
  const hook = ['--url', receiver.url, '--events', 'game.*', '--allow-private'];
  const made = await run(place, ['subscriptions', 'create', ...hook], env);
  assert.equal(made.code, 0, made.stderr);
  const store = await openStore({ dataDir: place.directory, databaseUrl: cluster.url });
  const issued = (name: string, rate: number) =>
    issueKey(store, { name, scopes: ['read', 'admin'], rate, expires_at: null });
  const [{ key }, { key: poor }] = [await issued('history', 0), await issued('poor', A_MINUTE)];
  await store.close();

  const ports = [await freePort(), await freePort()];
  await using topology = await startTopology(place.directory, { ports, workers: 2, env });
  const nodes = ports.map((port) => `http://127.0.0.1:${port}`);
  const [first = ''] = nodes;
  let published = 0;
  const publish = async () => {
    published += 1;
    const catalog = tinyCatalog();
    for (const card of catalog.cards) card.rarity = `State ${published}`;
    await folder.write(catalog);
  };
  const shows = async (node: string) =>
    statesIn((await ask(node, '/v1/cards?limit=200', key)).body ?? null).every((state) => state === published);
  await publish();
  await until('the first catalog', async () => (await ask(first, '/v1/cards/ember1-1', key)).status === 200);
  const whole = tinyCatalog().cards.length;

  const stop = new AbortController();
  const callers = (own: Operation[], at: readonly string[], session: string) => {
    const as = (what: string, to = at): Caller => ({
      history: own,
      session: `${session} ${what}`,
      nodes: to,
      key,
      until: stop.signal,
    });
    return [
      ...at.map((node, each) => read(as(`reader ${each}`, [node]))),
      follow(as('feed')),
      holdKeys(as('keys')),
    ].concat(
      own === history
        ? [
            follow(as('feed 2')),
            holdKeys(as('keys 2')),
            walk(as('walk'), whole),
            spend({ ...as('budget'), key: poor }, A_MINUTE),
          ]
        : [],
    );
  };
  await using proxy = await tampering(first, key);
  const tampered: Operation[] = [];
  const publishing = (async () => {
    while (!stop.signal.aborted) {
      await sleep(PUBLISH_EVERY_MS);
      await publish();
    }
  })();
  // It ends before its folder does, so that what went wrong first is what is told.
  await using _publishing = {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await publishing;
    },
  };
  const work = [...callers(history, nodes, 'honest'), ...callers(tampered, [proxy.base], 'tampered')];
  const striking = strike(topology, cluster, history, stop.signal);
  await sleep(minutes * 60_000);
  // On a slow machine as much happens, only later.
  const versions = () => new Set(history.flatMap((each) => (each.op === 'read' ? each.states : []))).size;
  const faults = () => history.filter(({ op }) => op === 'fault').length;
  await until('enough happened', async () => faults() >= FAULTS_MIN && versions() >= VERSIONS_MIN);
  stop.abort();
  await Promise.all([...work, striking, publishing]);

  await supervise(topology);
  for (const node of nodes) await until(`${node} shows state ${published}`, () => shows(node));
  const delivered = () => new Set(history.flatMap((each) => (each.op === 'delivered' ? [each.id] : [])));
  let feed = await wholeFeed(first, key);
  await until('all is delivered', async () => {
    feed = await wholeFeed(first, key);
    const got = delivered();
    return feed.every(({ id }) => got.has(id));
  }).catch((error: Error) => print(error.message));
  const cards: Record<string, number> = {};
  for (const { name, data } of feed) {
    if (name !== 'game.cards.updated') continue;
    for (const card of (data as { cards: { id: string }[] }).cards) cards[card.id] = statesIn(card)[0] ?? 0;
  }
  const end: Operation = { op: 'end', feed: feed.map(toldOf), cards, published };
  const lines = [...history, end];
  if (file) await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);

  print(JSON.stringify(counted(lines)));
  const anomalies = judge(lines);
  print(`${anomalies.length} anomalies in ${minutes} minutes`);
  for (const { promise, by } of anomalies.slice(0, 20)) print(`  ${promise}: ${by}`);
  const planted = judge([...tampered, ...history.filter(({ op }) => op === 'delivered'), end]);
  const found = PLANTED.filter((promise) => planted.some((anomaly) => anomaly.promise === promise));
  print(`${found.length} of ${PLANTED.length} planted anomalies found: ${found.join(', ')}`);
  assert.deepEqual(anomalies, []);
  assert.deepEqual(found, PLANTED);
}

const missing = [postgresProgramsMissing, redisServerMissing].filter((reason) => reason !== false);
if (missing.length > 0) print(`left out: ${missing.join('; ')}`);
else await prove(Number(process.argv[2] ?? 0.6), process.argv[3]);
