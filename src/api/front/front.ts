/** What every request passes before the router: who asks, whether the budget allows it, whether the answer is known. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../failure.ts';
import { addressGroup } from '../../keys/address-group.ts';
import { type Budgets, limitItem, policyItem, type Verdict } from '../../keys/budgets.ts';
import type { MemoryBudgets } from '../../keys/gcra.ts';
import { carriesKey, type Key, type KeyRing, mayUse } from '../../keys/key-ring.ts';
import type { LastUsed } from '../../keys/last-used.ts';
import type { BudgetName } from '../answer/metrics.ts';
import type { ResponseCache } from '../answer/response-cache.ts';
import { type Exchange, type Outlet, RateLimited, sendAnswer, sendFailure } from '../answer/send.ts';
import { startVisit, type Visit } from '../answer/visit.ts';
import { asFailure } from '../errors.ts';
import type { CatalogEpoch, Epoch } from './catalog-epoch.ts';
import { clientAddress } from './client-address.ts';
import type { Cors } from './cors.ts';
import { sessionAuthorization } from './session-cookie.ts';
import type { Turnstile } from './turnstile.ts';

/** Requests a minute of a key that names no rate of its own. */
const RATE_DEFAULT = 600;
/** Scans a minute: one costs about a hundred reads. */
const SCAN_RATE = 30;
/** Requests a minute without a valid key, by address: guessing is hopeless anyway, this bounds what it costs us. */
const ADDRESS_RATE = 3000;
const SHED_RETRY_S = 2;

/** What the front decides with. */
export interface FrontParts {
  keys: KeyRing;
  lastUsed: LastUsed;
  budgets: Budgets;
  addresses: MemoryBudgets;
  cache: ResponseCache;
  epoch: CatalogEpoch;
  cors: Cors;
  turnstile: Turnstile;
  outlet: Outlet;
  /** How many proxies in front of this process append to `X-Forwarded-For`. */
  trustedProxies: number;
  isStopping: () => boolean;
  /** Hears of faults of ours. */
  onFault: (visit: Visit, cause: unknown) => void;
}

/** What answers by its routes; it rejects with what is to be answered as a failure. */
export type Router = (exchange: Exchange) => Promise<void>;
/** A step that could be taken at once has no promise: most requests are answered without a turn of the queue. */
type Step = Promise<void> | undefined;

