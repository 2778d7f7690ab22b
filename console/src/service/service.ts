/** The service that this console was loaded from: its client for reads, and calls of the operator's side. */
import { Cardstock, CardstockError, type ErrorCode } from '../../../client/src/cardstock.ts';
import { BELOW, SERVICE } from './root.ts';

const SESSION = '/console/session';
let notifyUnauthorized: () => void = () => undefined;

/** Hears when the session has ended. */
export function onUnauthorized(hear: () => void): void {
  notifyUnauthorized = hear;
}

/** Every request goes with the session's cookie, and only to where this page came from. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' });
  if (response.status === 401 && !url.endsWith(SESSION)) notifyUnauthorized();
  return response;
}

/** Reads and scans. A person who waits is told after a second attempt, and has a button for the third. */
export const client = new Cardstock({ baseUrl: SERVICE, fetch: send, retry: { attempts: 2, capMs: 2000 } });

interface CallOptions {
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Calls a path of the operator's side; gives `data`, nothing where the answer has no body. Nothing is repeated: most of
 * these calls change something.
 * @throws CardstockError
 */
export async function call<Data>(method: string, path: string, { body, signal }: CallOptions = {}): Promise<Data> {
  const init: RequestInit = { method };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await send(`${BELOW}${path}`, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new CardstockError('network', 'No answer came. Is the service running?', { cause });
  });
  if (response.status === 204) return undefined as Data;
  const facts = { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined };
  const answer = await response.json().catch((cause: unknown) => {
    const what = `The answer (${response.status}) is not the service's.`;
    throw new CardstockError('unexpected_answer', what, { ...facts, cause });
  });
  if (response.ok) return answer.data as Data;
  const { code, message } = answer.error as { code: ErrorCode; message: string };
  throw new CardstockError(code, message, facts);
}
