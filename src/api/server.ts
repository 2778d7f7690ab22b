/** Builds the HTTP server, the front before the router, and closes it; listening is the caller's. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from './context.ts';
import { Front, type FrontParts } from './front/front.ts';
import { createHttpServer, type ServerLimits } from './front/http-server.ts';
import { openRouter } from './router.ts';

/** How long connections in use are told to go, before those that are idle are closed. */
const GOODBYE_MS = 500;
/** How long a request at work may go on: supervisors kill after 15 s or more. */
const FINISH_MS = 12_000;

export interface ServerParts {
  context: ApiContext;
  front: FrontParts;
  /** Shortened by tests. */
  limits?: Partial<ServerLimits>;
}

export function buildServer({ context, front: parts, limits }: ServerParts): Server {
  const front = new Front(parts, openRouter(parts, context), context.compat);
  return createHttpServer((request, response) => front.handle(request, response), limits);
}

/**
 * Closes the server without losing a request. For `delayMs` it goes on listening: a load balancer sends requests until
 * it has asked /readyz again. Then it stops listening, by the way of node:net: the one of node:http would cut
 * connections that are between two requests. Their next answers say `Connection: close`; what stays silent is closed
 * after a while, and what is still at work may finish.
 */
export async function drain(server: Server, delayMs = 0): Promise<void> {
  if (server.listening && delayMs > 0) await sleep(delayMs);
  const isEmpty = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([isEmpty, sleep(GOODBYE_MS, undefined, { ref: false })]);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await isEmpty;
  clearTimeout(cut);
}
