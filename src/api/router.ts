/** Takes what the front lets in to its route, and what the route gives to the wire. */
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { Failure } from '../failure.ts';
import { Answer, Enveloped, InLanguages } from './answer/answer.ts';
import { type Exchange, sendAnswer, sendPlain } from './answer/send.ts';
import { readJsonBody } from './body/json-body.ts';
import { Uploads } from './body/upload.ts';
import type { ApiContext, EnvelopedRoute, OperatorRoute, PlainAnswer, Route, RouteRequest } from './context.ts';
import { type AnswerSource, versionHeader } from './front/catalog-epoch.ts';
import { chargeAddress, chargeScan, type FrontParts, type Router } from './front/front.ts';
import { canonicalQuery, isFreeText, parseQuery, requireText } from './parameters.ts';
import { routes } from './routes.ts';

/** A parameter as long as a head can be: an id that is too long is one that nothing has. */
const PARAM_LENGTH_MAX = 16_384;
/** RFC 9110 8.3.1, as far as its parameters. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** A request as its route sees it, before its body was read. */
type Asked = Omit<RouteRequest, 'body' | 'key'>;

/** Finds the route of a request by the table, and answers by it; what is thrown is the front's to answer. */
export function openRouter(parts: FrontParts, context: ApiContext): Router {
  const uploads = new Uploads();
  const refuse = (failure: () => Failure) => () => {
    throw failure();
  };
  const table = findMyWay({
    maxParamLength: PARAM_LENGTH_MAX,
    querystringParser: parseQuery,
    onBadUrl: refuse(notUnderstood),
    defaultRoute: refuse(nothingHere),
  });
  // A method without routes is looked up too, so that a broken escape is told wherever it stands.
  table.all('*', refuse(nothingHere));
  for (const route of routes) {
    const methods: HTTPMethod[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    table.on(methods, route.path, function (this: Exchange, request, response, params, _store, query) {
      this.visit.route = route.path;
      const names = (type: string) => request.headers.accept?.includes(type) ?? false;
      const asked = { params: params as Asked['params'], query, names, upload: uploads.of(request, response) };
      return respond(parts, context, route, asked, this);
    });
  }
  return async (exchange) => table.lookup(exchange.request, exchange.response, exchange);
}

async function respond(
  parts: FrontParts,
  context: ApiContext,
  route: Route,
  request: Asked,
  exchange: Exchange,
): Promise<void> {
  if (route.method !== 'GET') requireMediaType(exchange);
  if (route.scope !== null) requireScope(exchange, route.scope);
  if (route.scope === 'scan') await chargeScan(parts, exchange.visit);
  if ('answer' in route && route.chargesAddress) chargeAddress(parts, exchange);
  const body = route.takes && (await readJsonBody(exchange.request, route.takes));
  const asked = { ...request, body, key: exchange.visit.key };
  if ('handle' in route) await respondWithData(parts, context, route, asked, exchange);
  else if ('act' in route) sendPlain(parts.outlet, exchange, await operatorAnswer(route, asked, context));
  else sendPlain(parts.outlet, exchange, await route.answer(asked, context));
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
  if (!route.isKept || epoch === undefined) {
    const data = await route.handle(read, { ...context, reads: context.store.reads, isOf: () => undefined });
    return sendAnswer(outlet, exchange, answerOf(data, route));
  }
  const query = canonicalQuery(route, read.query);
  const canonical = JSON.stringify([route.path, read.params, query]);
  const kept = cache.byRequest(epoch, url, canonical);
  if (kept !== undefined) return sendAnswer(outlet, exchange, kept, epoch.headerOf(kept));
  const { data, source } = await readAtOnce(route, read, context);
  const answer = answerOf(data, route, source.searched !== undefined);
  const hold = epoch.holdOf(source);
  if (hold !== undefined) cache.put(epoch, url, canonical, { answer, hold }, query.some(isFreeText));
  return sendAnswer(outlet, exchange, answer, versionHeader(source));
}

function answerOf(found: unknown, { path }: EnvelopedRoute, isSearch?: boolean): Answer {
  const { data, languages } = found instanceof InLanguages ? found : { data: found, languages: undefined };
  return new Answer(data instanceof Enveloped ? data : enveloped(data), path, isSearch, languages);
}

async function operatorAnswer(route: OperatorRoute, asked: RouteRequest, context: ApiContext): Promise<PlainAnswer> {
  const { status = 200 } = route;
  for (const [name, text] of Object.entries(asked.params)) requireText(name, text);
  const data = await route.act(asked, context);
  return { type: 'application/json; charset=utf-8', status, body: status === 204 ? '' : enveloped(data) };
}

/** Runs the handler on one state of the catalog, and tells what it read. */
async function readAtOnce(
  route: EnvelopedRoute,
  read: RouteRequest,
  context: ApiContext,
): Promise<{ data: unknown; source: AnswerSource }> {
  // Opened before: who waits for the first index must not hold a connection that its build may need.
  const opened = 'q' in read.query ? await context.search.index() : undefined;
  let searched: Pick<AnswerSource, 'searched'> = {};
  let game: string | undefined;
  const isOf = (shown: string | undefined) => {
    game = shown;
  };
  const index = async () => {
    const used = opened ?? (await context.search.index());
    searched = { searched: { index: used.versions } };
    return used;
  };
  const search = { ...context.search, index };
  const { version, value } = await context.store.snapshot((reads) => {
    game = undefined;
    return route.handle(read, { ...context, reads, search, isOf });
  });
  return { data: value, source: { version, game, ...searched } };
}

/** The envelope of a success; a handler that wrote its JSON as text gets it around that. */
function enveloped(data: unknown): string {
  return `{"data":${typeof data === 'string' ? data : JSON.stringify(data)},"error":null}`;
}

/** @throws Failure unauthorized: the specification has no 403 */
function requireScope({ visit }: Exchange, scope: string): void {
  // A spelling of a keyed path that the front did not take for one leads nowhere.
  if (visit.key === undefined) throw nothingHere();
  if (scope !== 'any' && !visit.key.scopes.has(scope))
    throw new Failure('unauthorized', 'This API key may not be used here.');
}

/** What is no content type is told before the key's scope and the body are looked at. @throws Failure bad_request */
function requireMediaType({ request }: Exchange): void {
  const type = request.headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw notUnderstood();
}

const nothingHere = () => new Failure('not_found', 'There is nothing at this address.');
const notUnderstood = () => new Failure('bad_request', 'The request could not be understood.');
