/** Puts the parts together, starts and stops them: the store, the server, the schedule, the first key. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Assisting } from '../api/assistant.ts';
import { cursorsSealedWith } from '../api/cursors.ts';
import { openapiText } from '../api/openapi/document.ts';
import { pathOfAddress, webPages } from '../api/pages/web-pages.ts';
import { routes } from '../api/routes.ts';
import { buildServer, drain } from '../api/server.ts';
import type { Config } from '../config/settings.ts';
import { DELIVERIES_TASK } from '../events/deliver.ts';
import { OperatorFailure, reachTrouble } from '../failure.ts';
import { openShelf } from '../files/file-shelf.ts';
import { explainCard } from '../ingest/audit/explain-card.ts';
import { scheduledSources } from '../ingest/backup-source.ts';
import { configuredSources } from '../ingest/configured-sources.ts';
import { PictureKeeper } from '../ingest/pictures/keep-pictures.ts';
import { type Progress, SCAN_TASK } from '../ingest/source.ts';
import { consoleAddress, newConsoleLink } from '../keys/console-sessions.ts';
import { issueKey, keyState } from '../keys/issue.ts';
import { keyHash } from '../keys/key-format.ts';
import { faultsIn } from '../log.ts';
import { isLoopback, resolveName } from '../network/address-guard.ts';
import { VERSION } from '../release.ts';
import { openScanner } from '../scan/processes/scanner.ts';
import { startCatalogSearch } from '../search/catalog-search.ts';
import { followAnnouncements } from '../store/engines/announcements.ts';
import { readPrivate, replacePrivate } from '../store/engines/private-file.ts';
import { allKeys, keyByHash } from '../store/keys.ts';
import { cursorSecret, setMetaValue } from '../store/meta.ts';
import type { Store } from '../store/store.ts';
import { openAdminService } from './admin-service.ts';
import { leaderElectionOn } from './background-work.ts';
import { claimGames } from './claim-games.ts';
import { claimLanguages, LANGUAGE_REMOVED } from './claim-languages.ts';
import * as configured from './configured-parts.ts';
import { type FirstLoad, firstLoad } from './first-load.ts';
import { followOrigins } from './follow.ts';
import { openEntrance, openMetricsServer } from './front-parts.ts';
import type { LeaderElection } from './leader-election.ts';
import { joinStore, openServedStore } from './served-store.ts';

export interface Service {
  /** The base address it listens on. */
  listening: string;
  /** The key made on a first start, shown again as long as it was never used; undefined later. */
  firstKey: string | undefined;
  /** Whether any key can be used. */
  hasKeys: boolean;
  load: Omit<FirstLoad, 'onReport'>;
  /** Makes a link that opens the console, once. */
  newConsoleLink(): Promise<string>;
  caughtUp: Promise<void>;
  /** Where the store cannot be written and a copy is served, resolves when it can: who serves then starts anew. */
  writable: Promise<void> | undefined;
  /** @param delayMs how long it still takes new connections, while /readyz says that it ends */
  stop(delayMs?: number): Promise<void>;
}

