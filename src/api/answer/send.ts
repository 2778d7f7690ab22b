/** The one place where answers and failures are written to the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../failure.ts';
import type { PlainAnswer } from '../context.ts';
import { failureAnswer } from '../errors.ts';
import type { Answer, Coded } from './answer.ts';
import { isHeld } from './conditional.ts';
import { preferredCoding } from './content-coding.ts';
import type { Metrics } from './metrics.ts';
import { Outbox } from './outbox.ts';
import { pour } from './pour.ts';
import { type Visit, visitHeaders } from './visit.ts';

/** What remains of a refused body up to this size is read, so that the caller gets to read the refusal. */
export const DRAIN_BYTES_MAX = 32 * 1024 * 1024;

/** The headers of every failure, as a flat list. */
export const FAILURE_HEADERS: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

/** A caller that has to wait: what `Retry-After` says. */
export class RateLimited extends Failure {
  readonly retryAfterS: number;

  constructor(message: string, retryAfterS: number) {
    super('rate_limited', message);
    this.retryAfterS = retryAfterS;
  }
}

/** Of the process: its answers share one event loop. */
export const outbox = new Outbox();

/** What hears of every answer. */
export interface Outlet {
  metrics: Metrics;
  onSent: (visit: Visit, status: number, elapsedMs: number) => void;
  /** Hears of faults of ours in what is under way: their callers see a cut connection. */
  onBroken: (visit: Visit, cause: unknown) => void;
}

/** A request with everything that writing its answer takes. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  visit: Visit;
}

const NO_VERSION: readonly string[] = [];

/**
 * Writes a 200, or a 304 to a caller that holds the bytes already; a large one that nobody took in this coding before is
 * written as soon as it is packed.
 * @param version the header that says of which version of the catalog the answer is, where it is of one
 */
export function sendAnswer(
  outlet: Outlet,
  exchange: Exchange,
  answer: Answer,
  version: readonly string[] = NO_VERSION,
): undefined | Promise<void> {
  const { visit } = exchange;
  visit.route = answer.route;
  const form = answer.in(preferredCoding(visit.head.acceptEncoding));
  if (form instanceof Promise) return form.then((packed) => sendForm(outlet, exchange, answer, packed, version));
  sendForm(outlet, exchange, answer, form, version);
  return undefined;
}

function sendForm(
  outlet: Outlet,
  { request, response, visit }: Exchange,
  answer: Answer,
  form: Coded,
  version: readonly string[],
): void {
  const { ifNoneMatch } = visit.head;
  if (ifNoneMatch !== undefined && request.method !== 'POST' && isHeld(ifNoneMatch, answer.plain.etag)) {
    response.writeHead(304, form.heldHeaders.concat(version, visitHeaders(visit)));
    outbox.end(response, undefined, answer.onWritten);
    finish(outlet, visit, 304);
    return;
  }
  response.writeHead(200, form.headers.concat(version, visitHeaders(visit)));
  outbox.end(response, form.body, answer.onWritten);
  finish(outlet, visit, 200);
}

/** Writes what stands outside the envelope: health, documents, pictures. */
export function sendPlain(outlet: Outlet, exchange: Exchange, answer: PlainAnswer): void {
  const { response, visit } = exchange;
  const { type, status = 200, cacheControl = 'no-store', headers = [], coded } = answer;
  const coding = coded ? preferredCoding(visit.head.acceptEncoding) : 'identity';
  const packed = coding === 'identity' ? undefined : coded?.[coding];
  const body = packed ?? answer.body;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    sendStream(outlet, exchange, answer, body);
    return;
  }
  response.writeHead(status, [
    // RFC 9110 8.6: a 204 has neither.
    ...(status === 204 ? [] : ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))]),
    ...headers,
    'Cache-Control',
    cacheControl,
    'X-Content-Type-Options',
    'nosniff',
    ...(packed ? ['Content-Encoding', coding] : []),
    ...(coded ? ['Vary', 'Accept-Encoding'] : []),
    ...visitHeaders(visit),
  ]);
  response.end(body);
  finish(outlet, visit, status);
}

/** Writes what is too large to stand in memory, at the caller's pace. */
function sendStream(
  outlet: Outlet,
  { request, response, visit }: Exchange,
  { type, until, onEnd }: PlainAnswer,
  text: AsyncIterable<string>,
): void {
  // Packing would hold events back until there are many.
  const coding = type === 'text/event-stream' ? 'identity' : preferredCoding(visit.head.acceptEncoding);
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const headers = ['Content-Type', type, 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding', ...coded];
  response.writeHead(200, [...headers, 'X-Content-Type-Options', 'nosniff', ...visitHeaders(visit)]);
  const close = (fault?: unknown) => {
    onEnd?.();
    const isOurs = fault !== undefined && !(fault instanceof Failure);
    if (isOurs) outlet.onBroken(visit, fault);
    finish(outlet, visit, isOurs ? 500 : 200);
  };
  if (request.method === 'HEAD') {
    response.end();
    close();
  } else pour(response, text, { coding, until, onEnd: close });
}

/** Writes the envelope of a failure. Nothing is written after an answer that has begun: its connection is cut. */
export function sendFailure(outlet: Outlet, { request, response, visit }: Exchange, failure: Failure): void {
  if (response.headersSent) {
    response.destroy();
    end(visit);
    return;
  }
  const { status, body } = failureAnswer(failure);
  const headers = [...FAILURE_HEADERS, 'Content-Length', String(Buffer.byteLength(body)), ...visitHeaders(visit)];
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  if (failure instanceof RateLimited) headers.push('Retry-After', String(failure.retryAfterS));
  const isCut = status === 413 && !request.complete;
  if (isCut || Number(request.headers['content-length'] ?? 0) > DRAIN_BYTES_MAX) headers.push('Connection', 'close');
  response.writeHead(status, headers);
  outbox.end(response, Buffer.from(body).toString('latin1'));
  finish(outlet, visit, status);
}

function finish(outlet: Outlet, visit: Visit, status: number): void {
  const elapsedMs = performance.now() - visit.startedAtMs;
  outlet.metrics.requestTimes.observe(visit.route, status, elapsedMs / 1000);
  outlet.onSent(visit, status, elapsedMs);
  end(visit);
}

function end(visit: Visit): void {
  visit.onFinish?.();
  visit.onFinish = undefined;
}
