/** A load balancer of the plainest kind: it asks /readyz, forwards each request once, and answers 502 where that failed. */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listening, listening } from './listening.ts';

const ASKED_EVERY_MS = 100;
const ANSWER_MS_MAX = 2000;

interface Backend {
  port: number;
  /** Kept connections of its own, as balancers hold them. */
  agent: Agent;
  isReady: boolean;
  forwarded: number;
}

/** Whether a process says that requests may be sent to it; asked on a connection of its own each time. */
export async function isReadyAt(port: number): Promise<boolean> {
  const asked = httpRequest({ port, path: '/readyz', agent: false, timeout: ANSWER_MS_MAX });
  return new Promise((resolve) => {
    asked.on('response', (response) => resolve(response.resume().statusCode === 200));
    asked.on('timeout', () => asked.destroy());
    asked.on('close', () => resolve(false)).on('error', () => resolve(false));
    asked.end();
  });
}

export interface Balancer extends Listening {
  /** How many requests it sent to the process on this port. */
  forwardedTo(port: number): number;
}

/** Balances over the processes on these ports of this machine, whichever of them are ready. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends: Backend[] = ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true }),
    isReady: false,
    forwarded: 0,
  }));
  let turn = 0;
  const next = () => {
    turn += 1;
    return backends.map((_, at) => backends[(turn + at) % backends.length]).find((backend) => backend?.isReady);
  };
  const server = createServer((request, response) => {
    const backend = next();
    if (backend === undefined) return void response.writeHead(503).end('no process is ready');
    forward(backend, request, response);
  });
  const ending = new AbortController();
  const asking = backends.map(async (backend) => {
    while (!ending.signal.aborted) {
      backend.isReady = await isReadyAt(backend.port);
      await sleep(ASKED_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  });
  const own = await listening(server);
  return {
    ...own,
    forwardedTo: (port) => backends.find((backend) => backend.port === port)?.forwarded ?? 0,
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await Promise.all(asking);
      for (const { agent } of backends) agent.destroy();
      await own[Symbol.asyncDispose]();
    },
  };
}

function forward(backend: Backend, request: IncomingMessage, response: ServerResponse): void {
  const { port, agent } = backend;
  const { connection: _, ...headers } = request.headers;
  backend.forwarded += 1;
  const sent = httpRequest({ port, agent, method: request.method, path: request.url, headers }, (answer) => {
    const { connection: __, 'keep-alive': ___, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  sent.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end(`${error.message} from ${port}`);
  });
  request.pipe(sent);
}
