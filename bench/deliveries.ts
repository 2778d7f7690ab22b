/** Measures deliveries: a whole catalog's day to ten subscribers, a healthy one beside five dead ones, and commit to attempt. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SCOPE } from '../src/catalog/scope.ts';
import { startDeliveries } from '../src/events/deliver.ts';
import { createSubscription } from '../src/events/manage-subscriptions.ts';
import { groupOf, recordEvents } from '../src/events/record-events.ts';
import { sealUnder } from '../src/events/sealed-secrets.ts';
import type { Engine, Store } from '../src/store/store.ts';
import { newStore } from '../test/support/stages/stores.ts';

const seal = sealUnder('the key of this bench');
const network = { resolve: async () => [] };

/** A subscriber; a dead one takes the connection and never answers. */
async function subscriber(isDead: boolean): Promise<{ server: Server; url: string; at: number[] }> {
  const at: number[] = [];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    at.push(performance.now());
    if (!isDead) response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, at };
}

async function stage<T>(
  engine: Engine,
  healthy: number,
  dead: number,
  work: (store: Store, at: number[][]) => Promise<T>,
) {
  await using place = await newStore(engine);
  const { store } = place;
  const all = await Promise.all(Array.from({ length: healthy + dead }, (_, at) => subscriber(at >= healthy)));
  const desk = { store, games: [DEFAULT_SCOPE.game], seal, network };
  for (const { url } of all) await createSubscription(desk, { url, events: ['game.*'], allowPrivate: true });
  const onFault = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const deliveries = startDeliveries({ store, seal, network, userAgent: 'bench', keptDays: 30, onFault });
  try {
    return await work(
      store,
      all.slice(0, healthy).map(({ at }) => at),
    );
  } finally {
    await deliveries.stop();
    for (const { server } of all) {
      server.closeAllConnections();
      server.close();
    }
  }
}

const prices = (card: number) => ({
  card_id: `set-${card}`,
  prices: ['normal', 'reverse'].flatMap((variant) =>
    ['NM', 'LP', 'MP', 'HP', 'DMG'].map((condition) => {
      return { variant, condition, currency: 'USD' as const, market: card, low: card, high: card };
    }),
  ),
});

const tell = (store: Store, count: number) =>
  store.write((writes) =>
    recordEvents(writes, DEFAULT_SCOPE, [
      groupOf(
        'card_prices.updated',
        Array.from({ length: count }, (_, at) => prices(at)),
        'USD',
      ),
    ]),
  );

async function come(at: number[], count: number): Promise<void> {
  while (at.length < count) await sleep(5);
}

const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/** Milliseconds from commit to arrival of single events, spaced out. */
const delays = (engine: Engine, dead: number) =>
  stage(engine, 1, dead, async (store, [at = []]) => {
    const found: number[] = [];
    for (let event = 0; event < 60; event += 1) {
      await tell(store, 1);
      const committed = performance.now();
      await come(at, event + 1);
      found.push((at.at(-1) ?? 0) - committed);
      await sleep(Math.random() * 100);
    }
    return p95(found);
  });

for (const engine of process.env.DATABASE_URL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
  const day = await stage(engine, 10, 0, async (store, at) => {
    const start = performance.now();
    await tell(store, 23_000);
    await Promise.all(at.map((times) => come(times, 46)));
    return performance.now() - start;
  });
  const alone = await delays(engine, 0);
  const beside = await delays(engine, 5);
  const rounded = {
    whole_day_to_ten_s: day / 1000,
    alone_p95_ms: alone,
    beside_five_dead_p95_ms: beside,
    ratio: beside / alone,
  };
  const figures = Object.entries(rounded).map(([name, value]) => [name, Math.round(value * 100) / 100]);
  process.stdout.write(`${JSON.stringify({ engine, ...Object.fromEntries(figures) })}\n`);
}
