/** One request on its way through the service: its id, who asks, and what every answer to it must carry. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Failure } from '../../failure.ts';
import type { Key } from '../../keys/key-ring.ts';
import { isLimited } from '../../keys/limits.ts';
import type { CacheVersion } from './cache-validity.ts';
import { wantsCsv } from './csv.ts';

export type RequestHead = ReturnType<typeof readHead>;

/** Headers given twice are joined as Node joins them; of `Authorization`, `X-Request-Id`, `Host` and `Sec-Fetch-Site` the first counts. */
export function readHead({ headers, rawHeaders }: IncomingMessage) {
  const isAt = (at: number, name: string) => at % 2 === 0 && rawHeaders[at]?.toLowerCase() === name;
  const first = (name: string) =>
    headers[name] === undefined ? undefined : rawHeaders[rawHeaders.findIndex((_, at) => isAt(at, name)) + 1];
  return {
    hosts: rawHeaders.filter(({ length }, at) => length === 4 && isAt(at, 'host')).length,
    host: headers.host,
    authorization: headers.authorization,
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    // CSV is asked for, and rather than JSON.
    wantsCsv: wantsCsv(headers.accept),
    origin: headers.origin,
    requestId: first('x-request-id'),
    cookie: headers.cookie,
    fetchSite: first('sec-fetch-site'),
  };
}

/** Made by the front, handed on with the request. */
export interface InboundRequest {
  id: string;
  head: RequestHead;
  /** On the clock of performance.now(): the one reading of a clock that most requests take. */
  startedAtMs: number;
  /** What the answer is kept by, read before any of its data; undefined where nothing is kept. */
  cacheVersion: CacheVersion | undefined;
  /** The admitted key; undefined on paths that need none. */
  key: Key | undefined;
  /** The values of `RateLimit-Policy` and `RateLimit`; empty where no budget was counted. */
  policy: string;
  budget: string;
  /** Further headers of every answer, as a flat list. */
  extra: readonly string[];
  /** Whether a parameter of it was ignored, which `extra` says. */
  hasIgnored: boolean;
  /** The route's pattern, for the metrics. */
  route: string;
  /** The body of a failure, where the path has a form of its own for it. */
  failureBody?: (failure: Failure) => string;
  onFinish: (() => void) | undefined;
}

const GIVEN_ID = /^[\w-]{1,64}$/;
const NO_HEADERS: readonly string[] = [];
const processId = randomBytes(6).toString('base64url');
let count = 0;

/** A caller's own request id is kept when it is harmless to log and to repeat. */
export function receive(request: IncomingMessage): InboundRequest {
  const head = readHead(request);
  return {
    id: head.requestId !== undefined && GIVEN_ID.test(head.requestId) ? head.requestId : newId(),
    head,
    startedAtMs: performance.now(),
    cacheVersion: undefined,
    key: undefined,
    policy: '',
    budget: '',
    extra: NO_HEADERS,
    hasIgnored: false,
    route: 'none',
    onFinish: undefined,
  };
}

function newId(): string {
  count += 1;
  return `${processId}-${count.toString(36)}`;
}

/** What names a request in the cache as it was written: its address, whether its rows are asked for as CSV, and which games its key sees. */
export function spellingOf({ request, inbound }: { request: IncomingMessage; inbound: InboundRequest }): string {
  const form = inbound.head.wantsCsv ? `csv ${request.url}` : (request.url ?? '');
  return isLimited(inbound.key) ? `${inbound.key.games} ${form}` : form;
}

/** The headers that every answer to the request carries, as a flat list. */
export function commonHeaders({ id, policy, budget, extra }: InboundRequest): string[] {
  if (policy === '') return ['X-Request-Id', id, ...extra];
  return ['X-Request-Id', id, 'RateLimit-Policy', policy, 'RateLimit', budget, ...extra];
}
