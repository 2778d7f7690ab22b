/** Hours of life in one go: reads, scans, ingest and events without a pause, a restart in the midst of it, and what it did to the process. */
// Usage: node scripts/node24.mjs bench/soak/soak.ts [MINUTES, 20]; exits 1 where something does not hold.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/store/open-store.ts';
import { line, percentile } from '../report.ts';
import { type SoakStage, soakStage, type Weight } from './soak-stage.ts';
import { type Finding, findings, type Sample } from './soak-verdict.ts';

const LOOK_EVERY_MS = 1000;
const WEIGH_EVERY = 12;
const CALLERS = 4;
const PAUSE_MS = 20;
const SCAN_EVERY_MS = 2000;
const CHANGE_EVERY_MS = 3000;
/** The monitor's own interval, which every figure of it holds. */
const MONITOR_MS = 10;
const DELIVERED_MS_MAX = 30_000;
/** Early, so that the second process lives long: V8 goes on compiling for 40 minutes. */
const RESTART_AT = 0.1;

const minutes = Number(process.argv[2] ?? 20);

const PATHS = [
  '/v1/cards?limit=50&include=prices',
  '/v1/cards/ember1-1',
  '/v1/cards?q=glimmer%203',
  '/v1/cards/ember2-3/prices',
  '/v1/expansions',
  '/v1/cards?limit=7&expansion_id=frost1',
  '/v1/products',
  '/v1/events?limit=20',
  '/v1/cards/none',
];

/** What the callers have seen. */
interface Traffic {
  answered: number;
  scanned: number;
  /** Refused for overload, at once and by the rules: on a busy machine that is no failure. */
  shed: number;
  /** Answers of a wrong status, and requests without one, outside the restart. */
  failures: string[];
  /** Milliseconds of the answers since the look before. */
  waitedMs: number[];
  isOver: boolean;
  isRestarting: boolean;
  /** While it is there nobody begins anything. */
  stillness: PromiseWithResolvers<void> | undefined;
  /** How many are at something. */
  busy: number;
}

/** Does something unless all is to be still, and again as long as the soak goes on. */
async function always(traffic: Traffic, act: (turn: number) => Promise<void>, pauseMs: number): Promise<void> {
  for (let turn = 0; !traffic.isOver; turn += 1) {
    await traffic.stillness?.promise;
    traffic.busy += 1;
    await act(turn).finally(() => {
      traffic.busy -= 1;
    });
    await sleep(pauseMs);
  }
}

/** Weighs the service while it has nothing to do: what is under way weighs ten times what a slow leak adds in minutes. */
async function weighed(stage: SoakStage, traffic: Traffic): Promise<Weight | undefined> {
  traffic.stillness = Promise.withResolvers();
  while (traffic.busy > 0) await sleep(10);
  await stage.settled();
  const weight = await stage.weigh();
  traffic.stillness.resolve();
  traffic.stillness = undefined;
  return weight;
}

/** Milliseconds that the main thread of a process had work and no core. */
const heldUpMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

async function read({ base, key }: SoakStage, traffic: Traffic, caller: number): Promise<void> {
  const tags = new Map<string, string>();
  const ask = async (turn: number) => {
    const at = caller + turn;
    const path = PATHS[at % PATHS.length] ?? '/v1/cards';
    const began = performance.now();
    const headers = {
      authorization: `Bearer ${key}`,
      ...(at % 3 === 0 && tags.has(path) ? { 'if-none-match': tags.get(path) ?? '' } : {}),
    };
    const was = traffic.isRestarting;
    try {
      const answer = await fetch(`${base}${path}`, { headers });
      await answer.arrayBuffer();
      const wanted = path.endsWith('none') ? [404] : [200, 304];
      if (answer.status === 429) traffic.shed += 1;
      else if (!wanted.includes(answer.status)) traffic.failures.push(`${path} answered ${answer.status}`);
      const tag = answer.headers.get('etag');
      if (tag) tags.set(path, tag);
      traffic.answered += 1;
      traffic.waitedMs.push(performance.now() - began);
    } catch (error) {
      if (!was && !traffic.isRestarting) traffic.failures.push(`${path}: ${(error as Error).message}`);
    }
  };
  await always(traffic, ask, PAUSE_MS);
}

const scan = (stage: SoakStage, traffic: Traffic) =>
  always(
    traffic,
    async () => {
      const status = await stage.scan().catch(() => 0);
      if (status === 200) traffic.scanned += 1;
      else if (status !== 0 && status !== 503) traffic.failures.push(`a scan answered ${status}`);
    },
    SCAN_EVERY_MS,
  );

const change = (stage: SoakStage, traffic: Traffic) => always(traffic, () => stage.change(), CHANGE_EVERY_MS);

