/** The API over a filled store, called through its socket, with a key that may do everything. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { currentCacheVersion } from '../../../src/api/answer/cache-validity.ts';
import type { ApiContext, Operator } from '../../../src/api/context.ts';
import { cursorsSealedWith } from '../../../src/api/cursors.ts';
import { admissionQueueOf } from '../../../src/api/front/admission-queue.ts';
import type { ServerLimits } from '../../../src/api/front/http-server.ts';
import { openapiText } from '../../../src/api/openapi/document.ts';
import { webPages } from '../../../src/api/pages/web-pages.ts';
import { routes } from '../../../src/api/routes.ts';
import { buildServer } from '../../../src/api/server.ts';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { sealUnder } from '../../../src/events/sealed-secrets.ts';
import { Failure } from '../../../src/failure.ts';
import { auditReport } from '../../../src/ingest/audit/audit-report.ts';
import { explainCard } from '../../../src/ingest/audit/explain-card.ts';
import { issueKey } from '../../../src/keys/issue.ts';
import { openLog } from '../../../src/log.ts';
import type { ListedRow } from '../../../src/lookup/listed-row.ts';
import { openScanner } from '../../../src/scan/processes/scanner.ts';
import { type EntranceOptions, openEntrance } from '../../../src/service/front-parts.ts';
import { servedState } from '../../../src/store/catalog/game-versions.ts';
import { cursorSecret } from '../../../src/store/meta.ts';
import type { Engine, Store, StoreLocation } from '../../../src/store/store.ts';
import { assertNoSecret, watchedSink } from '../processes/leaks.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { GAME } from './game.ts';
import { runCatalog } from './ingest.ts';
import { searchNow } from './search.ts';
import { newStore } from './stores.ts';

/** An answer, its body parsed where it is JSON. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  body: { data: unknown; error: { code: string; message: string } | null };
}

/** How the service under test differs from the usual one. */
export interface TestParts extends Partial<ApiContext> {
  settings?: Partial<EntranceOptions['config']>;
  limits?: Partial<ServerLimits>;
  /** Where the store is, for photo processes; without it scanning is turned off. */
  location?: StoreLocation;
  /** How long the catalog version is trusted; by default not at all, so that what a test writes shows at once. */
  epochTrustMs?: number;
  /** Where its log goes; otherwise it is only looked at for secrets. */
  log?: Logger;
}

export interface TestApi extends AsyncDisposable {
  server: Server;
  port: number;
  store: Store;
  key: string;
  /** Sends any request; of the path only what no request line can hold is escaped. */
  send(method: string, path: string, headers?: Record<string, string | string[]>, body?: string): Promise<Answer>;
  /** POSTs `body` as JSON with the key. */
  post(path: string, body?: unknown): Promise<Answer>;
  /** GETs `path` with the key, unless `headers` say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** The payload of a successful GET. */
  data<Data>(path: string): Promise<Data>;
}

const agent = new Agent({ keepAlive: true });

function sendTo(port: number): TestApi['send'] {
  return (method, text, headers = {}, body = undefined) =>
    new Promise((resolve, reject) => {
      const path = text.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
      const isCounted = body !== undefined && headers['transfer-encoding'] === undefined;
      const sent = isCounted ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers;
      const options = { host: '127.0.0.1', port, method, path, headers: sent, agent };
      const request = httpRequest(options, (response) => {
        const answer = readAnswer(response).then((read) => {
          // What makes a key or a secret shows it this once; nothing else ever does.
          if (method !== 'POST' || read.status >= 300) assertNoSecret(read.text, `the answer to ${method} ${path}`);
          return read;
        });
        answer.then(resolve, reject);
      });
      request.on('error', reject).end(body);
    });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const bytes = Buffer.concat(await response.toArray());
  const text = bytes.toString();
  const isJson = response.headers['content-type']?.startsWith('application/json');
  const body = isJson && text && !response.headers['content-encoding'] ? JSON.parse(text) : null;
  return { status: response.statusCode ?? 0, headers: response.headers, text, bytes, body };
}

