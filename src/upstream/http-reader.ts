/** The polite HTTP client: names itself, asks conditionally, paces itself, retries with jitter, and takes no endless body. */
import { createRequire } from 'node:module';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { EnvHttpProxyAgent } from 'undici';
import { OperatorFailure, reachTrouble } from '../failure.ts';
import { REAL_TIME, retryAfterMs, type Time } from '../time.ts';
import {
  Outage,
  type PutOff,
  type Read,
  type ReadOptions,
  type SizeLimit,
  type UpstreamDocument,
  wholeDocument,
} from './document.ts';
import { Scratch, ScratchFault } from './scratch/scratch-file.ts';
import { requireRoom, sizeLimit, togetherLimit } from './size-limit.ts';

export interface CrawlPolicy {
  /** Sent with every request: upstreams refuse clients that do not say who they are. */
  userAgent: string;
  /** Least time between the starts of two requests. */
  pauseMs: number;
  connections: number;
  /** Megabytes that the whole run may take. */
  memoryMb?: number;
  /** Retries of one document stop after this long. */
  giveUpAfterMs: number;
  /** First wait before a retry; doubles, with full jitter. */
  retryAfterMs?: number;
  /** Told why a document is about to be asked for again: minutes may pass. */
  onWait?(why: string): void;
}

export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array> & {
    /** Lets the rest go by. */
    dump(): Promise<unknown>;
  };
}

/** Connections to whatever host is asked. */
export interface Connections {
  request(
    url: string,
    asked: { method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null },
  ): Promise<HttpAnswer>;
  destroy(): Promise<void>;
}

/** What the reader needs of the world outside. A simulation has its own. */
export interface HttpSurroundings extends Time {
  /** Goes on at its pace, whatever the clock is set to. */
  elapsedMs(): number;
  random(): number;
  connect(most: number): Connections;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Longest silence before the head and between two parts of a body. */
const SILENCE_TIMEOUT_MS = 30_000;
const RETRY_FIRST_MS = 1000;
const RETRY_WAIT_MAX_MS = 60_000;
/** A body that brings less than this while it goes on never comes to its end, though it is never silent for long. */
const LEAST_BYTES_A_SECOND = 2048;
const SLOW_FOR_MS = 60_000;
const OK = 200;
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Loaded with the first request: 109 files that most commands can do without. */
const undici = (): typeof import('undici') => createRequire(import.meta.url)('undici');

function byProxies(options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent {
  try {
    const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY } = process.env;
    for (const proxy of [https_proxy ?? HTTPS_PROXY, http_proxy ?? HTTP_PROXY])
      if (proxy && !/^https?:/i.test(proxy)) throw new Error('no proxy of HTTP');
    return new (undici().EnvHttpProxyAgent)(options);
  } catch (cause) {
    throw new OperatorFailure(
      'HTTPS_PROXY or HTTP_PROXY is no address of a proxy: set it to one such as http://proxy:3128',
      { cause },
    );
  }
}

function connectByUndici(connections: number): Connections {
  // HTTPS_PROXY, HTTP_PROXY and NO_PROXY hold for sources alone: deliveries and photos go to whoever was named, and nowhere else.
  const dispatcher = byProxies({
    connections,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
  });
  return {
    request: (url, asked) => undici().request(url, { ...asked, dispatcher }),
    destroy: () => dispatcher.destroy(),
  };
}

const REAL: HttpSurroundings = {
  ...REAL_TIME,
  elapsedMs: () => performance.now(),
  random: Math.random,
  connect: connectByUndici,
};

/** An attempt that may go better the next time. */
class Passing extends Error {
  readonly putOff: PutOff;

  constructor(message: string, putOff: PutOff = {}) {
    super(message);
    this.putOff = putOff;
  }
}

/** @throws Error where the bytes only trickle */
async function* atPace(body: AsyncIterable<Uint8Array>, elapsedMs: () => number) {
  const began = elapsedMs();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    const tookMs = elapsedMs() - began;
    if (tookMs > SLOW_FOR_MS && bytes < (tookMs / 1000) * LEAST_BYTES_A_SECOND) {
      throw new Error(`it brought ${bytes} bytes in ${Math.round(tookMs / 1000)} s`);
    }
    yield chunk;
  }
}

