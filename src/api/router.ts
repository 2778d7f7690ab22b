/** Takes what the front lets in to its route, and what the route gives to the wire; what is no path of ours is told the near one. */
import findMyWay, { type HTTPMethod, type HTTPVersion } from 'find-my-way';
import { nearest } from '../catalog/words/edit-distance.ts';
import { Failure } from '../failure.ts';
import { isLimited } from '../keys/limits.ts';
import { Answer, type AnswerForm, InLanguages } from './answer/answer.ts';
import { type AnswerSource, versionHeader } from './answer/cache-validity.ts';
import { csvOf } from './answer/csv.ts';
import { spellingOf } from './answer/inbound-request.ts';
import { type Exchange, end, type PlainAnswer, sendAnswer, sendPlain } from './answer/send.ts';
import { planFile } from './answer/send-file.ts';
import { sharedForm } from './answer/shared-cache.ts';
import { readJsonBody, Uploads } from './body/upload.ts';
import type { ApiContext } from './context.ts';
import { clientAddress } from './front/client-address.ts';
import { chargeAddress, chargeBytes, chargeScan, type FrontParts, type Router } from './front/front.ts';
import { canonicalQuery, ignoredNames, isFreeText, parseQuery, requireText } from './parameters.ts';
import type { InnerCall, RouteRequest } from './request.ts';
import { type EnvelopedRoute, type OperatorRoute, queryOf, type Route } from './route.ts';
import { routes } from './routes.ts';
import { withinGames } from './within-games.ts';

/** A parameter as long as a head can be: an id that is too long is one that nothing has. */
const PARAM_LENGTH_MAX = 16_384;
/** RFC 9110 8.3.1, as far as its parameters. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** A request as its route sees it, before its body was read. */
type ListQuery = Omit<RouteRequest, 'body' | 'key'>;

