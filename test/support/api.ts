/** The API over a filled store, called in process, with a key that may do everything. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ApiContext } from '../../src/api/context.ts';
import { cursorsSealedWith } from '../../src/api/cursors.ts';
import { openapiDocument } from '../../src/api/openapi.ts';
import { routes } from '../../src/api/routes.ts';
import { buildServer } from '../../src/api/server.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { keyVerifier } from '../../src/keys/verify.ts';
import { cursorSecret } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { runCatalog } from './ingest.ts';
import { searchNow } from './search.ts';
import { newStore } from './stores.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from './tiny-catalog.ts';

/** An answer, its body parsed where it is JSON. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: { data: unknown; error: { code: string; message: string } | null };
}

export interface TestApi extends AsyncDisposable {
  app: FastifyInstance;
  store: Store;
  key: string;
  /** GETs `path` with the key, unless `headers` say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** The payload of a successful GET. */
  data<Data>(path: string): Promise<Data>;
}

/** Serves `store`; the caller keeps and closes it. */
export async function apiOn(
  store: Store,
  parts: Partial<ApiContext> = {},
): Promise<Omit<TestApi, keyof AsyncDisposable>> {
  const { key } = await issueKey(store, { name: 'test', scopes: ['read', 'scan', 'admin'], rate: 0, expires_at: null });
  const app = buildServer({
    context: {
      store,
      search: searchNow(store),
      cursors: cursorsSealedWith(await cursorSecret(store)),
      tasks: [],
      openapi: JSON.stringify(openapiDocument(routes, '0.0.0')),
      demoPicture: async () => undefined,
      now: () => new Date(),
      isStopping: () => false,
      ...parts,
    },
    keys: keyVerifier(store),
    log: pino({ level: 'silent' }),
  });
  const get: TestApi['get'] = async (path, headers = { authorization: `Bearer ${key}` }) => {
    const { statusCode, headers: sent, payload } = await app.inject({ url: path, headers });
    const isJson = String(sent['content-type']).startsWith('application/json');
    return { status: statusCode, headers: sent, text: payload, body: isJson && payload ? JSON.parse(payload) : null };
  };
  const data = async <Data>(path: string): Promise<Data> => {
    const answer = await get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data as Data;
  };
  return { app, store, key, get, data };
}

/** Serves a fresh SQLite store filled with the small catalog. */
export async function tinyApi(
  catalog: UpstreamCatalog = tinyCatalog(),
  parts: Partial<ApiContext> = {},
): Promise<TestApi> {
  const place = await newStore('sqlite');
  await using folder = await catalogFolder(catalog);
  const report = await runCatalog(place.store, folder.files);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  const api = await apiOn(place.store, parts);
  return {
    ...api,
    [Symbol.asyncDispose]: async () => {
      await api.app.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