const CLOSING: readonly string[] = ['Connection', 'close'];
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
const KEYED_PATH = /^\/(?:v1|export|metrics|admin|console\/session)(?:[/?#]|$)/;
const OPERATOR_PATH = /^\/(?:admin|console)(?:[/?#]|$)/;
const SIGN_IN_PATH = /^\/console\/session(?:[?#]|$)/;

/**
 * The order is: the caller's address (counted only without a valid key), the key, the key's budget, the cache. A
 * cached answer never reaches the router.
 */
export class Front {
  readonly #parts: FrontParts;
  readonly #router: Router;

  constructor(parts: FrontParts, router: Router) {
    this.#parts = parts;
    this.#router = router;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response, visit: startVisit(request) };
    try {
      this.#enter(exchange)?.catch((error: unknown) => answerFailure(this.#parts, exchange, error));
    } catch (error) {
      answerFailure(this.#parts, exchange, error);
    }
  }

  #enter(exchange: Exchange): Step {
    const { request, visit } = exchange;
    if (this.#parts.isStopping()) visit.extra = CLOSING;
    checkHost(request, visit);
    const url = originForm(request);
    if (!url.startsWith('/v1/') && !KEYED_PATH.test(url)) return this.#route(exchange);
    if (request.method === 'POST' && SIGN_IN_PATH.test(url)) return this.#routeInTurn(exchange);
    const { authorization = sessionAuthorization(request.method, visit.head), origin } = visit.head;
    // What operators do is never opened to pages of other origins.
    if (origin !== undefined && !OPERATOR_PATH.test(url) && this.#answerPreflight(exchange)) return undefined;
    const key = authorization === undefined ? undefined : this.#parts.keys.known(authorization, visit.startedAtMs);
    return key === undefined ? this.#readKey(exchange, authorization) : this.#charge(exchange, key);
  }

  #answerPreflight({ request, response, visit }: Exchange): boolean {
    const preflight = this.#parts.cors.preflight(request);
    if (preflight !== undefined) response.writeHead(204, preflight).end();
    else visit.extra = [...visit.extra, ...this.#parts.cors.headers(request)];
    return preflight !== undefined;
  }

  async #readKey(exchange: Exchange, authorization: string | undefined): Promise<void> {
    const { keys } = this.#parts;
    // A key is looked up however many others from this address were refused: behind one proxy all callers share it.
    const key = carriesKey(authorization) ? await keys.read(authorization, exchange.visit.startedAtMs) : undefined;
    if (key !== undefined) return this.#charge(exchange, key);
    chargeAddress(this.#parts, exchange);
    throw new Failure('unauthorized', 'A valid API key is required: Authorization: Bearer <API_KEY>.');
  }

  #charge(exchange: Exchange, key: Key): Step {
    exchange.visit.key = key;
    this.#parts.lastUsed.note(key.id, exchange.visit.startedAtMs);
    const limit = key.rate ?? RATE_DEFAULT;
    if (limit === 0) return this.#answer(exchange, key);
    const taken = this.#parts.budgets.take(key.id, limit, exchange.visit.startedAtMs);
    if (taken instanceof Promise) {
      return taken.then((verdict) => {
        settle(this.#parts, exchange.visit, 'default', limit, verdict);
        return this.#answer(exchange, key);
      });
    }
    settle(this.#parts, exchange.visit, 'default', limit, taken);
    return this.#answer(exchange, key);
  }

  #answer(exchange: Exchange, key: Key): Step {
    const { method } = exchange.request;
    if ((method !== 'GET' && method !== 'HEAD') || !mayUse(key, 'read')) return this.#routeInTurn(exchange);
    const epoch = this.#parts.epoch.known(exchange.visit.startedAtMs);
    if (epoch !== undefined) return this.#answerIn(exchange, epoch);
    return this.#parts.epoch.read().then((read) => this.#answerIn(exchange, read));
  }

  #answerIn(exchange: Exchange, epoch: Epoch): Step {
    exchange.visit.epoch = epoch;
    const answer = this.#parts.cache.byUrl(epoch, exchange.request.url ?? '');
    if (answer === undefined) return this.#routeInTurn(exchange);
    return sendAnswer(this.#parts.outlet, exchange, answer, epoch.headerOf(answer));
  }

  /** Refusing costs about what a cached answer costs: only work that costs more is let in by turns. */
  #routeInTurn(exchange: Exchange): undefined {
    this.#parts.turnstile.pass({
      enter: () => {
        exchange.visit.onFinish = this.#parts.turnstile.leave;
        this.#route(exchange);
      },
      refuse: () => {
        this.#parts.outlet.metrics.countShed();
        answerFailure(this.#parts, exchange, new RateLimited('The service is overloaded; try again.', SHED_RETRY_S));
      },
    });
  }

  #route(exchange: Exchange): undefined {
    this.#router(exchange).catch((error: unknown) => answerFailure(this.#parts, exchange, error));
  }
}

/** Answers with the failure that was thrown; what is no failure of the closed list is a fault of ours. */
export function answerFailure({ onFault, outlet }: FrontParts, exchange: Exchange, error: unknown): void {
  const failure = asFailure(error);
  if (failure.code === 'internal') onFault(exchange.visit, failure.cause ?? failure);
  sendFailure(outlet, exchange, failure);
}

/**
 * Counts a request without a valid key against its caller's address.
 * @throws RateLimited
 */
export function chargeAddress({ addresses, trustedProxies, outlet }: FrontParts, { request, visit }: Exchange): void {
  const address = addressGroup(clientAddress(request, trustedProxies));
  const { isAdmitted, regainS } = addresses.take(address, ADDRESS_RATE, visit.startedAtMs);
  outlet.metrics.countDecision('address', isAdmitted);
  if (!isAdmitted) throw new RateLimited('Too many requests without a valid key from this address.', regainS);
}

/**
 * Counts a scan against its key's budget of scans, beside the key's budget of requests.
 * @throws RateLimited
 */
export async function chargeScan(parts: FrontParts, visit: Visit): Promise<void> {
  const { key } = visit;
  if (key === undefined || key.rate === 0) return;
  settle(parts, visit, 'scan', SCAN_RATE, await parts.budgets.take(`${key.id}:scan`, SCAN_RATE, visit.startedAtMs));
}

/** @throws RateLimited */
function settle(parts: FrontParts, visit: Visit, budget: BudgetName, limit: number, verdict: Verdict): void {
  const [policy, item] = [knownPolicyItem(budget, limit), limitItem(budget, verdict)];
  // A second budget is told beside the first: both headers are lists.
  visit.policy = visit.policy === '' ? policy : `${visit.policy}, ${policy}`;
  visit.budget = visit.budget === '' ? item : `${visit.budget}, ${item}`;
  parts.outlet.metrics.countDecision(budget, verdict.isAdmitted);
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
function checkHost({ httpVersion }: IncomingMessage, { head: { hosts } }: Visit): void {
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw new Failure('bad_request', 'The request must name exactly one Host.');
}

const defaultPolicies = new Map<number, string>();

/** Keys share a few limits: their policies are spelled once. */
function knownPolicyItem(budget: BudgetName, limit: number): string {
  if (budget !== 'default') return policyItem(budget, limit);
  let item = defaultPolicies.get(limit);
  if (item === undefined) {
    item = policyItem(budget, limit);
    defaultPolicies.set(limit, item);
  }
  return item;
}
