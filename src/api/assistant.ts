/** `/mcp`: tools for assistants, in the norm's own forms; the kit that speaks them is loaded with the first call. */
import { jsonValue } from '../catalog/words/json-value.ts';
import { Failure } from '../failure.ts';
import { jsonAnswer, type PlainAnswer } from './answer/send.ts';
import type { RouteRequest } from './request.ts';

const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface Assisting {
  /** Answers a request whose body is parsed; `ask` calls endpoints with the caller's key. */
  assist(request: Request, body: unknown, caller: { ask: RouteRequest['ask']; mayScan: boolean }): Promise<Response>;
}

const refusal = (status: number, code: number, message: string, id: unknown = null): PlainAnswer =>
  jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } }, status);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** There is no stream to open and no session to end. */
export const refuseMethod = async (): Promise<PlainAnswer> => ({
  ...refusal(405, -32000, 'Method not allowed: POST a request.'),
  headers: ['Allow', 'POST'],
});

export async function answerAssistant(asked: RouteRequest, { assist }: Assisting): Promise<PlainAnswer> {
  const { headers, upload, key, ask } = asked;
  // Pages of origins that the operator has not named could use a visitor's network, by names that lead here.
  if (asked.isForeign) return refusal(403, -32000, 'This origin is not allowed: name it in CARDSTOCK_CORS.');
  let body: unknown;
  try {
    body = jsonValue((await upload.read(BODY_BYTES_MAX, 'The body may hold at most 4 MB.')).toString());
  } catch (error) {
    if (error instanceof SyntaxError) return refusal(400, -32700, 'The body is no JSON.');
    if (error instanceof Failure && error.code === 'payload_too_large') return refusal(413, -32600, error.message);
    throw error;
  }
  if (!isObject(body)) return refusal(400, -32600, 'The body must be one request.');
  type Asked = { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  const { id: told, method, params } = body as Asked;
  const id = typeof told === 'string' || typeof told === 'number' ? told : null;
  // The kit would answer such a call with what its own validator says of it.
  const { name, arguments: args = {} } = params ?? {};
  if (method === 'tools/call' && id !== null && !(typeof name === 'string' && isObject(args))) {
    return refusal(400, -32602, 'tools/call needs params with a name, and arguments that are an object.', id);
  }
  // Nothing is announced here, so there is nothing to listen to: the kit would open a stream all the same.
  if (method === 'subscriptions/listen') return refusal(404, -32601, 'Method not found', id);
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const sent = { method: 'POST', headers: given as [string, string][] };
  const request = new Request('http://cardstock.internal/mcp', sent);
  const answer = await assist(request, body, { ask, mayScan: key?.scopes.has('scan') ?? false }).catch((cause) => {
    throw new Failure('internal', 'Something went wrong on our side. Try again.', { cause });
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  return { type, status: answer.status, body: await answer.text() };
}