/** One look; undefined while there is no process. */
async function look(
  stage: SoakStage,
  traffic: Traffic,
  life: number,
  heldUp: { ms: number },
  atS: number,
): Promise<Sample | undefined> {
  const text = await fetch(`${stage.metrics}/metrics`).then(
    (answer) => answer.text(),
    () => undefined,
  );
  if (text === undefined) return undefined;
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const total = heldUpMs(stage.pid());
  const held = total - heldUp.ms;
  heldUp.ms = total;
  const waited = traffic.waitedMs.splice(0);
  return {
    atS,
    life,
    memoryMb: figure('process_resident_memory_bytes') / 1e6,
    heapMb: figure('nodejs_heap_size_used_bytes') / 1e6,
    handles: figure('process_open_fds') + figure('nodejs_active_resources_total'),
    p50Ms: percentile(waited, 0.5),
    p99Ms: percentile(waited, 0.99),
    stallMs: Math.max(0, figure('nodejs_eventloop_lag_max_seconds') * 1000 - MONITOR_MS),
    heldUpMs: held,
  };
}

/** Looks until the end, with a restart on the way. */
async function watch(stage: SoakStage, traffic: Traffic): Promise<{ samples: Sample[]; awayMs: number }> {
  const samples: Sample[] = [];
  const heldUp = { ms: heldUpMs(stage.pid()) };
  const began = performance.now();
  const lengthMs = minutes * 60_000;
  let awayMs = 0;
  for (let life = 0; performance.now() - began < lengthMs; ) {
    await sleep(LOOK_EVERY_MS);
    if (life === 0 && performance.now() - began > lengthMs * RESTART_AT) {
      traffic.isRestarting = true;
      const gone = performance.now();
      await stage.restart();
      awayMs = performance.now() - gone;
      traffic.isRestarting = false;
      life = 1;
      heldUp.ms = heldUpMs(stage.pid());
      traffic.waitedMs.length = 0;
      continue;
    }
    const atS = () => (performance.now() - began) / 1000;
    const sample = await look(stage, traffic, life, heldUp, atS());
    if (sample === undefined) continue;
    samples.push(sample);
    if (samples.length % WEIGH_EVERY !== 0) continue;
    sample.weight = await weighed(stage, traffic);
    // The collections stopped the process: what was waited for them is nobody's.
    await look(stage, traffic, life, heldUp, atS());
  }
  return { samples, awayMs };
}

/** Every event at the subscriber with the bytes that are stored, and no other. */
async function eventsFinding({ location, receiver }: SoakStage): Promise<Finding> {
  const store = await openStore(location);
  const recorded = await store.reads.selectFrom('events').select(['id', 'body']).execute();
  await store.close();
  const bodies = new Map(recorded.map(({ id, body }) => [id, body]));
  const missing = () => {
    const got = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    return recorded.filter(({ id }) => !got.has(id)).length;
  };
  const until = performance.now() + DELIVERED_MS_MAX;
  while (missing() > 0 && performance.now() < until) await sleep(200);
  const wrong = receiver.received.filter(
    ({ headers, body }) => bodies.get(String(headers['webhook-id'])) !== body,
  ).length;
  const twice = receiver.received.length - recorded.length + missing();
  return {
    what: 'events',
    says: `${recorded.length} recorded, ${missing()} not delivered, ${wrong} with other bytes, ${twice} delivered twice`,
    holds: recorded.length > 0 && missing() === 0 && wrong === 0,
  };
}

await using stage = await soakStage();
const traffic: Traffic = {
  answered: 0,
  scanned: 0,
  shed: 0,
  failures: [],
  waitedMs: [],
  isOver: false,
  isRestarting: false,
  stillness: undefined,
  busy: 0,
};
const callers = Array.from({ length: CALLERS }, (_, caller) => read(stage, traffic, caller));
const others = [scan(stage, traffic), change(stage, traffic)];
const { samples, awayMs } = await watch(stage, traffic);
traffic.isOver = true;
await Promise.all([...callers, ...others]);
await stage.settled();
const delivered = await eventsFinding(stage);
line('answers, scans, changes of the sources', `${traffic.answered}, ${traffic.scanned}, ${stage.changes()}`);
line('of the answers refused for overload', String(traffic.shed));
line('away for the restart', `${(awayMs / 1000).toFixed(1)} s`);
const failed: Finding = {
  what: 'failures outside the restart',
  says: [traffic.failures.length, ...traffic.failures.slice(0, 3)].join('; '),
  holds: traffic.failures.length === 0,
};
const verdict = [...findings(samples), delivered, failed];
for (const { what, says, holds } of verdict) {
  line(what, `${says}: ${holds === undefined ? 'too short to tell' : holds ? 'holds' : 'DOES NOT HOLD'}`);
}
process.exitCode = verdict.some(({ holds }) => holds === false) ? 1 : 0;
