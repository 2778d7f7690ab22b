/** One request on its way through the service: its id, who asks, and what every answer to it must carry. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Key } from '../../keys/key-ring.ts';
import type { Epoch } from '../front/catalog-epoch.ts';
import { type RequestHead, readHead } from './request-head.ts';

/** Made by the front, handed on with the request. */
export interface Visit {
  id: string;
  head: RequestHead;
  /** On the clock of performance.now(): the one reading of a clock that most requests take. */
  startedAtMs: number;
  /** What the answer is kept by, read before any of its data; undefined where nothing is kept. */
  epoch: Epoch | undefined;
  /** The admitted key; undefined on paths that need none. */
  key: Key | undefined;
  /** The values of `RateLimit-Policy` and `RateLimit`; empty where no budget was counted. */
  policy: string;
  budget: string;
  /** Further headers of every answer, as a flat list. */
  extra: readonly string[];
  /** The route's pattern, for the metrics. */
  route: string;
  /** What waits for the visit's end. */
  onFinish: (() => void) | undefined;
}

const GIVEN_ID = /^[\w-]{1,64}$/;
const NO_HEADERS: readonly string[] = [];
const processId = randomBytes(6).toString('base64url');
let count = 0;

/** A caller's own request id is kept when it is harmless to log and to repeat. */
export function startVisit(request: IncomingMessage): Visit {
  const head = readHead(request);
  return {
    id: head.requestId !== undefined && GIVEN_ID.test(head.requestId) ? head.requestId : newId(),
    head,
    startedAtMs: performance.now(),
    epoch: undefined,
    key: undefined,
    policy: '',
    budget: '',
    extra: NO_HEADERS,
    route: 'none',
    onFinish: undefined,
  };
}

function newId(): string {
  count += 1;
  return `${processId}-${count.toString(36)}`;
}

/** The headers that every answer to the visitor carries, as a flat list. */
export function visitHeaders({ id, policy, budget, extra }: Visit): string[] {
  if (policy === '') return ['X-Request-Id', id, ...extra];
  return ['X-Request-Id', id, 'RateLimit-Policy', policy, 'RateLimit', budget, ...extra];
}
