/** The one place where answers and failures are written to the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../failure.ts';
import type { Key } from '../../keys/key-ring.ts';
import { failureAnswer } from '../errors.ts';
import { type Answer, isHeld } from './answer.ts';
import { preferredCoding } from './content-coding.ts';
import { commonHeaders, type InboundRequest } from './inbound-request.ts';
import type { Metrics } from './metrics.ts';
import { type FileBody, planFile, streamFile } from './send-file.ts';
import { streamResponse } from './stream-response.ts';

/** What remains of a refused body up to this size is read, so that the caller gets to read the refusal. */
export const DRAIN_BYTES_MAX = 32 * 1024 * 1024;

export const FAILURE_HEADERS: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

/** An answer that is not an enveloped record: pictures and documents. */
export interface PlainAnswer {
  type: string;
  /** A stream of text is sent as it comes; one that ends in a Failure is cut through no fault of ours. */
  body: string | Buffer | AsyncIterable<string> | FileBody;
  /** The tag of a text, quoted: a caller that holds it gets a 304. */
  etag?: string;
  /** Cuts a stream, however slowly it is read. */
  until?: AbortSignal;
  /** Called once, when nothing more of a stream will be sent. */
  onEnd?: () => void;
  status?: number;
  cacheControl?: string;
  /** Whose budget it counts against where the request itself bears no key. */
  chargedTo?: Key;
  /** Further headers, as a flat list. */
  headers?: readonly string[];
  /** The same body in other codings, for callers that prefer them. */
  encoded?: Partial<Record<'gzip' | 'br', Buffer>>;
}

export const jsonAnswer = (document: unknown, status = 200): PlainAnswer => ({
  type: 'application/json; charset=utf-8',
  status,
  body: JSON.stringify(document),
});

/** A caller that has to wait: what `Retry-After` says. */
export class RateLimited extends Failure {
  readonly retryAfterS: number;

  constructor(message: string, retryAfterS: number) {
    super('rate_limited', message);
    this.retryAfterS = retryAfterS;
  }
}

export interface Outlet {
  metrics: Metrics;
  onSent: (inbound: InboundRequest, status: number, elapsedMs: number) => void;
  /** Hears of faults of ours in what is under way: their callers see a cut connection. */
  onBroken: (inbound: InboundRequest, cause: unknown) => void;
}

/** A request with everything that writing its answer takes. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  inbound: InboundRequest;
}

const NO_VERSION: readonly string[] = [];

/**
 * Writes a 200, or a 304 to a caller that holds the bytes already; a large one that nobody took in this coding before is
 * written as soon as it is packed.
 * @param version the header that says of which version of the catalog the answer is, where it is of one
 */
export async function sendAnswer(
  outlet: Outlet,
  { request, response, inbound }: Exchange,
  answer: Answer,
  version: readonly string[] = NO_VERSION,
): Promise<void> {
  inbound.route = answer.route;
  const { headers, heldHeaders, body } = await answer.in(preferredCoding(inbound.head.acceptEncoding));
  const { ifNoneMatch } = inbound.head;
  const isThere = ifNoneMatch !== undefined && request.method !== 'POST' && isHeld(ifNoneMatch, answer.plain.etag);
  const status = isThere ? 304 : 200;
  response.writeHead(status, (isThere ? heldHeaders : headers).concat(version, commonHeaders(inbound)));
  if (isThere) response.end();
  else endWith(response, body);
  finish(outlet, inbound, status);
}

/** @param body a string is one of bytes (latin1) */
const endWith = (response: ServerResponse, body: string | Buffer) =>
  typeof body === 'string' ? response.end(body, 'latin1') : response.end(body);

/** Writes what stands outside the envelope: health, documents, pictures. */
export function sendPlain(outlet: Outlet, exchange: Exchange, answer: PlainAnswer): void {
  const { response, inbound } = exchange;
  const { type, status = 200, cacheControl = 'no-store', headers = [], encoded } = answer;
  const coding = encoded ? preferredCoding(inbound.head.acceptEncoding) : 'identity';
  const packed = coding === 'identity' ? undefined : encoded?.[coding];
  const body = packed ?? answer.body;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    if ('path' in body) sendFile(outlet, exchange, answer, body);
    else sendStream(outlet, exchange, answer, body);
    return;
  }
  // RFC 9110 15.4.5: of what a cache keeps, the same stands in an answer of what the caller has.
  const kept = [
    ...(answer.etag === undefined ? [] : ['ETag', answer.etag]),
    ...headers,
    'Cache-Control',
    cacheControl,
    ...(encoded ? ['Vary', 'Accept-Encoding'] : []),
    ...commonHeaders(inbound),
  ];
  if (answer.etag !== undefined && isHeld(inbound.head.ifNoneMatch ?? '', answer.etag)) {
    response.writeHead(304, kept).end();
    finish(outlet, inbound, 304);
    return;
  }
  response.writeHead(status, [
    ...kept,
    // RFC 9110 8.6: a 204 has neither.
    ...(status === 204 ? [] : ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))]),
    'X-Content-Type-Options',
    'nosniff',
    ...(packed ? ['Content-Encoding', coding] : []),
  ]);
  response.end(body);
  finish(outlet, inbound, status);
}

