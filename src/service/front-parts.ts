/** Opens what every request passes, as configured: keys, budgets, cache, metrics; and closes it again. */
import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { Metrics } from '../api/answer/metrics.ts';
import { ResponseCache } from '../api/answer/response-cache.ts';
import type { Visit } from '../api/answer/visit.ts';
import type { ApiContext, BudgetStoreState } from '../api/context.ts';
import { CatalogEpoch } from '../api/front/catalog-epoch.ts';
import { Cors } from '../api/front/cors.ts';
import type { FrontParts } from '../api/front/front.ts';
import { Turnstile } from '../api/front/turnstile.ts';
import type { Config } from '../config/settings.ts';
import { OperatorFailure } from '../failure.ts';
import { MemoryBudgets } from '../keys/gcra.ts';
import { KeyRing, keyLookup } from '../keys/key-ring.ts';
import { LastUsed, lastUsedWriter } from '../keys/last-used.ts';
import { RedisBudgets } from '../keys/redis-budgets.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import type { Announcements } from '../store/announcements.ts';
import { servedState } from '../store/game-versions.ts';
import { knownTasks } from '../store/known-tasks.ts';
import type { Store } from '../store/store.ts';

const MEGABYTE = 1024 * 1024;
/** Budgets held in memory: keys are few, addresses are not. */
const KEYS_MAX = 100_000;
const ADDRESSES_MAX = 20_000;
/** One access line in this many requests: each costs a tenth of a cached answer. */
const ACCESS_SAMPLE = 100;

/** What stands before the routes. */
export interface Entrance {
  front: FrontParts;
  /** What the routes show of it. */
  shown: Pick<ApiContext, 'budgetStore' | 'metrics'>;
  close(): Promise<void>;
}

export interface EntranceOptions {
  config: Pick<Config['values'], 'redisUrl' | 'trustProxy' | 'cors' | 'cacheMb'>;
  store: Store;
  search: Pick<CatalogSearch, 'versions'>;
  /** What other processes tell of their commits; without it only looking shows them. */
  announcements?: Announcements;
  log: Logger;
  now: () => Date;
  isStopping: () => boolean;
}

export async function openEntrance({
  config,
  store,
  search,
  announcements,
  log,
  now,
  isStopping,
}: EntranceOptions): Promise<Entrance> {
  const { budgets, budgetStore, close } = await openBudgets(config.redisUrl, log, now);
  const lastUsed = new LastUsed(lastUsedWriter(store), (err) => log.error({ err }, 'the use of keys was not recorded'));
  const keys = new KeyRing(keyLookup(store));
  announcements?.on('keys', () => keys.forget());
  const { isHearing } = announcements ?? {};
  const epoch = new CatalogEpoch({
    readState: (known) => servedState(store, known),
    indexVersions: search.versions,
    now,
    ...(isHearing ? { isHearing } : {}),
  });
  announcements?.on('catalog', (version) => epoch.expect(version === undefined ? undefined : Number(version)));
  const cache = new ResponseCache(config.cacheMb * MEGABYTE);
  const metrics = new Metrics({
    cache,
    taskAges: async () => (await knownTasks(store)).rows.map((task) => ({ name: task.name, ageS: ageS(task, now()) })),
    freeBytes: async () => (await knownTasks(store)).freeBytes,
    isHearing: () => store.engine === 'sqlite' || (isHearing?.() ?? false),
    isReplicaConnected: () => store.replica?.state().isConnected ?? true,
    isBudgetStoreConnected: () => budgetStore?.().isConnected ?? true,
  });
  const onFault = (visit: Visit, err: unknown) => {
    store.faults.note(err);
    log.error({ request_id: visit.id, route: visit.route, err }, 'request failed');
  };
  return {
    front: {
      keys,
      lastUsed,
      budgets,
      addresses: new MemoryBudgets(ADDRESSES_MAX),
      cache,
      epoch,
      cors: new Cors(config.cors),
      turnstile: new Turnstile(),
      outlet: { metrics, onSent: accessLog(log), onBroken: onFault },
      trustedProxies: config.trustProxy,
      isStopping,
      onFault,
    },
    shown: { metrics: () => metrics.scrape(), budgetStore },
    close: async () => {
      close();
      // A full disk must not keep a process from ending.
      await lastUsed.close().catch((err) => log.error({ err }, 'the use of keys was not recorded'));
    },
  };
}

/**
 * Serves `/metrics` without a key, on a listener of its own.
 * @throws OperatorFailure when the port cannot be had
 */
export async function openMetricsServer(
  metrics: ApiContext['metrics'],
  { host, port }: { host: string; port: number },
  onFault: (cause: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    metrics().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (cause: unknown) => {
        onFault(cause);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new OperatorFailure(`cannot serve metrics on ${host} port ${port}: ${cause.message}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return server;
}

async function openBudgets(redisUrl: string | undefined, log: Logger, now: () => Date) {
  const local = new MemoryBudgets(KEYS_MAX);
  if (redisUrl === undefined) return { budgets: local, budgetStore: undefined, close: () => undefined };
  let connectedAt: Date | null = null;
  let lastError: string | null = null;
  const shared = await RedisBudgets.connect(redisUrl, local, (isConnected, cause) => {
    lastError = isConnected ? null : 'Redis cannot be reached: each process counts alone';
    if (isConnected) log.info('budgets are counted across processes again');
    else log.error({ err: cause }, 'Redis is lost: budgets are counted by each process alone');
  });
  const budgetStore = (): BudgetStoreState => {
    const { isConnected } = shared;
    if (isConnected) connectedAt = now();
    return { isConnected, connectedAt, lastError };
  };
  return { budgets: shared, budgetStore, close: () => shared.close() };
}

function accessLog(log: Logger): (visit: Visit, status: number, elapsedMs: number) => void {
  let skipped = 0;
  return (visit, status, elapsedMs) => {
    skipped += 1;
    if (skipped < ACCESS_SAMPLE) return;
    skipped = 0;
    const { id, route, key } = visit;
    log.info({ request_id: id, route, status, ms: Math.round(elapsedMs * 1000) / 1000, key_id: key?.id }, 'request');
  };
}

function ageS({ last_success_at }: { last_success_at: string | null }, now: Date): number | undefined {
  return last_success_at === null ? undefined : Math.max(0, (now.getTime() - Date.parse(last_success_at)) / 1000);
}