/** Finds the route of a request by the table, and answers by it; what is thrown is the front's to answer. */
export function openRouter(parts: FrontParts, context: ApiContext): Router {
  const uploads = new Uploads();
  const nouns = new Set(routes.flatMap(({ path }) => /^\/v1\/(\w+)/.exec(path)?.[1] ?? []));
  const nothingHere = ({ url = '', method }: { url?: string | undefined; method?: string | undefined }) => {
    const [path = ''] = url.split('?', 1);
    const taken = new Set(routes.filter((route) => isAt(route.path, path)).map((route) => route.method));
    throw noRoute(taken.size > 0 ? ` It answers ${[...taken].join(', ')}, not ${method}.` : nearPath(path, nouns));
  };
  const table = findMyWay({
    maxParamLength: PARAM_LENGTH_MAX,
    querystringParser: parseQuery,
    onBadUrl: () => {
      throw notUnderstood();
    },
    defaultRoute: nothingHere,
  });
  // A method without routes is looked up too, so that a broken escape is told wherever it stands.
  table.all('*', nothingHere);
  for (const route of routes) {
    const known = queryOf(route);
    const methods: HTTPMethod[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    table.on(methods, route.path, function (this: Exchange, request, response, params, _store, query) {
      this.inbound.route = route.path;
      const ignored = route.isPage ? [] : ignoredNames(request.url?.split('?', 2)[1] ?? '', known);
      if (ignored.length > 0) {
        this.inbound.hasIgnored = true;
        this.inbound.extra = [...this.inbound.extra, 'Cardstock-Ignored', ignored.join(', ')];
      }
      const names = (type: string) => request.headers.accept?.includes(type) ?? false;
      const { headers } = request;
      const asked = {
        params: params as ListQuery['params'],
        query,
        names,
        upload: uploads.of(request, response),
        headers,
        address: clientAddress(request, parts.trustedProxies),
        isForeign: headers.origin !== undefined && !parts.cors.names(headers.origin),
        ask: (call: InnerCall) => innerAnswer(parts, context, this, call) as Promise<never>,
      };
      return respond(parts, context, route, asked, this);
    });
  }
  const answer = async (exchange: Exchange) => table.lookup(exchange.request, exchange.response, exchange);
  const patternOf: Router['patternOf'] = ({ method, url = '' }) =>
    byPath.find(method === 'HEAD' ? 'GET' : (method as HTTPMethod), url)?.store?.route.path;
  return Object.assign(answer, { patternOf });
}

async function respond(parts: FrontParts, context: ApiContext, route: Route, request: ListQuery, exchange: Exchange) {
  if (route.method !== 'GET') requireMediaType(exchange);
  await admit(parts, exchange, route);
  if ('answer' in route && route.chargesAddress) chargeAddress(parts, exchange);
  const body = route.takes && (await readJsonBody(request.upload, request.headers, route.takes));
  const stepAside = () => end(exchange.inbound);
  const { key } = exchange.inbound;
  if (!route.isPage) for (const [name, text] of Object.entries(request.params)) requireText(name, text);
  const given = { ...request, body, key, stepAside };
  const { asked, context: seen } = await withinGames(route, given, context, key);
  if ('answer' in route) return respondPlain(parts, await route.answer(asked, seen), exchange);
  if ('handle' in route) await respondWithData(parts, seen, route, asked, exchange);
  else sendPlain(parts.outlet, exchange, await operatorAnswer(route, asked, seen, exchange));
}

async function respondPlain(parts: FrontParts, answer: PlainAnswer, exchange: Exchange): Promise<void> {
  const { body, chargedTo } = answer;
  // It is told among what the key was used for.
  exchange.inbound.key ??= chargedTo;
  const isFile = typeof body === 'object' && 'path' in body;
  // What else a link answers counts as the one request that it is.
  if (isFile || chargedTo !== undefined) {
    const { start, end } = isFile ? planFile(exchange.request, body) : { start: 0, end: -1 };
    const bytes = exchange.request.method === 'HEAD' ? 0 : end - start + 1;
    await chargeBytes(parts, exchange.inbound, { bytes, isCounted: chargedTo === undefined });
  }
  sendPlain(parts.outlet, exchange, answer);
}

const byPath = findMyWay<HTTPVersion.V1>({ maxParamLength: PARAM_LENGTH_MAX });
for (const route of routes) byPath.on(route.method, route.path, () => undefined, { route });

/** Answers a call from within, for the key of the exchange. */
async function innerAnswer(
  parts: FrontParts,
  context: ApiContext,
  exchange: Exchange,
  { path, query: given = {}, body }: InnerCall,
): Promise<unknown> {
  const found = byPath.find(body ? 'POST' : 'GET', path);
  const route: Route | undefined = found?.store?.route;
  if (!found || route === undefined || !('handle' in route)) throw noRoute();
  await admit(parts, exchange, route);
  for (const [name, text] of Object.entries(found.params)) requireText(name, text ?? '');
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const { key } = exchange.inbound;
  const read: RouteRequest = {
    params: found.params as RouteRequest['params'],
    query: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
    upload: { contentType: body?.type, contentCoding: undefined, read: async () => body?.bytes ?? Buffer.alloc(0) },
    names: () => false,
    headers: {},
    isForeign: false,
    address: '',
    ask: (call) => innerAnswer(parts, context, exchange, call) as Promise<never>,
    key,
  };
  const { asked, context: seen } = await withinGames(route, read, context, key);
  const { data } = route.isKept
    ? await readAtOnce(route, asked, seen)
    : { data: await route.handle(asked, { ...seen, reads: seen.store.reads, isOf: () => undefined }) };
  return payloadOf(data instanceof InLanguages ? data.data : data);
}

/** The one place that fills the cache; with it off, the same bytes go the same way. */
async function respondWithData(
  { cache, outlet, sharedCacheS }: FrontParts,
  context: ApiContext,
  route: EnvelopedRoute,
  read: RouteRequest,
  exchange: Exchange,
): Promise<void> {
  const { cacheVersion, head, hasIgnored } = exchange.inbound;
  const isCsv = head.wantsCsv && route.csv !== undefined;
  const url = exchange.request.url ?? '';
  if (!route.isKept || cacheVersion === undefined) {
    const data = await route.handle(read, { ...context, reads: context.store.reads, isOf: () => undefined });
    return sendAnswer(outlet, exchange, answerOf(data, route, { url, read, isCsv }));
  }
  const query = canonicalQuery(queryOf(route), read.query);
  const canonical = JSON.stringify([route.path, read.params, query, isCsv, exchange.inbound.key?.games ?? []]);
  // What was ignored is of a spelling, not of what it means: such a one is not found by itself.
  const spelling = hasIgnored ? undefined : spellingOf(exchange);
  const kept = cache.byRequest(cacheVersion, spelling, canonical);
  if (kept !== undefined) return sendAnswer(outlet, exchange, kept, cacheVersion.headerOf(kept));
  const { data, source } = await readAtOnce(route, read, context);
  const { id } = read.params;
  // What a key may see of some games only is not for everybody.
  const isShared = sharedCacheS !== undefined && !isLimited(exchange.inbound.key);
  const tagged = { path: route.path, id, expansionId: read.query.expansion_id, game: source.game };
  const shared = isShared ? sharedForm(sharedCacheS, tagged) : {};
  const answer = answerOf(data, route, { url, read, isCsv, isSearch: source.searched !== undefined, shared });
  const validity = cacheVersion.validityOf(source);
  if (validity !== undefined)
    cache.put(cacheVersion, spelling, canonical, { answer, validity }, query.some(isFreeText));
  return sendAnswer(outlet, exchange, answer, versionHeader(source));
}

interface AnsweredRead {
  url: string;
  read: RouteRequest;
  isCsv: boolean;
  isSearch?: boolean;
  shared?: AnswerForm;
}

/** The one place of what an answer's headers say beside those of every answer: its languages, its caches, its next page, its total. */
function answerOf(
  found: unknown,
  { path, csv }: EnvelopedRoute,
  { url, read, isCsv, isSearch = false, shared = {} }: AnsweredRead,
): Answer {
  const { data, languages } = found instanceof InLanguages ? found : { data: found, languages: undefined };
  const payload = isCsv ? payloadOf(data) : {};
  const headers = [
    ...(languages === undefined ? [] : ['Content-Language', languages]),
    ...(shared.headers ?? []),
    ...aboutPage(payload as ListedPage, url, read.query),
  ];
  const form: AnswerForm = { ...shared, isSearch, headers, ...(csv && { vary: 'Accept-Encoding, Accept' }) };
  if (isCsv && csv) return new Answer(csvOf(csv, payload, read.query), path, { ...form, type: CSV_TYPE });
  return new Answer(enveloped(data), path, form);
}

/** What a handler gave, as a value again where it wrote it as text. */
const payloadOf = (data: unknown): unknown => (typeof data === 'string' ? JSON.parse(data) : data);

interface ListedPage {
  next_cursor?: string | null;
  total?: number;
}

/** What CSV has no place for. */
const aboutPage = ({ next_cursor: cursor, total }: ListedPage, url: string, query: RouteRequest['query']): string[] => [
  ...(cursor == null
    ? []
    : ['Link', `<${url.split('?', 1)[0]}?${new URLSearchParams({ ...query, cursor })}>; rel="next"`]),
  ...(total === undefined ? [] : ['Cardstock-Total', String(total)]),
];

async function operatorAnswer(
  route: OperatorRoute,
  asked: RouteRequest,
  context: ApiContext,
  { request, inbound }: Exchange,
): Promise<PlainAnswer> {
  const { status = 200, csv } = route;
  const data = await route.act(asked, context).catch((cause: unknown) => {
    const { says } = context.store.faults;
    // Operators are told what of their machine keeps the store from recording: no other answer tells it to them.
    if (cause instanceof Failure || route.method === 'GET' || says === null) throw cause;
    throw new Failure('internal', `Nothing was recorded: ${says}.`, { cause });
  });
  if (inbound.head.wantsCsv && csv) {
    const headers = aboutPage(data as ListedPage, request.url ?? '', asked.query);
    return { type: CSV_TYPE, headers, body: csvOf(csv, data, asked.query) };
  }
  return { type: 'application/json; charset=utf-8', status, body: status === 204 ? '' : enveloped(data) };
}

/** Runs the handler on one state of the catalog, and tells what it read. */
async function readAtOnce(route: EnvelopedRoute, read: RouteRequest, context: ApiContext) {
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

/** @throws Failure unauthorized: the specification has no 403; RateLimited where the key has no scan left */
async function admit(parts: FrontParts, { inbound }: Exchange, { scope }: Pick<Route, 'scope'>): Promise<void> {
  if (scope === null) return;
  // A spelling of a keyed path that the front did not take for one leads nowhere.
  if (inbound.key === undefined) throw noRoute();
  if (scope !== 'any' && !inbound.key.scopes.has(scope))
    throw new Failure('unauthorized', 'This API key may not be used here.');
  if (scope === 'scan') await chargeScan(parts, inbound);
}

/** What is no content type is told before the key's scope and the body are looked at. @throws Failure bad_request */
function requireMediaType({ request }: Exchange): void {
  const type = request.headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw notUnderstood();
}

const isAt = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path);

const noRoute = (near = '') => new Failure('not_found', `There is nothing at this address.${near}`);
const notUnderstood = () => new Failure('bad_request', 'The request could not be understood.');

/** The first word of a path elsewhere, and what stands for it here. */
const CALLED: Readonly<Record<string, string>> = {
  set: 'expansions',
  sets: 'expansions',
  sealed: 'products',
  webhooks: 'events',
  identify: 'scan',
  trending: 'movers',
};
const SEARCHES = new Set(['search', 'find', 'autocomplete', 'query']);
/** What stands before the word: a mount, a release, and a word between. */
const BEFORE = /^\/(?:api\/)?(?:v\d+\/)?/i;
const PLAIN = /^[\w.~-]{1,100}$/;

/**
 * The sentence that names our path.
 * @param nouns what stands behind /v1/ in our paths
 * @returns an empty text where nothing is near
 */
function nearPath(path: string, nouns: ReadonlySet<string>): string {
  const [word = '', ...rest] = path.replace(BEFORE, '').toLowerCase().split('/');
  if (SEARCHES.has(word) || SEARCHES.has(rest[0] ?? '')) {
    return ' Every list is searched with q: /v1/cards?q=… finds cards, /v1/products?q=… sealed products.';
  }
  const noun = Object.hasOwn(CALLED, word)
    ? CALLED[word]
    : ([word, `${word}s`].find((each) => nouns.has(each)) ?? nearest(word, [...nouns]));
  if (noun === undefined) return '';
  const [id, part] = path.replace(BEFORE, '').split('/').slice(1);
  if (noun === 'expansions' && part === 'cards') return ' Did you mean /v1/cards?expansion_id=…?';
  const further = [id, part].filter((each): each is string => each !== undefined && PLAIN.test(each));
  const near = ['/v1', noun, ...further].join('/');
  // Of a path that begins as ours do nothing but the slashes may be wrong.
  const isOurs = path.startsWith(`/v1/${noun}/`) && (near === path || near !== path.replace(/(\/)\/+|\/$/g, '$1'));
  return isOurs ? '' : ` Did you mean ${near}?`;
}