/** An operator's side without sources. */
export const testOperator = (
  store: Store,
  forgetKeys: () => void,
  flushUsage: () => Promise<void> = async () => undefined,
): Operator => ({
  version: '0.0.0',
  subscriptions: {
    store,
    games: [DEFAULT_SCOPE.game],
    seal: sealUnder('the key of a test'),
    network: { resolve: async () => [] },
  },
  sources: [],
  runNow: async (source) => {
    throw new Failure('bad_request', `There is no source ${source}.`);
  },
  progress: () => [],
  audit: () => auditReport(store.reads, [GAME]),
  forgetKeys,
  flushUsage,
});

const NO_PICTURES = { files: 0, bytes: 0, limit_bytes: 0, under_way: 0, fetched: 0, pause_ms: 100, last_error: null };

/** Serves `store`; the caller keeps and closes it. */
export async function apiOn(
  store: Store,
  { settings, limits = {}, epochTrustMs = 0, log, location, ...context }: TestParts = {},
): Promise<TestApi> {
  const { key } = await issueKey(store, { name: 'test', scopes: ['read', 'scan', 'admin'], rate: 0, expires_at: null });
  const now = context.now ?? (() => new Date());
  const isStopping = context.isStopping ?? (() => false);
  const config = {
    redisUrl: undefined,
    trustProxy: 0,
    cors: '*',
    cacheMb: 8,
    sharedCacheS: undefined,
    healthDetails: true,
    ...settings,
  };
  const search = context?.search ?? searchNow(store);
  const scanner =
    context.scanner ??
    openScanner({
      store,
      location: location ?? { dataDir: '' },
      network: { resolve: async () => [] },
      processes: location ? 1 : 0,
    });
  const watched = watchedSink();
  const entrance = await openEntrance({
    config,
    store,
    search,
    log: log ?? openLog('debug', watched.sink),
    now,
    isStopping,
  });
  const cacheVersion = currentCacheVersion({
    readState: (known) => servedState(store, known),
    indexVersions: search.versions,
    now,
    trustMs: epochTrustMs,
  });
  const server = buildServer({
    context: {
      store,
      search,
      scanner,
      games: [GAME],
      files: undefined,
      compat: [],
      ...entrance.shown,
      cursors: cursorsSealedWith(await cursorSecret(store)),
      explain: (reads, cardId) => explainCard(reads, cardId, [GAME]),
      operator: testOperator(store, () => entrance.front.keys.forget(), entrance.keyControl.flushUsage),
      tasks: [],
      openapi: openapiText(routes, '0.0.0'),
      pages: webPages('console/dist'),
      assist: async (request, body, caller) =>
        (await import('../../../mcp/mcp.ts')).answerRequest(request, body, caller),
      pictures: {
        rendition: async () => undefined,
        state: async () => NO_PICTURES,
      },
      demoPicture: async () => undefined,
      now,
      isStopping,
      ...context,
    },
    // By a clock that stands, nobody waits too long: a busy machine must not turn a test's requests away.
    front: { ...entrance.front, cacheVersion, admissionQueue: admissionQueueOf(() => 0) },
    limits,
  });
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening');
  const { port } = server.address() as AddressInfo;
  const send = sendTo(port);
  const get: TestApi['get'] = (path, headers = { authorization: `Bearer ${key}` }) => send('GET', path, headers);
  const post: TestApi['post'] = (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return send('POST', path, headers, body === undefined ? undefined : JSON.stringify(body));
  };
  const data = async <Data>(path: string): Promise<Data> => {
    const answer = await get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data as Data;
  };
  const close = async () => {
    await new Promise((resolve) => server.close(resolve));
    scanner.stop();
    await entrance.close();
    watched.close();
  };
  return { server, port, store, key, send, get, post, data, [Symbol.asyncDispose]: close };
}

/** Serves a fresh store filled with the small catalog. */
export async function tinyApi(
  catalog: UpstreamCatalog = tinyCatalog(),
  parts: TestParts = {},
  engine: Engine = 'sqlite',
): Promise<TestApi> {
  const place = await newStore(engine);
  await using folder = await catalogFolder(catalog);
  const report = await runCatalog(place.store, folder.files);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  const api = await apiOn(place.store, parts);
  return {
    ...api,
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** What the look-up answers of one row. @typeParam Item the fields of it that a test reads */
export async function lookedUp<Item>(api: TestApi, row: ListedRow): Promise<Item> {
  const answer = await api.post('/v1/lookup', { rows: [row] });
  assert.equal(answer.status, 200, answer.text);
  const [item] = (answer.body.data as { items: Item[] }).items;
  return item ?? assert.fail();
}
