/** The HTTP server with its limits, and the envelope also where Node would answer by itself. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '../../failure.ts';
import { FAILURE_HEADERS } from '../answer/send.ts';
import { failureAnswer } from '../errors.ts';

/** Times in milliseconds, sizes in bytes; tests shorten the times. */
const LIMITS = {
  /** A head that is not there by then is an attack or a dead line. */
  headersTimeout: 10_000,
  /** A photo of 10 MB over a slow line has to fit. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than the 60 s after which load balancers drop idle connections: they must be the first. */
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16_384,
};
export type ServerLimits = typeof LIMITS;
const HEADERS_MAX = 100;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export function createHttpServer(handler: Handler, limits: Partial<ServerLimits> = {}): Server {
  // Node answers a missing Host without a body; the front does with one.
  const server = createServer({ ...LIMITS, ...limits, requireHostHeader: false, optimizeEmptyRequests: true }, handler);
  server.maxHeadersCount = HEADERS_MAX;
  // A connection is not closed for what it has carried, nor for a caller who reads an export or follows a run slowly.
  server.maxRequestsPerSocket = 0;
  server.timeout = 0;
  server.on('checkExpectation', handler);
  server.on('connect', (_request, socket) => refuse(socket, new Failure('not_found', 'There is nothing here.')));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer that has begun cannot be taken back, and a caller that has left reads none.
    const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse };
    if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) socket.destroy(error);
    else refuse(socket, new Failure('bad_request', publicReason(error.code)));
  });
  return server;
}

function refuse(socket: Duplex, failure: Failure): void {
  const { status, body } = failureAnswer(failure);
  const headers = [...FAILURE_HEADERS, 'Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
  // A caller that keeps sending is not waited for.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
}

function publicReason(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  if (code === 'HPE_INVALID_URL') {
    return 'The address of the request is not valid: letters beyond ASCII must be percent-encoded (%C3%A9 for é).';
  }
  return 'The request is not valid HTTP.';
}
