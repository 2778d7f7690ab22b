/** Sends one body to one subscriber: a checked address, no redirects, a counted answer, one timer over all of it. */
import type { Client, Dispatcher } from 'undici';
import { readPublicUrl } from '../network/address-guard.ts';
import { guardedConnector, type Network } from '../network/guarded-connector.ts';
import { undici } from '../network/http-client.ts';
import { retryAfterMs } from '../time.ts';

const CONNECT_TIMEOUT_MS = 5000;
const TOTAL_TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const SNIPPET_LENGTH = 1000;
/** Long enough for the next body of a day's events; few servers close sooner what nothing comes over. */
const KEPT_MS = 4000;
const KEPT_MAX = 64;
/** What is said of a connection that the other side closed. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const TOO_MANY = 429;
const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

export interface Target {
  url: string;
  /** The address may lie in the operator's own network, and may be plain http. */
  allowPrivate: boolean;
}

export interface Answer {
  /** Null where none came. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer's body. */
  snippet: string | null;
  retryAfterMs: number | undefined;
}

/** Makes an attempt; never throws: whatever goes wrong is the answer. */
export type Post = (
  target: Target,
  body: Buffer | string,
  headers: Record<string, string>,
  network: Network,
  signal?: AbortSignal,
) => Promise<Answer>;

/** Connections that wait for the next body to the same host: on one that is kept nothing is looked up, dialled or agreed anew. */
export class KeptConnections {
  /** With the host of each; those used last are behind. */
  readonly #idle = new Map<Client, string>();

  take(host: string): Client | undefined {
    const client = [...this.#idle].findLast(([, of]) => of === host)?.[0];
    if (client !== undefined) this.#idle.delete(client);
    return client;
  }

  /** Keeps it until its time is over, the subscriber closes it, or it is the oldest of too many. */
  keep(host: string, client: Client): void {
    if (!client.stats.connected) {
      letGo(client);
      return;
    }
    if (client.listenerCount('disconnect') === 0) client.on('disconnect', () => this.#idle.delete(client));
    this.#idle.set(client, host);
    for (const oldest of this.#idle.keys()) if (this.#idle.size > KEPT_MAX) this.#close(oldest);
  }

  close(): void {
    for (const client of this.#idle.keys()) this.#close(client);
  }

  #close(client: Client): void {
    this.#idle.delete(client);
    letGo(client);
  }
}

const letGo = (client: Client, reason: Error | null = null) => void client.destroy(reason).catch(() => undefined);

const connectionTo = (origin: string, allowPrivate: boolean, network: Network) =>
  new (undici().Client)(origin, {
    connect: allowPrivate ? { timeout: CONNECT_TIMEOUT_MS } : guardedConnector(network, CONNECT_TIMEOUT_MS),
    headersTimeout: network.totalMs ?? TOTAL_TIMEOUT_MS,
    bodyTimeout: network.totalMs ?? TOTAL_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS,
  });

/** Posts `body`, over a connection of `kept` where there is one; never throws: whatever goes wrong is the answer. */
export async function postDelivery(
  ...[{ url, allowPrivate }, body, headers, network, signal, kept]: [...Parameters<Post>, kept?: KeptConnections]
): Promise<Answer> {
  const none = { status: null, snippet: null, retryAfterMs: undefined };
  let origin: string;
  try {
    ({ origin } = allowPrivate ? new URL(url) : readPublicUrl(url));
  } catch (error) {
    return { ...none, error: `the address ${(error as Error).message}` };
  }
  const host = `${origin} ${allowPrivate}`;
  const taken = kept?.take(host);
  let client = taken ?? connectionTo(origin, allowPrivate, network);
  let isCut = false;
  // An AbortSignal does not stop undici while a name is looked up or a connection made; destroying the client does.
  const cut = (reason: string) => {
    isCut = true;
    letGo(client, new Error(reason));
  };
  const totalMs = network.totalMs ?? TOTAL_TIMEOUT_MS;
  const timer = setTimeout(() => cut(`no whole answer within ${totalMs / 1000} s`), totalMs);
  const onAbort = () => cut('the process is ending');
  signal?.addEventListener('abort', onAbort, { once: true });
  const send = () => undici().request(url, { dispatcher: client, method: 'POST', body, headers });
  try {
    const answer = await send().catch((error) => {
      // A subscriber may close what is kept while the body is on its way: that says nothing of how it takes a body.
      if (client !== taken || isCut || !CLOSED.has(error.code)) throw error;
      client = connectionTo(origin, allowPrivate, network);
      return send();
    });
    const read = await readAnswer(answer);
    if (kept === undefined) letGo(client);
    else kept.keep(host, client);
    return read;
  } catch (error) {
    letGo(client);
    return { ...none, error: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function readAnswer({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const snippet = await readSnippet(body as AsyncIterable<Uint8Array>);
  const waitMs = retryAfterMs(headers, new Date()) ?? (status === TOO_MANY ? saidMs(snippet) : undefined);
  const held = waitMs === undefined ? undefined : Math.min(RETRY_AFTER_MAX_MS, waitMs);
  return { status, snippet, retryAfterMs: held, error: status >= 200 && status < 300 ? null : `answered ${status}` };
}

/** Chats say in the body how many seconds to wait, Telegram there alone. */
function saidMs(snippet: string): number | undefined {
  const seconds = /"retry_after":\s*(\d+(?:\.\d+)?)/.exec(snippet)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** The beginning of a body; one that is too long is left where it is. */
async function readSnippet(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error(`answered more than ${ANSWER_BYTES_MAX / 1024} kB`);
  }
  // PostgreSQL takes no NUL in text.
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, SNIPPET_LENGTH);
}

const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string };
  const text = message || code || (cause instanceof Error ? cause.message : '') || String(error);
  return text.replaceAll('\0', '').slice(0, 300);
};
