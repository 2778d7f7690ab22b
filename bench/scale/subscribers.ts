/**
 * What one day's events cost who answers requests where thousands subscribe: `bench/scale/subscribers.ts [COUNT] [EVENTS]`.
 * Subscribers live in a process of their own; on PostgreSQL where DATABASE_URL names a server. Memory is `serve`'s with
 * `--max-semi-space-size=8`.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { newSecret } from '../../src/events/signature.ts';
import { overdueDeliveries } from '../../src/store/events/deliveries.ts';
import { addSubscription, subscriptionById } from '../../src/store/events/subscriptions.ts';
import { newStore } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';
import type { LongestTurn } from './turn-probe.ts';

process.env.TURN_PROBE_FILE = join(tmpdir(), `cardstock-turn-${process.pid}`);
await import('./turn-probe.ts');

const [count = 2000, events = 4] = process.argv.slice(2).map(Number);
/** Makes a body of some 190 kB, as a day of the demo has. */
const IDS_PER_EVENT = 500;
const ID_LENGTH = 377;

async function startSubscribers(): Promise<{
  child: ChildProcess;
  url: string;
  heard(): Promise<{ all: number; distinct: number }>;
}> {
  const child = fork(new URL('./subscribers-process.ts', import.meta.url));
  const [url] = (await once(child, 'message')) as [string];
  const heard = async () => {
    child.send('heard');
    const [answer] = (await once(child, 'message')) as [{ all: number; distinct: number }];
    return answer;
  };
  return { child, url, heard };
}

const engine = process.env.DATABASE_URL === undefined ? 'sqlite' : 'postgres';
await using place = await newStore(engine);
const { store } = place;
const seal = sealUnder('bench');
const network = { resolve: async () => [] };
const service = { store, games: [DEFAULT_SCOPE.game], seal, network };
const { child, url, heard } = await startSubscribers();
const first = await createSubscription(service, { url: `${url}/0`, events: ['game.*'], allowPrivate: true });
const made = (await subscriptionById(store.reads, first.id)) ?? assert.fail();
await store.write(async (writes) => {
  for (let at = 1; at < count; at += 1) {
    await addSubscription(writes, { ...made, id: `s${at}`, url: `${url}/${at}`, secret: seal.seal(newSecret()) });
  }
});
global.gc?.();
const before = { memory: process.memoryUsage().rss, cpu: process.cpuUsage() };
let peak = before.memory;
await store.write(async (writes) => {
  for (let at = 0; at < events; at += 1) {
    const ids = Array.from({ length: IDS_PER_EVENT }, (_, i) => `${at}-${i}`.padEnd(ID_LENGTH, 'x'));
    await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', ids)]);
  }
});
await sleep(100);
process.kill(process.pid, 'SIGUSR2');
before.cpu = process.cpuUsage();
const began = performance.now();
const deliveries = startDeliveries({ store, seal, network, userAgent: 'bench', keptDays: 30, onFault: console.error });
const wanted = count * events;
let told = { all: 0, distinct: 0 };
while (told.distinct < wanted) {
  await sleep(100);
  peak = Math.max(peak, process.memoryUsage().rss);
  told = await heard();
}
while ((await overdueDeliveries(store.reads, '9')).pending > 0) await sleep(50);
const { user, system } = process.cpuUsage(before.cpu);
const took = performance.now() - began;
await deliveries.stop();
told = await heard();
line(`${engine}: ${count} subscribers, ${events} events`, `${wanted} deliveries in ${(took / 1000).toFixed(1)} s`);
line('processor time of the process, a delivery', `${((user + system) / 1000 / wanted).toFixed(2)} ms (goal 1.5)`);
process.kill(process.pid, 'SIGUSR2');
await sleep(50);
const turn = JSON.parse(readFileSync(process.env.TURN_PROBE_FILE, 'utf8')) as LongestTurn;
const [ms, own, cpu] = [turn.ms, turn.ownMs, turn.cpuMs].map((each) => each.toFixed(0));
line(
  'longest turn of its main thread',
  `${ms} ms (goal 250), ${own} without waiting for a core, ${cpu} of processor time`,
);
line('memory above what it had at rest, at most', `${((peak - before.memory) / 2 ** 20).toFixed(0)} MB (goal 150)`);
line('made twice', `${told.all - told.distinct} (goal 0)`);
child.kill();
