/** Opens what every request passes, as configured: keys, budgets, cache, metrics; and closes it again. */
import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { currentCacheVersion } from '../api/answer/cache-validity.ts';
import type { InboundRequest } from '../api/answer/inbound-request.ts';
import { Metrics } from '../api/answer/metrics.ts';
import { ResponseCache } from '../api/answer/response-cache.ts';
import type { Outlet } from '../api/answer/send.ts';
import { admissionQueueOf } from '../api/front/admission-queue.ts';
import { Cors } from '../api/front/cors.ts';
import type { ProcessParts } from '../api/health.ts';
import type { Config } from '../config/settings.ts';
import { OperatorFailure, reachTrouble } from '../failure.ts';
import { MemoryBudgets } from '../keys/gcra.ts';
import { KeyRing, keyLookup } from '../keys/key-ring.ts';
import { KeyUse } from '../keys/key-use.ts';
import { RedisBudgets } from '../keys/redis-budgets.ts';
import { faultsIn } from '../log.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import { servedState } from '../store/catalog/game-versions.ts';
import type { Announcements } from '../store/engines/announcements.ts';
import { noteKeysUsed } from '../store/keys.ts';
import { knownTasks } from '../store/known-tasks.ts';
import type { ReplicaState, Store } from '../store/store.ts';

const MEGABYTE = 1024 * 1024;
/** Budgets held in memory: keys are few, addresses are not. */
const KEYS_MAX = 100_000;
const ADDRESSES_MAX = 20_000;
/** One access line in this many requests: each costs a tenth of a cached answer. */
const ACCESS_SAMPLE = 100;

export interface EntranceOptions {
  config: Pick<Config['values'], 'redisUrl' | 'trustProxy' | 'cors' | 'cacheMb' | 'sharedCacheS' | 'healthDetails'>;
  store: Store;
  search: Pick<CatalogSearch, 'versions'>;
  /** What other processes tell of their commits; without it only looking shows them. */
  announcements?: Announcements;
  log: Logger;
  now: () => Date;
  isStopping: () => boolean;
}

export async function openEntrance({ config, store, search, announcements, log, now, isStopping }: EntranceOptions) {
  const { budgets, budgetStore, close } = await openBudgets(config.redisUrl, log, now);
  const onUnrecorded = faultsIn(log, 'the use of keys was not recorded');
  const use = new KeyUse((used) => store.write((writes) => noteKeysUsed(writes, used)), onUnrecorded);
  const logAccess = accessLog(log);
  const onSent: Outlet['onSent'] = (inbound, status, elapsedMs) => {
    if (inbound.key !== undefined) use.note(inbound.key, inbound.route, status);
    logAccess(inbound, status, elapsedMs);
  };
  const keys = new KeyRing(keyLookup(store, now));
  announcements?.on('keys', () => keys.forget());
  const { isHearing } = announcements ?? {};
  const cacheVersion = currentCacheVersion({
    readState: (known) => servedState(store, known),
    indexVersions: search.versions,
    now,
    ...(isHearing ? { isHearing } : {}),
  });
  announcements?.on('catalog', (version) => cacheVersion.expect(version === undefined ? undefined : Number(version)));
  const cache = new ResponseCache(config.cacheMb * MEGABYTE);
  const metrics = new Metrics({
    cache,
    taskAges: async () => (await knownTasks(store)).rows.map((task) => ({ name: task.name, ageS: ageS(task, now()) })),
    freeBytes: async () => (await knownTasks(store)).freeBytes,
    isHearing: () => store.engine === 'sqlite' || (isHearing?.() ?? false),
    isReplicaConnected: () => store.replica?.state().isConnected ?? true,
    isBudgetStoreConnected: () => budgetStore?.().isConnected ?? true,
  });
  const onFault = (inbound: InboundRequest, err: unknown) => {
    store.faults.note(err);
    log.error({ request_id: inbound.id, route: inbound.route, err }, 'request failed');
  };
  return {
    front: {
      keys,
      budgets,
      addresses: new MemoryBudgets(ADDRESSES_MAX),
      cache,
      cacheVersion,
      cors: new Cors(config.cors, config.sharedCacheS !== undefined),
      sharedCacheS: config.sharedCacheS,
      admissionQueue: admissionQueueOf(),
      outlet: { metrics, onSent, onBroken: onFault },
      trustedProxies: config.trustProxy,
      isStopping,
      onFault,
    },
    shown: { metrics: () => metrics.scrape(), budgetStore, healthDetails: config.healthDetails },
    keyControl: {
      forgetKeys: () => keys.forget(),
      // What is not written is told with the next writing: reads go on where a store takes nothing.
      flushUsage: () => use.flush().catch(() => undefined),
    },
    close: async () => {
      close();
      // A full disk must not keep a process from ending.
      await use.close().catch(onUnrecorded);
    },
  };
}

/**
 * Serves `/metrics` without a key, on a listener of its own.
 * @throws OperatorFailure when the port cannot be had
 */
export async function openMetricsServer(
  metrics: ProcessParts['metrics'],
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
      reject(new OperatorFailure(`cannot serve metrics on ${host} port ${port}: ${reachTrouble(cause)}`, { cause }));
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
    lastError = isConnected ? null : `${redisTrouble(cause)}: each process counts alone`;
    if (isConnected) log.info('budgets are counted across processes again');
    else log.error({ err: cause }, 'Redis is lost: budgets are counted by each process alone');
  });
  const budgetStore = (): ReplicaState => {
    const { isConnected } = shared;
    if (isConnected) connectedAt = now();
    return { isConnected, connectedAt, lastError };
  };
  return { budgets: shared, budgetStore, close: () => shared.close() };
}

/** A server that answers with a refusal is reached: its own word is the reason. */
function redisTrouble(cause: unknown): string {
  const [, refusal] =
    /\b(NOAUTH|WRONGPASS|NOPERM|READONLY|OOM|CLUSTERDOWN|MOVED|LOADING|MASTERDOWN|MISCONF)\b/.exec(String(cause)) ?? [];
  return refusal === undefined ? 'Redis cannot be reached' : `Redis refuses to count (${refusal})`;
}

function accessLog(log: Logger): Outlet['onSent'] {
  let skipped = 0;
  return (inbound, status, elapsedMs) => {
    skipped += 1;
    if (skipped < ACCESS_SAMPLE) return;
    skipped = 0;
    const { id, route, key } = inbound;
    log.info({ request_id: id, route, status, ms: Math.round(elapsedMs * 1000) / 1000, key_id: key?.id }, 'request');
  };
}

function ageS({ last_success_at }: { last_success_at: string | null }, now: Date): number | undefined {
  return last_success_at === null ? undefined : Math.max(0, (now.getTime() - Date.parse(last_success_at)) / 1000);
}
