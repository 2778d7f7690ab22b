/** Builds the HTTP server from the route table; listening is the caller's. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import type { Scope } from '../keys/issue.ts';
import type { KeyVerifier } from '../keys/verify.ts';
import type { ApiContext, EnvelopedRoute, PlainRoute, Route, RouteRequest } from './context.ts';
import { asFailure, failureAnswer } from './errors.ts';
import { parseQuery } from './parameters.ts';
import { routes } from './routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface ServerParts {
  context: ApiContext;
  keys: KeyVerifier;
  log: Logger;
}

const isKeyed = (url: string) => /^\/v1(?=[/?]|$)/.test(url);

/** The server, ready to listen or to be called by `inject`. */
export function buildServer({ context, keys, log }: ServerParts): FastifyInstance {
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) =>
    sendFailure(log, request, reply, error);
  const app = Fastify({
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded never reaches the hooks; its key is checked all the same, and first.
      authenticate(request, keys).then(
        () => fail(request, reply, error),
        (refusal: unknown) => fail(request, reply, refusal),
      );
    },
    routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: 16_384 },
  });
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', async (request) => authenticate(request, keys));
  app.setErrorHandler((error, request, reply) => fail(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    fail(request, reply, new Failure('not_found', 'There is nothing at this address.')),
  );
  for (const route of routes) addRoute(app, route, context);
  return app;
}

/** Authentication comes before anything of the request is looked at (design: a bad parameter without a key is 401). */
async function authenticate(request: FastifyRequest, keys: KeyVerifier): Promise<void> {
  if (!isKeyed(request.url)) return;
  const scope = (request.routeOptions?.config as { scope?: Scope } | undefined)?.scope ?? 'read';
  const key = await keys.verify(request.headers.authorization);
  // The specification has no 403: a key out of its scope is one that this endpoint does not know.
  if (!key?.scopes.includes(scope)) {
    throw new Failure('unauthorized', 'A valid API key is required: Authorization: Bearer <API_KEY>.');
  }
}

function addRoute(app: FastifyInstance, route: Route, context: ApiContext): void {
  app.route({
    method: route.method,
    url: route.path,
    config: { scope: route.scope },
    handler: async (request, reply) => {
      const read: RouteRequest = {
        params: request.params as Record<string, string>,
        query: parseQuery((request.query as { text: string }).text),
      };
      return route.scope === null ? sendPlain(route, read, context, reply) : sendData(route, read, context, reply);
    },
  });
}

async function sendData(route: EnvelopedRoute, request: RouteRequest, context: ApiContext, reply: FastifyReply) {
  const data = await route.handle(request, context);
  return reply.header('content-type', JSON_TYPE).send(enveloped(data));
}

/** The envelope of a success; a handler that wrote its JSON itself gets it around those bytes. */
const enveloped = (data: unknown): string | Buffer =>
  Buffer.isBuffer(data)
    ? Buffer.concat([Buffer.from('{"data":'), data, Buffer.from(',"error":null}')])
    : JSON.stringify({ data, error: null });

async function sendPlain(route: PlainRoute, request: RouteRequest, context: ApiContext, reply: FastifyReply) {
  const { type, body, status = 200, cacheControl = 'no-store' } = await route.answer(request, context);
  return reply.code(status).header('content-type', type).header('cache-control', cacheControl).send(body);
}

function sendFailure(log: Logger, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const failure = asFailure(error);
  if (failure.code === 'internal') log.error({ request_id: request.id, err: failure.cause }, 'request failed');
  const { status, body } = failureAnswer(failure);
  if (failure.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  reply.code(status).header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
}
