/** The API over a filled store, called through its socket, with a key that may do everything. */
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { CatalogEpoch } from '../../src/api/catalog-epoch.ts';
import type { ApiContext } from '../../src/api/context.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import type { ServerLimits } from '../../src/api/http-server.ts';
import { openapiDocument } from '../../src/api/openapi.ts';
import { routes } from '../../src/api/routes.ts';
import { buildServer } from '../../src/api/server.ts';
import { type EntranceOptions, openEntrance } from '../../src/entrance.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { catalogVersion, cursorSecret } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { runCatalog } from './ingest.ts';
import { searchNow } from './search.ts';
import { newStore } from './stores.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from './tiny-catalog.ts';

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
  /** How long the catalog version is trusted; by default not at all, so that what a test writes shows at once. */
  epochTrustMs?: number;
  /** Where its log goes; nowhere otherwise. */
  log?: Logger;
}

export interface TestApi extends AsyncDisposable {
  app: FastifyInstance;
  port: number;
  store: Store;
  key: string;
  /** Sends any request; of the path only what no request line can hold is escaped. */
  send(method: string, path: string, headers?: Record<string, string | string[]>): Promise<Answer>;
  /** GETs `path` with the key, unless `headers` say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** The payload of a successful GET. */
  data<Data>(path: string): Promise<Data>;
}

const agent = new Agent({ keepAlive: true });

function sendTo(port: number): TestApi['send'] {
  return (method, text, headers = {}) =>
    new Promise((resolve, reject) => {
      const path = text.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, async (response) => {
        const bytes = Buffer.concat(await response.toArray());
        const text = bytes.toString();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        const body = isJson && text && !response.headers['content-encoding'] ? JSON.parse(text) : null;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes, body });
      });
      request.on('error', reject).end();
    });
}

/** Serves `store`; the caller keeps and closes it. */
export async function apiOn(
  store: Store,
  { settings, limits = {}, epochTrustMs = 0, log = pino({ level: 'silent' }), ...context }: TestParts = {},
): Promise<TestApi> {
  const { key } = await issueKey(store, { name: 'test', scopes: ['read', 'scan', 'admin'], rate: 0, expires_at: null });
  const now = context.now ?? (() => new Date());
  const isStopping = context.isStopping ?? (() => false);
  const config = { redisUrl: undefined, trustProxy: 0, cors: '*', cacheMb: 8, ...settings };
  const search = context?.search ?? searchNow(store);
  const entrance = await openEntrance({ config, store, search, log, now, isStopping });
  const epoch = new CatalogEpoch(() => catalogVersion(store.reads), search.version, now, epochTrustMs);
  const app = buildServer({
    context: {
      store,
      search,
      ...entrance.shown,
      cursors: cursorsSealedWith(await cursorSecret(store)),
      tasks: [],
      openapi: JSON.stringify(openapiDocument(routes, '0.0.0')),
      demoPicture: async () => undefined,
      now,
      isStopping,
      ...context,
    },
    front: { ...entrance.front, epoch },
    limits,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const send = sendTo(port);
  const get: TestApi['get'] = (path, headers = { authorization: `Bearer ${key}` }) => send('GET', path, headers);
  const data = async <Data>(path: string): Promise<Data> => {
    const answer = await get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data as Data;
  };
  const close = async () => {
    await app.close();
    await entrance.close();
  };
  return { app, port, store, key, send, get, data, [Symbol.asyncDispose]: close };
}

/** Serves a fresh SQLite store filled with the small catalog. */
export async function tinyApi(catalog: UpstreamCatalog = tinyCatalog(), parts: TestParts = {}): Promise<TestApi> {
  const place = await newStore('sqlite');
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