/** Sends a file or a part of it; a part that it does not have is told in the envelope. */
function sendFile(
  outlet: Outlet,
  { request, response, inbound }: Exchange,
  { type, cacheControl = 'no-store', headers = [] }: PlainAnswer,
  file: FileBody,
): void {
  const plan = planFile(request, file);
  const refusal =
    plan.status === 416 ? failureAnswer(new Failure('bad_request', 'The file has no such bytes.')).body : '';
  response.writeHead(plan.status, [
    ...(plan.status === 304 ? [] : ['Content-Type', refusal === '' ? type : 'application/json; charset=utf-8']),
    ...(refusal === '' ? [] : ['Content-Length', String(Buffer.byteLength(refusal))]),
    ...[...plan.headers, ...headers, 'Cache-Control', refusal === '' ? cacheControl : 'no-store'],
    ...['X-Content-Type-Options', 'nosniff', ...commonHeaders(inbound)],
  ]);
  const done = (fault?: unknown) => {
    if (fault !== undefined) outlet.onBroken(inbound, fault);
    finish(outlet, inbound, fault === undefined ? plan.status : 500);
  };
  if (request.method !== 'HEAD' && plan.end >= plan.start) streamFile(response, file, plan, done);
  else {
    response.end(refusal);
    done();
  }
}

/** Writes what is too large to stand in memory, at the caller's pace. */
function sendStream(
  outlet: Outlet,
  { request, response, inbound }: Exchange,
  { type, until, onEnd }: PlainAnswer,
  text: AsyncIterable<string>,
): void {
  // Packing would hold events back until there are many.
  const coding = type === 'text/event-stream' ? 'identity' : preferredCoding(inbound.head.acceptEncoding);
  const encoded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const headers = ['Content-Type', type, 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding', ...encoded];
  response.writeHead(200, [...headers, 'X-Content-Type-Options', 'nosniff', ...commonHeaders(inbound)]);
  const close = (fault?: unknown) => {
    onEnd?.();
    const isOurs = fault !== undefined && !(fault instanceof Failure);
    if (isOurs) outlet.onBroken(inbound, fault);
    finish(outlet, inbound, isOurs ? 500 : 200);
  };
  if (request.method === 'HEAD') {
    response.end();
    close();
  } else streamResponse(response, text, { coding, until, onEnd: close });
}

/** Writes the envelope of a failure. Nothing is written after an answer that has begun: its connection is cut. */
export function sendFailure(outlet: Outlet, { request, response, inbound }: Exchange, failure: Failure): void {
  if (response.headersSent) {
    response.destroy();
    end(inbound);
    return;
  }
  const { status, body: enveloped } = failureAnswer(failure);
  const body = inbound.failureBody?.(failure) ?? enveloped;
  const headers = [...FAILURE_HEADERS, 'Content-Length', String(Buffer.byteLength(body)), ...commonHeaders(inbound)];
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  if (failure instanceof RateLimited) headers.push('Retry-After', String(failure.retryAfterS));
  const isCut = status === 413 && !request.complete;
  if (isCut || Number(request.headers['content-length'] ?? 0) > DRAIN_BYTES_MAX) headers.push('Connection', 'close');
  response.writeHead(status, headers);
  response.end(Buffer.from(body).toString('latin1'), 'latin1');
  finish(outlet, inbound, status);
}

function finish(outlet: Outlet, inbound: InboundRequest, status: number): void {
  const elapsedMs = performance.now() - inbound.startedAtMs;
  outlet.metrics.observe(inbound.route, status, elapsedMs / 1000);
  outlet.onSent(inbound, status, elapsedMs);
  end(inbound);
}

/** Lets go of what the request held while it was worked on. */
export function end(inbound: InboundRequest): void {
  inbound.onFinish?.();
  inbound.onFinish = undefined;
}
