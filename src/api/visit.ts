/** One request on its way through the service: its id, who asks, and what every answer to it must carry. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Key } from '../keys/key-ring.ts';

/** Made by the front, handed to the router through `visitOf`. */
export interface Visit {
  id: string;
  startedAtMs: number;
  /** Catalog version and day that the answer is kept under, read before any of its data; empty where nothing is kept. */
  epoch: string;
  /** The admitted key; undefined on paths that need none. */
  key: Key | undefined;
  /** Flat list: request id, CORS and, once counted, the budget. */
  headers: string[];
  /** The route's pattern, for the metrics. */
  route: string;
}

const GIVEN_ID = /^[\w-]{1,64}$/;
const processId = randomBytes(6).toString('base64url');
let count = 0;

const visits = new WeakMap<IncomingMessage, Visit>();

/** A caller's own request id is kept when it is harmless to log and to repeat. */
export function startVisit(request: IncomingMessage): Visit {
  const given = request.headers['x-request-id'];
  let id: string;
  if (typeof given === 'string' && GIVEN_ID.test(given)) id = given;
  else {
    count += 1;
    id = `${processId}-${count.toString(36)}`;
  }
  return {
    id,
    startedAtMs: performance.now(),
    epoch: '',
    key: undefined,
    headers: ['X-Request-Id', id],
    route: 'none',
  };
}

/** Keeps the visit with the request, for what comes after the front. */
export function keepVisit(request: IncomingMessage, visit: Visit): void {
  visits.set(request, visit);
}

/** The visit of a request that came through the front. */
export function visitOf(request: IncomingMessage): Visit {
  const visit = visits.get(request);
  if (visit === undefined) throw new Error('this request did not come through the front');
  return visit;
}
