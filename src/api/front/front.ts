/** What every request passes before the router: who asks, whether the budget allows it, whether the answer is known. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import { type Budgets, DAY_MS, limitItem, type MemoryBudgets, policyItem, WINDOW_MS } from '../../keys/gcra.ts';
import { carriesKey, type Key, type KeyRing, mayUse } from '../../keys/key-ring.ts';
import { isFrom } from '../../keys/limits.ts';
import type { CurrentCacheVersion } from '../answer/cache-validity.ts';
import { type InboundRequest, receive, spellingOf } from '../answer/inbound-request.ts';
import type { BudgetName } from '../answer/metrics.ts';
import type { ResponseCache } from '../answer/response-cache.ts';
import { type Exchange, type Outlet, RateLimited, sendAnswer, sendFailure } from '../answer/send.ts';
import { type CompatService, compatFailure, compatOf } from '../compat/compat.ts';
import { asFailure } from '../errors.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { addressGroup, clientAddress } from './client-address.ts';
import type { Cors } from './cors.ts';
import { sessionAuthorization } from './session-cookie.ts';

/** Requests a minute of a key that names no rate of its own. */
const RATE_DEFAULT = 600;
/** Scans a minute: one costs about a hundred reads. */
const SCAN_RATE = 30;
/** Health is answered though the store that keys stand in does not answer. */
const HEALTH_KEY_MS = 500;
/** Requests a minute without a valid key, by address: guessing is hopeless anyway, this bounds what it costs us. */
const ADDRESS_RATE = 3000;
const SHED_RETRY_S = 2;

export interface FrontParts {
  keys: KeyRing;
  budgets: Budgets;
  addresses: MemoryBudgets;
  cache: ResponseCache;
  cacheVersion: CurrentCacheVersion;
  cors: Cors;
  /** How long shared caches may keep catalog answers; undefined where none may. */
  sharedCacheS: number | undefined;
  admissionQueue: AdmissionQueue;
  outlet: Outlet;
  /** How many proxies in front of this process append to `X-Forwarded-For`. */
  trustedProxies: number;
  isStopping: () => boolean;
  /** Hears of faults of ours. */
  onFault: (inbound: InboundRequest, cause: unknown) => void;
}

/** What answers by its routes; it rejects with what is to be answered as a failure. */
export interface Router {
  (exchange: Exchange): Promise<void>;
  /** The pattern of the route that a request is for, which it may be refused before it reaches. */
  patternOf(request: IncomingMessage): string | undefined;
}

