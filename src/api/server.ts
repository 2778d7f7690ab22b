/** Builds the HTTP server from the route table, behind the front; listening is the caller's. */
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { Answer, Enveloped } from './answer/answer.ts';
import { type Exchange, sendAnswer, sendPlain } from './answer/send.ts';
import { visitOf } from './answer/visit.ts';
import { readJsonBody } from './body/json-body.ts';
import { Uploads } from './body/upload.ts';
import type { ApiContext, EnvelopedRoute, OperatorRoute, PlainAnswer, Route, RouteRequest } from './context.ts';
import { type AnswerVersion, isOfEpoch, versionText } from './front/catalog-epoch.ts';
import { answerFailure, chargeAddress, chargeScan, Front, type FrontParts } from './front/front.ts';
import { createHttpServer, type ServerLimits } from './front/http-server.ts';
import { canonicalQuery, isFreeText, parseQuery, requireText } from './parameters.ts';
import { routes } from './routes.ts';

/** How long connections in use are told to go, before those that are idle are closed. */
const GOODBYE_MS = 500;
/** How long a request at work may go on: supervisors kill after 15 s or more. */
const FINISH_MS = 12_000;

export interface ServerParts {
  context: ApiContext;
  front: FrontParts;
  /** Shortened by tests. */
  limits?: Partial<ServerLimits>;
}

/** Takes a request that the router has matched to its answer. */
type Responder = (
  route: Route,
  read: Pick<RouteRequest, 'params' | 'query' | 'names' | 'upload'>,
  exchange: Exchange,
) => Promise<void>;

/** The server, ready to listen. Requests come in through its socket only: the front stands before Fastify. */
export function buildServer({ context, front: parts, limits }: ServerParts): FastifyInstance {
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    reply.hijack();
    answerFailure(parts, exchangeOf(request, reply), error);
  };
  const app = Fastify({
    serverFactory: (router) => {
      const front = new Front(parts, router);
      return createHttpServer((request, response) => front.handle(request, response), limits);
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => fail(request, reply, error),
    routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: 16_384 },
  });
  // Bodies are read by the routes that take any, after the key was checked; elsewhere Node drops them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setValidatorCompiler(() => () => true);
  // Fastify looks at the content type before it finds that there is no such address: the address counts.
  app.setErrorHandler((error, request, reply) => fail(request, reply, request.is404 ? nothingHere() : error));
  app.setNotFoundHandler((request, reply) => fail(request, reply, nothingHere()));
  const respond: Responder = async (route, read, exchange) => {
    if (route.scope !== null) requireScope(exchange, route.scope);
    if (route.scope === 'scan') await chargeScan(parts, exchange.visit);
    if ('answer' in route && route.chargesAddress) chargeAddress(parts, exchange);
    const body = route.takes && (await readJsonBody(exchange.request, route.takes));
    const asked = { ...read, body, key: exchange.visit.key };
    if ('handle' in route) await respondWithData(parts, context, route, asked, exchange);
    else if ('act' in route) sendPlain(parts.outlet, exchange, await operatorAnswer(route, asked, context));
    else sendPlain(parts.outlet, exchange, await route.answer(asked, context));
  };
  const uploads = new Uploads();
  for (const route of routes) addRoute(app, route, uploads, respond, fail);
  return app;
}

function addRoute(
  app: FastifyInstance,
  route: Route,
  uploads: Uploads,
  respond: Responder,
  fail: (request: FastifyRequest, reply: FastifyReply, error: unknown) => void,
): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      reply.hijack();
      const exchange = exchangeOf(request, reply);
      exchange.visit.route = route.path;
      try {
        const params = request.params as Record<string, string>;
        const query = parseQuery((request.query as { text: string }).text);
        const names = (type: string) => request.raw.headers.accept?.includes(type) ?? false;
        await respond(route, { params, query, names, upload: uploads.of(request.raw, reply.raw) }, exchange);
      } catch (error) {
        fail(request, reply, error);
      }
    },
  });
}

/**
 * Closes the server without losing a request. First it stops listening, by the way of node:net: the one of node:http
 * would cut connections that are between two requests. Their next answers say `Connection: close`; what stays silent
 * is closed after a while, and what is still at work may finish.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const isEmpty = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([isEmpty, sleep(GOODBYE_MS, undefined, { ref: false })]);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await isEmpty;
  clearTimeout(cut);
  await app.close();
}

/** The one place that fills the cache; with it off, the same bytes go the same way. */
async function respondWithData(
  { cache, outlet }: FrontParts,
  context: ApiContext,
  route: EnvelopedRoute,
  read: RouteRequest,
  exchange: Exchange,
): Promise<void> {
  const { epoch } = exchange.visit;
  const url = exchange.request.url ?? '';
  const query = canonicalQuery(route, read.query);
  const canonical = route.isKept ? JSON.stringify([route.path, read.params, query]) : '';
  const kept = route.isKept ? cache.byRequest(epoch, url, canonical) : undefined;
  if (kept !== undefined) return sendAnswer(outlet, exchange, kept);
  if (!route.isKept) {
    const data = await route.handle(read, { ...context, reads: context.store.reads });
    return sendAnswer(outlet, exchange, new Answer(enveloped(data), route.path));
  }
  const { data, version } = await readAtOnce(route, read, context);
  const answer = new Answer(enveloped(data), route.path, versionText(version));
  if (isOfEpoch(epoch, version)) cache.put(epoch, url, canonical, answer, query.some(isFreeText));
  sendAnswer(outlet, exchange, answer);
}

async function operatorAnswer(route: OperatorRoute, asked: RouteRequest, context: ApiContext): Promise<PlainAnswer> {
  const { status = 200 } = route;
  for (const [name, text] of Object.entries(asked.params)) requireText(name, text);
  const data = await route.act(asked, context);
  return { type: 'application/json; charset=utf-8', status, body: status === 204 ? '' : enveloped(data) };
}

/** Runs the handler on one state of the catalog, and tells which it was. */
async function readAtOnce(route: EnvelopedRoute, read: RouteRequest, context: ApiContext) {
  // Opened before: who waits for the first index must not hold a connection that its build may need.
  const opened = 'q' in read.query ? await context.search.index() : undefined;
  let searched: Pick<AnswerVersion, 'index'> = {};
  const index = async () => {
    const used = opened ?? (await context.search.index());
    searched = { index: used.version };
    return used;
  };
  const search = { ...context.search, index };
  const { version, value } = await context.store.snapshot((reads) => route.handle(read, { ...context, reads, search }));
  return { data: value, version: { version, ...searched } };
}

/** The envelope of a success; a handler that wrote its JSON as text gets it around that. */
function enveloped(data: unknown): string | Buffer {
  if (data instanceof Enveloped) return data.bytes;
  return `{"data":${typeof data === 'string' ? data : JSON.stringify(data)},"error":null}`;
}

/** @throws Failure unauthorized: the specification has no 403 */
function requireScope({ visit }: Exchange, scope: string): void {
  // A spelling of a keyed path that the front did not take for one leads nowhere.
  if (visit.key === undefined) throw nothingHere();
  if (scope !== 'any' && !visit.key.scopes.has(scope))
    throw new Failure('unauthorized', 'This API key may not be used here.');
}

const nothingHere = () => new Failure('not_found', 'There is nothing at this address.');

const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  request: request.raw,
  response: reply.raw,
  visit: visitOf(request.raw),
});
