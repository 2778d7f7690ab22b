/** Puts the parts together, starts and stops them: the store, the server, the schedule, the first key. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { demoPicture } from '../../demo/picture.ts';
import { cursorsSealedWith } from '../api/cursors.ts';
import { openapiDocument } from '../api/openapi/document.ts';
import { WebPages } from '../api/pages/web-pages.ts';
import { routes } from '../api/routes.ts';
import { buildServer, drain } from '../api/server.ts';
import type { Config } from '../config/settings.ts';
import { DELIVERIES_TASK } from '../events/deliver.ts';
import { OperatorFailure } from '../failure.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { explainCard } from '../ingest/matching/explain-card.ts';
import { SCAN_TASK } from '../ingest/pictures/scan-task.ts';
import type { Progress } from '../ingest/source.ts';
import { consoleAddress, newConsoleLink } from '../keys/console-sessions.ts';
import { issueKey } from '../keys/issue.ts';
import { resolveName } from '../network/address-guard.ts';
import { VERSION } from '../release.ts';
import { openScanner } from '../scan/processes/scanner.ts';
import { startCatalogSearch } from '../search/catalog-search.ts';
import { followAnnouncements } from '../store/announcements.ts';
import { allKeys } from '../store/keys.ts';
import { cursorSecret, metaValue, setMetaValue } from '../store/meta.ts';
import type { Store } from '../store/store.ts';
import { dutyOn } from './background-work.ts';
import { claimGames } from './claim-games.ts';
import { claimLanguages, LANGUAGE_REMOVED } from './claim-languages.ts';
import { checkOneCatalog, deployedGames, deskOf, searchWordsOf, sourcesConfig } from './configured-parts.ts';
import { openEntrance, openMetricsServer } from './front-parts.ts';
import { openOperatorDesk } from './operator-desk.ts';
import { openServedStore } from './served-store.ts';
import type { Duty } from './standby.ts';
import { attend } from './store-presence.ts';

/** A running service. */
export interface Service {
  /** The base address it listens on. */
  listening: string;
  /** The key made on a first start; undefined later. */
  firstKey: string | undefined;
  /** Makes a link that opens the console, once. */
  newConsoleLink(): Promise<string>;
  /** Resolves when what was due at the start has been ingested. */
  caughtUp: Promise<void>;
  /** Where the store cannot be written and a copy is served, resolves when it can: who serves then starts anew. */
  writable: Promise<void> | undefined;
  /** @param delayMs how long it still takes new connections, while /readyz says that it ends */
  stop(delayMs?: number): Promise<void>;
}

/** Whether only this machine reaches `host`. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const remedy = taken ? 'another program has it; choose one with --port' : (error as Error).message;
    throw new OperatorFailure(`cannot listen on ${host} port ${port}: ${remedy}`, { cause: error });
  }
  const { address, port: actual } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

/** On an empty store that only this machine can reach, a first key is made, so that the first request can be tried. */
async function makeFirstKey(config: Config, store: Store): Promise<string | undefined> {
  const { host, data } = config.values;
  if (!config.isDemo || !isLoopback(host) || process.env.NODE_ENV === 'production') return undefined;
  if ((await allKeys(store.reads)).length > 0) return undefined;
  const request = { name: 'first', scopes: ['read', 'scan', 'admin'] as const, rate: null, expires_at: null };
  const { key } = await issueKey(store, request);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'first-key'), `${key}\n`, { mode: 0o600 });
  return key;
}

/** For commands that run beside a server. */
async function recordPublicUrl(store: Store, publicUrl: string): Promise<void> {
  if ((await metaValue(store.reads, 'public_url')) === publicUrl) return;
  await store.write((writes) => setMetaValue(writes, 'public_url', publicUrl));
}

export interface StartOptions {
  config: Config;
  log: Logger;
  /** Whether this process stands for the work: ingest on schedule, and deliveries. */
  works: boolean;
  onProgress(progress: Progress): void;
}

/**
 * Starts everything; requests are answered when it resolves.
 * @throws StoreUnavailable, NewerStore, OperatorFailure, ConfigurationError
 */