async function listen(server: Server, host: string, port: number, store: Store): Promise<string> {
  await once(server.listen({ host, port }), 'listening').catch(async (cause) => {
    const isTaken = cause.code === 'EADDRINUSE';
    const ours = isTaken ? await configured.servingAddress(store) : undefined;
    if (ours?.endsWith(`:${port}`)) {
      throw new OperatorFailure(`cardstock already runs on this data at ${ours}: use that one, or stop it first`);
    }
    const remedy = isTaken ? '; choose one with --port (npm start -- --port 8081)' : '';
    throw new OperatorFailure(`cannot listen on ${host} port ${port}: ${reachTrouble(cause)}${remedy}`, { cause });
  });
  const { address, port: actual } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

/** On an empty store that only this machine can reach, a first key is made, so that the first request can be tried. */
async function makeFirstKey(config: Config, store: Store): Promise<string | undefined> {
  const { host, data } = config.values;
  if (!config.isDemo || !isLoopback(host) || process.env.NODE_ENV === 'production') return undefined;
  if ((await allKeys(store.reads)).length > 0) return unusedKey(store, join(data, 'first-key'));
  const request = { name: 'first', scopes: ['read', 'scan', 'admin'] as const, rate: null, expires_at: null };
  const { key } = await issueKey(store, request);
  replacePrivate(join(data, 'first-key'), `${key}\n`);
  return key;
}

/** The key in that file, as long as it may be used and never was. */
async function unusedKey(store: Store, path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const key = readPrivate(path);
  const known = await keyByHash(store.reads, keyHash(key));
  const isUnused = known !== undefined && known.last_used_at === null && keyState(known, new Date()) === 'active';
  return isUnused ? key : undefined;
}

/** The painter, and the encoder that it stands on, are loaded with the first picture: a start waits for neither. */
const demoPicture = async (path: string) => (await import('../../demo/picture.ts')).demoPicture(path);

/** The kit of the protocol takes a tenth of a second and 33 MB: it comes with the first call. */
const assistant: Assisting['assist'] = async (request, body, caller) =>
  (await import('../../mcp/mcp.ts')).answerRequest(request, body, caller);

/** For commands that run beside a server. */
async function recordAddress(store: Store, publicUrl: string, listening: string): Promise<void> {
  await store.write(async (writes) => {
    await setMetaValue(writes, 'public_url', publicUrl);
    await setMetaValue(writes, 'serving', configured.servingNow(listening));
  });
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
      await configured.checkOneCatalog(store, config);
      if (writable === undefined) {
        await claimGames(store, config);
        for (const language of await claimLanguages(store, config)) log.info({ language }, LANGUAGE_REMOVED);
      }
    }
    return joinStore(store, faultsIn(log, 'presence fault'));
  };
  const membership = await start().catch(async (error) => {
    await store.close();
    throw error;
  });
  let election: LeaderElection | undefined;
  let isStopping = false;
  const onFault = faultsIn(log, 'search index fault');
  const announcements = followAnnouncements(location);
  const games = configured.deployedGames(config);
  const words = configured.searchWordsOf(games);
  const search = startCatalogSearch({ store, location, words, announcements, onFault });
  const { scanProcesses: processes } = config.values;
  const scanner = openScanner({ store, location, network: { resolve: resolveName }, processes });
  const sources = configuredSources(configured.sourcesConfig(config, ''));
  const load = await firstLoad(store, sources, search.caughtUp);
  const shared = { store, search, now: () => new Date(), isStopping: () => isStopping };
  const entrance = await openEntrance({ config: config.values, announcements, log, ...shared });
  const keeper = new PictureKeeper(configured.picturePlaceOf(config), config.userAgent);
  const place = configured.filePlaceOf(config);
  const facts = games.map(configured.factsOf);
  const files = place && openShelf(store, location, { ...place, games: facts }, faultsIn(log, 'files fault'));
  let publicUrl = config.values.publicUrl ?? '';
  const job = () => ({ location, config: configured.sourcesConfig(config, publicUrl) });
  const subscriptions = configured.subscriptionServiceOf(config, store);
  const operator = openAdminService({ subscriptions, keyControl: entrance.keyControl, job, log });
  const runNow = (task: string) => operator.shown.runNow(task, { acceptPrune: false });
  const below = pathOfAddress(config.values.publicUrl);
  const following = followOrigins(store, config, works && writable === undefined ? runNow : undefined);
  const server = buildServer({
    context: {
      ...shared,
      follow: following,
      scanner,
      files,
      games,
      compat: configured.compatServices(config, games),
      ...entrance.shown,
      cursors: cursorsSealedWith(await cursorSecret(store)),
      explain: (reads, cardId) => explainCard(reads, cardId, games),
      tasks: [
        ...scheduledSources(configured.sourcesConfig(config, '')).map(({ name, windowMs }) => ({ name, windowMs })),
        ...(processes === 0 ? [] : [SCAN_TASK]),
        DELIVERIES_TASK,
      ],
      openapi: openapiText(routes, VERSION, below),
      pages: webPages(join(import.meta.dirname, '..', '..', 'console', 'dist'), below),
      operator: operator.shown,
      assist: assistant,
      pictures: keeper,
      demoPicture: config.isDemo ? demoPicture : async () => undefined,
    },
    front: entrance.front,
  });
  const { host, port, metricsPort } = config.values;
  let metricsServer: Server | undefined;
  const stop = async (delayMs = 0) => {
    isStopping = true;
    following?.stop();
    await Promise.all([election?.stop(), operator.stop(), files?.stop(), drain(server, delayMs)]);
    await announcements.close();
    metricsServer?.close();
    await entrance.close();
    scanner.stop();
    await keeper.close();
    await search.stop();
    await membership.end();
    await store.close();
  };
  try {
    if (metricsPort !== undefined) {
      const onScrapeFault = faultsIn(log, 'metrics could not be read');
      metricsServer = await openMetricsServer(entrance.shown.metrics, { host, port: metricsPort }, onScrapeFault);
    }
    const listening = await listen(server, host, port, store);
    publicUrl = config.values.publicUrl ?? listening;
    // A full disk must not keep who reads from the store.
    await recordAddress(store, publicUrl, listening).catch(faultsIn(log, 'the address could not be recorded'));
    const firstKey = writable === undefined ? await makeFirstKey(config, store) : undefined;
    if (works && writable === undefined) {
      election = leaderElectionOn(store, config, publicUrl, log, {
        onReport: (report) => {
          load.onReport(report);
          operator.onReport(report);
        },
        onProgress: (progress) => {
          operator.onProgress(progress);
          onProgress(progress);
        },
      });
    }
    return {
      listening,
      firstKey,
      hasKeys: (await allKeys(store.reads)).some((key) => keyState(key, new Date()) === 'active'),
      load,
      newConsoleLink: async () => consoleAddress(publicUrl, (await newConsoleLink(store)).token),
      caughtUp: election?.settled ?? Promise.resolve(),
      writable,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