async function bodyChunks(
  { headers, body: received }: HttpAnswer,
  url: string,
  { limit, packed = false, elapsedMs }: { limit: SizeLimit; packed: boolean | undefined; elapsedMs: () => number },
): Promise<Scratch> {
  const zipped = headers['content-encoding'] === 'gzip' && !packed;
  const paced = atPace(received, elapsedMs);
  // `pipeline` hands a broken connection on to the reader of the unzipped side, where the loop below meets it.
  const body = zipped ? pipeline(paced, createGunzip(), () => undefined) : paced;
  const scratch = new Scratch();
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      requireRoom(url, size, limit);
      scratch.add(chunk);
    }
  } catch (error) {
    scratch.close();
    if (error instanceof Outage || error instanceof ScratchFault) throw error;
    throw new Passing(`${url}: ${reachTrouble(error)}`, { by: OK });
  }
  return scratch;
}

async function attempt(
  connections: Connections,
  url: string,
  options: ReadOptions,
  { userAgent, memoryMb }: CrawlPolicy,
  { now, elapsedMs }: Pick<HttpSurroundings, 'now' | 'elapsedMs'>,
): Promise<UpstreamDocument> {
  const { etag = null, method = 'GET', headers = {}, body = null, bytesMax, packed } = options;
  const conditional = etag === null ? {} : { 'if-none-match': etag };
  const answer = await connections.request(url, {
    method,
    body,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...conditional,
      ...headers,
      'user-agent': userAgent,
    },
  });
  const status = answer.statusCode;
  const type = String(answer.headers['content-type'] ?? '');
  // A portal or challenge page answers 200 with a page of its own.
  const isPage = type.startsWith('text/html');
  if (status !== OK || isPage) await answer.body.dump();
  if (status === 304 && etag !== null) return wholeDocument(url, [], etag, etag);
  if (status !== OK) {
    const { location } = answer.headers;
    const message = `${url} answered ${status}${location === undefined ? '' : `, moved to ${String(location)}`}`;
    if (RETRYABLE.has(status)) throw new Passing(message, { by: status, waitMs: retryAfterMs(answer.headers, now()) });
    throw new Outage(message, { status });
  }
  if (isPage) throw new Outage(`${url} answered a web page instead of data`);
  const limit = sizeLimit(memoryMb, bytesMax);
  const chunks = await bodyChunks(answer, url, { limit, packed, elapsedMs });
  const tag = answer.headers.etag;
  const document = wholeDocument(url, chunks, typeof tag === 'string' ? tag : null, null);
  return { ...document, together: togetherLimit(memoryMb) };
}

function pacer(pauseMs: number, { elapsedMs, sleep }: HttpSurroundings, signal: AbortSignal): () => Promise<void> {
  let next = 0;
  return async () => {
    if (pauseMs === 0) return;
    const now = elapsedMs();
    const start = Math.max(now, next);
    next = start + pauseMs;
    if (start > now) await sleep(start - now, signal);
  };
}

/**
 * A client for one source. `read` resolves with the whole body received, so that a cut one is retried as well; closing
 * ends every read under way, one that waits for its next try included.
 */
export function httpReader(crawlPolicy: CrawlPolicy, surroundings = REAL): { read: Read; close(): Promise<void> } {
  const { connect, elapsedMs, random, sleep } = surroundings;
  const connections = connect(crawlPolicy.connections);
  const closing = new AbortController();
  const { signal } = closing;
  const paced = pacer(crawlPolicy.pauseMs, surroundings, signal);

  const read: Read = async (url, options = {}) => {
    const until = elapsedMs() + crawlPolicy.giveUpAfterMs;
    for (let tries = 0; ; tries += 1) {
      await paced();
      try {
        return await attempt(connections, url, options, crawlPolicy, surroundings);
      } catch (error) {
        if (error instanceof Outage || error instanceof ScratchFault || signal.aborted) throw error;
        const passing = error instanceof Passing ? error : new Passing(`${url}: ${reachTrouble(error)}`);
        const backoff = Math.min((crawlPolicy.retryAfterMs ?? RETRY_FIRST_MS) * 2 ** tries, RETRY_WAIT_MAX_MS);
        const wait = Math.max(passing.putOff.waitMs ?? 0, random() * backoff);
        if (elapsedMs() + wait > until) {
          const often = tries === 0 ? 'tried once' : `gave up after ${tries + 1} tries`;
          throw new Outage(`${passing.message} (${often})`, { cause: error, putOff: passing.putOff });
        }
        crawlPolicy.onWait?.(passing.message);
        await sleep(wait, signal);
      }
    }
  };
  return {
    read,
    close: () => {
      closing.abort();
      return connections.destroy();
    },
  };
}
