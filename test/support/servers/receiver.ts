/** A subscriber for tests: an HTTP server that keeps what it got and answers as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.ts';

/** One delivery as it came. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  at: number;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Resolves when `count` deliveries have come; rejects when none came for longer than the first wait of a retry. */
  got(count: number): Promise<Received[]>;
}

const SILENCE_MS_MAX = 20_000;

/** Answers 204, or as `answer` does. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, request: IncomingMessage) => void = (response) => {
    response.writeHead(204).end();
  },
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const delivery = { headers, body: Buffer.concat(chunks).toString('utf8'), at: Date.now() };
      received.push(delivery);
      answer(response, delivery, request);
      for (const check of waiting) check();
    });
  });
  const listens = await listening(server);
  return {
    url: `${listens.base}/hook`,
    received,
    got: (count) =>
      new Promise((resolve, reject) => {
        const silent = () => {
          waiting.delete(check);
          reject(new Error(`${received.length} of ${count} deliveries came, then none for ${SILENCE_MS_MAX} ms`));
        };
        const timer = setTimeout(silent, SILENCE_MS_MAX);
        const check = () => {
          timer.refresh();
          if (received.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve([...received]);
        };
        waiting.add(check);
        check();
      }),
    [Symbol.asyncDispose]: () => listens[Symbol.asyncDispose](),
  };
}
