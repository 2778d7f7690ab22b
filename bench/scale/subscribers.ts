/**
 * What one day's events cost who answers requests where thousands subscribe: `bench/scale/subscribers.ts [COUNT] [EVENTS]`.
 * Subscribers live in a process of their own; on PostgreSQL where DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { overdueDeliveries } from '../../src/store/events/deliveries.ts';
import { newStore } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';

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
for (let at = 0; at < count; at += 1) {
  await createSubscription(service, { url: `${url}/${at}`, events: ['game.*'], allowPrivate: true });
}
global.gc?.();
const before = { memory: process.memoryUsage().rss, cpu: process.cpuUsage() };
let peak = before.memory;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
await store.write(async (writes) => {
  for (let at = 0; at < events; at += 1) {
    const ids = Array.from({ length: IDS_PER_EVENT }, (_, i) => `${at}-${i}`.padEnd(ID_LENGTH, 'x'));
    await recordEvents(writes, DEFAULT_SCOPE, [groupOf('cards.deleted', ids)]);
  }
});
delay.reset();
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
line('longest turn of its main thread', `${(delay.max / 1e6).toFixed(0)} ms (goal 250)`);
line('memory above what it had at rest, at most', `${((peak - before.memory) / 2 ** 20).toFixed(0)} MB (goal 150)`);
line('made twice', `${told.all - told.distinct} (goal 0)`);
child.kill();