const CLOSING: readonly string[] = ['Connection', 'close'];
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
const HEALTH_PATH = /^\/health(?:[?#]|$)/;
const KEYED_PATH = /^\/(?:v1|mcp|export|metrics|admin|console\/session)(?:[/?#]|$)/;
const OPEN_PATH = /^\/(?:v1|mcp)(?:[/?#]|$)/;
const SIGN_IN_PATH = /^\/console\/session(?:[?#]|$)/;

/**
 * The order is: the caller's address (counted only without a valid key), the key, the key's budget, the cache. A
 * cached answer never reaches the router.
 */
export class Front {
  readonly #parts: FrontParts;
  readonly #router: Router;
  readonly #compat: readonly CompatService[];

  constructor(parts: FrontParts, router: Router, compat: readonly CompatService[] = []) {
    this.#parts = parts;
    this.#router = router;
    this.#compat = compat;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response, inbound: receive(request) };
    this.#enter(exchange).catch((error: unknown) => this.#refuse(exchange, error));
  }

  async #enter(exchange: Exchange): Promise<void> {
    const { request, inbound } = exchange;
    if (this.#parts.isStopping()) inbound.extra = CLOSING;
    checkHost(request, inbound);
    const url = originForm(request);
    if (HEALTH_PATH.test(url)) return this.#routeHealth(exchange);
    const compat = url.startsWith('/v1/') ? undefined : compatOf(this.#compat, url);
    if (compat !== undefined) return this.#enterCompat(exchange, compat);
    if (!url.startsWith('/v1/') && !KEYED_PATH.test(url)) return this.#route(exchange);
    if (request.method === 'POST' && SIGN_IN_PATH.test(url)) return this.#routeInTurn(exchange);
    const { authorization = sessionAuthorization(request.method, inbound.head), origin } = inbound.head;
    // What operators do, metrics and exports are never opened to pages of other origins.
    const isForPages = origin !== undefined || this.#parts.sharedCacheS !== undefined;
    if (isForPages && this.#isOpenTo(origin ?? '', url) && this.#answerPreflight(exchange)) return;
    const key = authorization === undefined ? undefined : this.#parts.keys.known(authorization, inbound.startedAtMs);
    return key === undefined ? this.#readKey(exchange, authorization) : this.#charge(exchange, key);
  }

  /** A key of ours comes as theirs do. */
  async #enterCompat(exchange: Exchange, { service, url }: NonNullable<ReturnType<typeof compatOf>>): Promise<void> {
    const { request, inbound } = exchange;
    request.url = url;
    inbound.failureBody = compatFailure;
    if (inbound.head.origin !== undefined && this.#answerPreflight(exchange)) return;
    const given = request.headers['x-api-key'];
    return this.#readKey(exchange, given ? `Bearer ${given}` : inbound.head.authorization, service);
  }

  /** Open to anybody; a key that comes along is told more. */
  async #routeHealth(exchange: Exchange): Promise<void> {
    const { request, inbound } = exchange;
    const { authorization = sessionAuthorization(request.method, inbound.head) } = inbound.head;
    if (!carriesKey(authorization)) return this.#route(exchange);
    const { keys } = this.#parts;
    const read = () => keys.read(authorization, inbound.startedAtMs).catch(() => undefined);
    const key =
      keys.known(authorization, inbound.startedAtMs) ??
      (await Promise.race([read(), setTimeout(HEALTH_KEY_MS, undefined, { ref: false })]));
    if (key !== undefined && this.#isFromItsPlace(exchange, key)) inbound.key = key;
    this.#route(exchange);
  }

  /** Tools are for pages that the operator has named, not for any that may read. */
  #isOpenTo(origin: string, url: string): boolean {
    return OPEN_PATH.test(url) && (!url.startsWith('/mcp') || this.#parts.cors.names(origin));
  }

  #answerPreflight({ request, response, inbound }: Exchange): boolean {
    const preflight = this.#parts.cors.preflight(request);
    if (preflight !== undefined) response.writeHead(204, preflight).end();
    else inbound.extra = [...inbound.extra, ...this.#parts.cors.headers(request)];
    return preflight !== undefined;
  }

  async #readKey(
    exchange: Exchange,
    authorization: string | undefined,
    compat?: Pick<CompatService, 'isKeyless'>,
  ): Promise<void> {
    const { keys } = this.#parts;
    // A key is looked up however many others from this address were refused: behind one proxy all callers share it.
    const key = carriesKey(authorization) ? await keys.read(authorization, exchange.inbound.startedAtMs) : undefined;
    if (key !== undefined) return this.#charge(exchange, key);
    chargeAddress(this.#parts, exchange, compat?.isKeyless ? RATE_DEFAULT : ADDRESS_RATE);
    if (compat?.isKeyless) return this.#routeInTurn(exchange);
    throw new Failure(
      'unauthorized',
      `A valid API key is required: ${compat ? 'X-Api-Key: ' : 'Authorization: Bearer '}<API_KEY>.`,
    );
  }

  #isFromItsPlace({ request }: Exchange, key: Key): boolean {
    return key.addresses.length === 0 || isFrom(key.addresses, clientAddress(request, this.#parts.trustedProxies));
  }

  async #charge(exchange: Exchange, key: Key): Promise<void> {
    const { request, inbound } = exchange;
    const { cacheVersion, cache, outlet } = this.#parts;
    if (!this.#isFromItsPlace(exchange, key)) {
      chargeAddress(this.#parts, exchange);
      throw new Failure('unauthorized', 'This API key may not be used from this address.');
    }
    inbound.key = key;
    await chargeRequest(this.#parts, inbound, key);
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && mayUse(key, 'read');
    if (!isRead) return this.#routeInTurn(exchange);
    const version = cacheVersion.known(inbound.startedAtMs) ?? (await cacheVersion.read());
    inbound.cacheVersion = version;
    const answer = cache.byUrl(version, spellingOf(exchange));
    return answer ? sendAnswer(outlet, exchange, answer, version.headerOf(answer)) : this.#routeInTurn(exchange);
  }

  /** Refusing costs about what a cached answer costs: only work that costs more is let in by turns. */
  #routeInTurn(exchange: Exchange): undefined {
    this.#parts.admissionQueue.pass({
      enter: () => {
        exchange.inbound.onFinish = this.#parts.admissionQueue.leave;
        this.#route(exchange);
      },
      refuse: () => {
        this.#parts.outlet.metrics.countShed();
        this.#refuse(exchange, new RateLimited('The service is overloaded; try again.', SHED_RETRY_S));
      },
    });
  }

  /** What is refused before its route counts as that route's all the same. */
  #refuse(exchange: Exchange, error: unknown): void {
    exchange.inbound.route = this.#router.patternOf(exchange.request) ?? exchange.inbound.route;
    answerFailure(this.#parts, exchange, error);
  }

  #route(exchange: Exchange): undefined {
    this.#router(exchange).catch((error: unknown) => answerFailure(this.#parts, exchange, error));
  }
}

/** Answers with the failure that was thrown; what is no failure of the closed list is a fault of ours. */
export function answerFailure({ onFault, outlet }: FrontParts, exchange: Exchange, error: unknown): void {
  const failure = asFailure(error);
  if (failure.code === 'internal') onFault(exchange.inbound, failure.cause ?? failure);
  sendFailure(outlet, exchange, failure);
}

/**
 * Counts a request without a valid key against its caller's address.
 * @throws RateLimited
 */
export function chargeAddress(
  { addresses, trustedProxies, outlet }: FrontParts,
  { request, inbound }: Exchange,
  rate = ADDRESS_RATE,
): void {
  const address = addressGroup(clientAddress(request, trustedProxies));
  const { isAdmitted, regainS } = addresses.take(`${address} ${rate}`, rate, inbound.startedAtMs);
  outlet.metrics.countDecision('address', isAdmitted);
  if (!isAdmitted) throw new RateLimited('Too many requests without a valid key from this address.', regainS);
}

/** One request, counted by the minute and by the day. @throws RateLimited */
async function chargeRequest(parts: FrontParts, inbound: InboundRequest, key: Key): Promise<void> {
  const { owner, rateDay, daySpent: spent } = key;
  const limit = key.rate ?? RATE_DEFAULT;
  if (limit !== 0) await charge(parts, inbound, { name: 'default', id: key.id, limit });
  // A session is a way to use its key, not a further day of it.
  if (rateDay !== null)
    await charge(parts, inbound, { name: 'day', id: `${owner}:day`, limit: rateDay, windowMs: DAY_MS, spent });
}

/**
 * Counts a scan against its key's budget of scans, beside the key's budget of requests.
 * @throws RateLimited
 */
export async function chargeScan(parts: FrontParts, inbound: InboundRequest): Promise<void> {
  const { key } = inbound;
  if (key === undefined || key.rate === 0) return;
  await charge(parts, inbound, { name: 'scan', id: `${key.id}:scan`, limit: SCAN_RATE });
}

/** What one request more of the key's budget is taken for. */
const BYTES_OF_A_REQUEST = 1024 * 1024;

/**
 * Counts what a file takes against the budget of the key; the first megabyte is the request itself, which may be counted by now.
 * @throws RateLimited
 */
export async function chargeBytes(
  parts: FrontParts,
  inbound: InboundRequest,
  { bytes, isCounted }: { bytes: number; isCounted: boolean },
): Promise<void> {
  const { key } = inbound;
  if (key === undefined) return;
  // Never more than the whole of a budget: a file that is larger comes all the same.
  const { rate, rateDay } = key;
  const most = Math.min((rate ?? RATE_DEFAULT) || Number.POSITIVE_INFINITY, rateDay ?? Number.POSITIVE_INFINITY);
  const wanted = Math.min(most, Math.max(1, Math.ceil(bytes / BYTES_OF_A_REQUEST)));
  for (let left = isCounted ? wanted - 1 : wanted; left > 0; left -= 1) {
    [inbound.policy, inbound.budget] = ['', ''];
    await chargeRequest(parts, inbound, key);
  }
}

type Budget = { name: BudgetName; id: string; limit: number; windowMs?: number; spent?: number };

/** @throws RateLimited */
async function charge(
  { budgets, outlet }: FrontParts,
  inbound: InboundRequest,
  { name, id, limit, windowMs = WINDOW_MS, spent }: Budget,
): Promise<void> {
  const verdict = await budgets.take(id, limit, inbound.startedAtMs, windowMs, spent);
  const [policy, item] = [policyItem(name, limit, windowMs), limitItem(name, verdict)];
  // A second budget is told beside the first: both headers are lists.
  inbound.policy = inbound.policy === '' ? policy : `${inbound.policy}, ${policy}`;
  inbound.budget = inbound.budget === '' ? item : `${inbound.budget}, ${item}`;
  outlet.metrics.countDecision(name, verdict.isAdmitted);
  if (!verdict.isAdmitted) throw new RateLimited('The request budget of this key is used up.', verdict.regainS);
}

/** The request's path and query; the absolute form of a target (RFC 9112 3.2.2) is brought to it. */
function originForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const rest = url.replace(ABSOLUTE_FORM, '');
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return request.url;
}

// RFC 9112 3.2: a request of HTTP/1.1 names its host exactly once. Node's own check answers without our envelope.
function checkHost({ httpVersion }: IncomingMessage, { head: { hosts } }: InboundRequest): void {
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw new Failure('bad_request', 'The request must name exactly one Host.');
}