export async function startService({ config, log, works, onProgress }: StartOptions): Promise<Service> {
  const { store, location, writable } = await openServedStore(config, log);
  store.replica?.onChange((isConnected, cause) => {
    if (isConnected) log.info('the catalog is read from the replica again');
    else log.error({ err: cause }, 'the replica is lost: the catalog is read from the main server');
  });
  const start = async () => {
    // A process that stands for no work reads no source: on its machine there may be none configured.
    if (works) {
      await checkOneCatalog(store, config);
      if (writable === undefined) {
        await claimGames(store, config);
        for (const language of await claimLanguages(store, config)) log.info({ language }, LANGUAGE_REMOVED);
      }
    }
    return attend(store, (err) => log.error({ err }, 'presence fault'));
  };
  const presence = await start().catch(async (error) => {
    await store.close();
    throw error;
  });
  let duty: Duty | undefined;
  let isStopping = false;
  const onFault = (err: unknown) => log.error({ err }, 'search index fault');
  const announcements = followAnnouncements(location);
  const games = deployedGames(config);
  const words = searchWordsOf(games);
  const search = startCatalogSearch({ store, location, words, announcements, onFault });
  const { scanProcesses: processes } = config.values;
  const scanner = openScanner({ store, location, network: { resolve: resolveName }, processes });
  const sources = configuredSources(sourcesConfig(config, ''));
  const now = () => new Date();
  const entrance = await openEntrance({
    config: config.values,
    store,
    search,
    announcements,
    log,
    now,
    isStopping: () => isStopping,
  });
  let publicUrl = config.values.publicUrl ?? '';
  const job = () => ({ location, config: sourcesConfig(config, publicUrl) });
  const operator = openOperatorDesk({ desk: deskOf(config, store), keys: entrance.front.keys, job, log });
  const server = buildServer({
    context: {
      store,
      search,
      scanner,
      games,
      ...entrance.shown,
      cursors: cursorsSealedWith(await cursorSecret(store)),
      explain: (reads, cardId) => explainCard(reads, cardId, games),
      tasks: [
        ...sources.map(({ name, windowMs }) => ({ name, windowMs })),
        ...(processes === 0 ? [] : [SCAN_TASK]),
        DELIVERIES_TASK,
      ],
      openapi: JSON.stringify(openapiDocument(routes, VERSION)),
      pages: new WebPages(join(import.meta.dirname, '..', '..', 'console', 'dist')),
      operator: operator.shown,
      demoPicture: config.isDemo ? demoPicture : async () => undefined,
      now,
      isStopping: () => isStopping,
    },
    front: entrance.front,
  });
  const { host, port, metricsPort } = config.values;
  let metricsServer: Server | undefined;
  const stop = async (delayMs = 0) => {
    isStopping = true;
    await Promise.all([duty?.stop(), operator.stop(), drain(server, delayMs)]);
    await announcements.close();
    metricsServer?.close();
    await entrance.close();
    scanner.stop();
    await search.stop();
    await presence.end();
    await store.close();
  };
  try {
    if (metricsPort !== undefined) {
      const onScrapeFault = (err: unknown) => log.error({ err }, 'metrics could not be read');
      metricsServer = await openMetricsServer(entrance.shown.metrics, { host, port: metricsPort }, onScrapeFault);
    }
    const listening = await listen(server, host, port);
    publicUrl = config.values.publicUrl ?? listening;
    // A full disk must not keep who reads from the store.
    await recordPublicUrl(store, publicUrl).catch((err) => log.error({ err }, 'the address could not be recorded'));
    const firstKey = writable === undefined ? await makeFirstKey(config, store) : undefined;
    if (works && writable === undefined) {
      duty = dutyOn(store, config, publicUrl, log, {
        onReport: operator.onReport,
        onProgress: (progress) => {
          operator.onProgress(progress);
          onProgress(progress);
        },
      });
    }
    return {
      listening,
      firstKey,
      newConsoleLink: async () => consoleAddress(publicUrl, (await newConsoleLink(store)).token),
      caughtUp: duty?.settled ?? Promise.resolve(),
      writable,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
