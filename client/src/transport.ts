/** One call over HTTP: key, ETag, time limit, repetition and abort; gives `data` or throws. */
import { type AnswerCache, type KeptAnswer, MemoryCache } from './answer-cache.ts';
import { CardstockError, type ErrorCode } from './cardstock-error.ts';

/** How failed calls are repeated. All calls may be: none of them changes anything. */
export interface RetryRule {
  /** Calls in all; 1 repeats nothing. */
  attempts: number;
  /** About how long the first pause is; each further one is twice as long. */
  baseMs: number;
  /** No pause is longer: a `Retry-After` beyond it is thrown at once. */
  capMs: number;
}

export interface CardstockOptions {
  /** Where the service is: `https://cards.example`, with a path where it is served under one. */
  baseUrl: string;
  /** Without it no `Authorization` is sent: for pages that are signed in by a cookie. */
  key?: string | undefined;
  /** Stands in for the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Where answers are kept; by default 8 million characters in memory. `null` keeps none. */
  cache?: AnswerCache | null | undefined;
  /** By default 4 attempts from 300 ms on, capped at 30 s. */
  retry?: Partial<RetryRule> | undefined;
  /** How long one attempt may take, its body included; by default 30 s. */
  timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the call, also while it waits to be repeated; the call throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

const RETRY: RetryRule = { attempts: 4, baseMs: 300, capMs: 30_000 };

export class Transport {
  readonly #options: CardstockOptions;
  readonly #base: string;
  readonly #retry: RetryRule;
  readonly #cache: AnswerCache | null;
  readonly #warned = new Set<string>();

  constructor(options: CardstockOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, '');
    this.#retry = { ...RETRY, ...options.retry };
    this.#cache = options.cache === undefined ? new MemoryCache() : options.cache;
  }

  /** Reads `data`, or a whole body where the address is outside the envelope. */
  async get<Data>(path: string, query: Query = {}, { signal }: CallOptions = {}): Promise<Data> {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
    const url = this.#base + path + `?${given}`.replace(/\?$/, '');
    return (await this.#repeat(signal, async () => {
      const kept = await this.#cache?.get(url);
      return this.#exchange(url, kept ? { headers: { 'if-none-match': kept.etag } } : {}, signal, kept);
    })) as Data;
  }

  async post<Data>(path: string, init: RequestInit, { signal }: CallOptions = {}): Promise<Data> {
    const url = this.#base + path;
    return (await this.#repeat(signal, () => this.#exchange(url, { ...init, method: 'POST' }, signal))) as Data;
  }

  async #repeat<T>(signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        const pause = error instanceof CardstockError ? this.#pauseMs(error, count) : undefined;
        if (pause === undefined) throw error;
        await wait(pause, signal);
      }
    }
  }

  /** How long to wait before the next attempt; undefined when there is to be none. */
  #pauseMs({ code, status = 0, retryAfterS = 0 }: CardstockError, count: number): number | undefined {
    const { attempts, baseMs, capMs } = this.#retry;
    const isPassing = code === 'network' || code === 'timeout' || status === 429 || status >= 500;
    const isOver = count >= attempts || retryAfterS * 1000 > capMs;
    if (!isPassing || isOver || code === 'scan_unavailable') return undefined;
    // Never before Retry-After, and never all callers at once.
    const half = Math.min(capMs, baseMs * 2 ** (count - 1)) / 2;
    return Math.min(capMs, Math.max(retryAfterS * 1000, half) + Math.random() * half);
  }

  async #exchange(url: string, init: RequestInit, signal: AbortSignal | undefined, kept?: KeptAnswer) {
    const { response, body } = await this.#send(url, init, signal);
    this.#warn(response.headers.get('cardstock-ignored'));
    if (response.status === 304 && kept) return payload(JSON.parse(kept.body));
    const parsed = parse(body);
    if (!response.ok || parsed === undefined || parsed === null) throw failure(url, response, parsed);
    const etag = response.headers.get('etag');
    if (etag && init.method !== 'POST') await this.#cache?.set(url, { etag, body });
    return payload(parsed);
  }

  /** Tells once of each parameter that the service does not know, or of one that is too new for it. */
  #warn(ignored: string | null): void {
    if (ignored === null || this.#warned.has(ignored)) return;
    this.#warned.add(ignored);
    console.warn(`Cardstock ignored these parameters: ${ignored}`);
  }

  async #send(url: string, init: RequestInit, signal: AbortSignal | undefined) {
    const { key, fetch = (address, given) => globalThis.fetch(address, given), timeoutMs = 30_000 } = this.#options;
    const headers = { ...init.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    const stop = new AbortController();
    const end = () => stop.abort();
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end);
    try {
      // Whoever a redirect leads to would be asked, on the same host with the key: it is answered as a failure instead.
      const redirect = key === undefined ? 'follow' : 'manual';
      const response = await fetch(url, { ...init, headers, redirect, signal: stop.signal });
      return { response, body: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (stop.signal.aborted) throw new CardstockError('timeout', `${url} did not answer within ${timeoutMs} ms.`);
      throw new CardstockError('network', `${url} could not be reached.`, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}

/** What stands inside the envelope; a body that has none is the payload itself. */
const payload = (body: unknown): unknown => {
  const isEnvelope = typeof body === 'object' && body !== null && 'data' in body && 'error' in body;
  return isEnvelope ? body.data : body;
};

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function failure(url: string, { status, headers }: Response, body: unknown): CardstockError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const facts = { status, requestId, retryAfterS: retryAfterOf(headers) };
  const { error } = (body ?? {}) as { error?: { code: ErrorCode; message: string } | null };
  if (error?.code) return new CardstockError(error.code, error.message, facts);
  return new CardstockError('unexpected_answer', `${url} answered ${status}, and not as Cardstock does.`, facts);
}

/** `Retry-After` holds seconds or a date; without one, a spent budget says when it regains a request. */
function retryAfterOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? /;\s*r=0\s*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Waits; an abort of `signal` ends it with the signal's reason. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
