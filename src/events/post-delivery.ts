/** Sends one body to one subscriber: a checked address, no redirects, a counted answer, one timer over all of it. */
import { Agent, request } from 'undici';
import { readPublicUrl } from '../network/address-guard.ts';
import { guardedConnector, type Network } from '../network/guarded-connector.ts';

const CONNECT_TIMEOUT_MS = 5000;
const TOTAL_TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const SNIPPET_LENGTH = 1000;
const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/** Where a body goes. */
export interface Target {
  url: string;
  /** The address may lie in the operator's own network, and may be plain http. */
  allowPrivate: boolean;
}

/** What came of an attempt. */
export interface Answer {
  /** Null where none came. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer's body. */
  snippet: string | null;
  /** How long the subscriber asked to be left alone. */
  retryAfterMs: number | undefined;
}

/** Posts `body`; never throws: whatever goes wrong is the answer. */
export async function postDelivery(
  target: Target,
  body: Buffer | string,
  headers: Record<string, string>,
  network: Network,
  signal?: AbortSignal,
): Promise<Answer> {
  const none = { status: null, snippet: null, retryAfterMs: undefined };
  try {
    if (!target.allowPrivate) readPublicUrl(target.url);
  } catch (error) {
    return { ...none, error: `the address ${(error as Error).message}` };
  }
  const totalMs = network.totalMs ?? TOTAL_TIMEOUT_MS;
  const agent = new Agent({
    connect: target.allowPrivate ? { timeout: CONNECT_TIMEOUT_MS } : guardedConnector(network, CONNECT_TIMEOUT_MS),
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    maxHeaderSize: 16_384,
  });
  // An AbortSignal does not stop undici while a name is looked up or a connection made; destroying the agent does.
  const cut = (reason: string) => void agent.destroy(new Error(reason)).catch(() => undefined);
  const timer = setTimeout(() => cut(`no whole answer within ${totalMs / 1000} s`), totalMs);
  const onAbort = () => cut('the process is ending');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await request(target.url, { dispatcher: agent, method: 'POST', body, headers });
    const retryAfterMs = readRetryAfter(answer.headers['retry-after']);
    const snippet = await readSnippet(answer.body as AsyncIterable<Uint8Array>);
    const { statusCode: status } = answer;
    const isGood = status >= 200 && status < 300;
    return { status, snippet, retryAfterMs, error: isGood ? null : `answered ${status}` };
  } catch (error) {
    return { ...none, error: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await agent.destroy();
  }
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

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(RETRY_AFTER_MAX_MS, Math.max(0, wait)) : undefined;
}

const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string };
  const text = message || code || (cause instanceof Error ? cause.message : '') || String(error);
  return text.replaceAll('\0', '').slice(0, 300);
};
