/** Puts the parts together, starts and stops them: the store, the server, the schedule, the first key. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { cursorsSealedWith } from './api/cursors.ts';
import { openapiDocument } from './api/openapi.ts';
import { routes } from './api/routes.ts';
import { buildServer, drain } from './api/server.ts';
import type { Config } from './config.ts';
import { deskOf, locationOf, sourcesConfig } from './deployment.ts';
import { openEntrance, openMetricsServer } from './entrance.ts';
import { DELIVERIES_TASK, type Deliveries, startDeliveries } from './events/deliver.ts';
import { OperatorFailure } from './failure.ts';
import { type Schedule, startSchedule } from './ingest/schedule.ts';
import type { Progress } from './ingest/source.ts';
import { configuredSources } from './ingest/sources.ts';
import { issueKey } from './keys/issue.ts';
import { VERSION } from './release.ts';
import { startCatalogSearch } from './search/catalog-search.ts';
import { allKeys } from './store/keys.ts';
import { cursorSecret, metaValue, setMetaValue } from './store/meta.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { demoPicture } from './upstream/demo/picture.ts';

/** A running service. */
export interface Service {
  /** The base address it listens on. */
  listening: string;
  /** The key made on a first start; undefined later. */
  firstKey: string | undefined;
  /** Resolves when what was due at the start has been ingested. */
  caughtUp: Promise<void>;
  stop(): Promise<void>;
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const remedy = taken ? 'another program has it; choose one with --port' : (error as Error).message;
    throw new OperatorFailure(`cannot listen on ${host} port ${port}: ${remedy}`, { cause: error });
  }
  const { address, port: actual } = app.server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

/** On an empty store that only this machine can reach, a first key is made, so that the first request can be tried. */
async function makeFirstKey(config: Config, store: Store): Promise<string | undefined> {
  const { host, data } = config.values;
  if (config.sources || !isLoopback(host) || process.env.NODE_ENV === 'production') return undefined;
  if ((await allKeys(store.reads)).length > 0) return undefined;
  const request = { name: 'first', scopes: ['read', 'scan', 'admin'] as const, rate: null, expires_at: null };
  const { key } = await issueKey(store, request);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'first-key'), `${key}\n`, { mode: 0o600 });
  return key;
}

export interface StartOptions {
  config: Config;
  log: Logger;
  /** Whether this process ingests on schedule. */
  ingests: boolean;
  onProgress(progress: Progress): void;
}

/**
 * Starts everything; requests are answered when it resolves.
 * @throws StoreUnavailable, NewerStore, OperatorFailure
 */
export async function startService({ config, log, ingests, onProgress }: StartOptions): Promise<Service> {
  const location = locationOf(config);
  const store = await openStore(location);
  let schedule: Schedule | undefined;
  let deliveries: Deliveries | undefined;
  let isStopping = false;
  const onFault = (err: unknown) => log.error({ err }, 'search index fault');
  const search = startCatalogSearch({ store, location, onFault });
  const sources = configuredSources(sourcesConfig(config, ''));
  const now = () => new Date();
  const entrance = await openEntrance({ config: config.values, store, search, log, now, isStopping: () => isStopping });
  const app = buildServer({
    context: {
      store,
      search,
      ...entrance.shown,
      cursors: cursorsSealedWith(await cursorSecret(store)),
      tasks: [...sources.map(({ name, windowMs }) => ({ name, windowMs })), DELIVERIES_TASK],
      openapi: JSON.stringify(openapiDocument(routes, VERSION)),
      demoPicture: config.sources ? async () => undefined : demoPicture,
      now,
      isStopping: () => isStopping,
    },
    front: entrance.front,
  });
  const { host, port, metricsPort } = config.values;
  let metricsServer: Server | undefined;
  const stop = async () => {
    isStopping = true;
    await Promise.all([schedule?.stop(), deliveries?.stop(), drain(app)]);
    metricsServer?.close();
    await entrance.close();
    await search.stop();
    await store.close();
  };
  try {
    if (metricsPort !== undefined) {
      const onScrapeFault = (err: unknown) => log.error({ err }, 'metrics could not be read');
      metricsServer = await openMetricsServer(entrance.shown.metrics, { host, port: metricsPort }, onScrapeFault);
    }
    const listening = await listen(app, host, port);
    const publicUrl = config.values.publicUrl ?? listening;
    if ((await metaValue(store.reads, 'public_url')) !== publicUrl) {
      await store.write((writes) => setMetaValue(writes, 'public_url', publicUrl));
    }
    const firstKey = await makeFirstKey(config, store);
    deliveries = deliveriesFor(store, config, log);
    if (ingests) schedule = scheduleFor(store, config, publicUrl, log, onProgress);
    return { listening, firstKey, caughtUp: schedule?.firstRound ?? Promise.resolve(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The schedule of the configured sources on `store`. */
export function scheduleFor(
  store: Store,
  config: Config,
  publicUrl: string,
  log: Logger,
  onProgress: (progress: Progress) => void,
): Schedule {
  const jobConfig = sourcesConfig(config, publicUrl);
  return startSchedule({
    store,
    sources: configuredSources(jobConfig),
    job: { location: locationOf(config), config: jobConfig },
    onProgress,
    onReport: (report) => log[report.outcome === 'failed' ? 'error' : 'info']({ run: report }, 'ingest run'),
    onFault: (error) => log.error({ err: error }, 'ingest fault'),
  });
}

/** The deliveries of events on `store`. */
export function deliveriesFor(store: Store, config: Config, log: Logger): Deliveries {
  const { seal, network } = deskOf(config, store);
  const onFault = (error: unknown) => log.error({ err: error }, 'delivery fault');
  return startDeliveries({ store, seal, network, userAgent: `cardstock/${VERSION}`, onFault });
}
