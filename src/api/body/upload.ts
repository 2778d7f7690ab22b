/** The body of a request: read by the routes that take one, counted, held for no longer than its answer; JSON is checked against a schema. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { TSchema } from 'typebox';
import { jsonValue } from '../../catalog/words/json-value.ts';
import { requireShape } from '../../catalog/words/required-shape.ts';
import { Failure } from '../../failure.ts';
import { DRAIN_BYTES_MAX, RateLimited } from '../answer/send.ts';
import { requireText } from '../parameters.ts';

/** All bodies in memory together; further ones are refused until some were answered. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
const RETRY_S = 1;

export interface Upload {
  contentType: string | undefined;
  contentCoding: string | undefined;
  /**
   * Reads it whole.
   * @param refusal what the caller of a larger one is told
   * @throws Failure payload_too_large, once what remains was read and dropped, so that a caller who is still sending
   * gets to read the answer; or rate_limited when too many are in memory
   */
  read(bytesMax: number, refusal: string): Promise<Buffer>;
}

/** A body may be packed by its transfer too, which Node passes on as it came. */
const codingOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers['transfer-encoding']?.replace(/,?\s*chunked$/i, '') || headers['content-encoding'];

export class Uploads {
  #heldBytes = 0;

  of(request: IncomingMessage, response: ServerResponse): Upload {
    return {
      contentType: request.headers['content-type'],
      contentCoding: codingOf(request.headers),
      read: (bytesMax, refusal) => this.#read(request, response, bytesMax, refusal),
    };
  }

  async #read(request: IncomingMessage, response: ServerResponse, bytesMax: number, tooMuch: string): Promise<Buffer> {
    const tooLarge = () => new Failure('payload_too_large', tooMuch);
    if (Number(request.headers['content-length'] ?? 0) > DRAIN_BYTES_MAX) throw tooLarge();
    const chunks: Buffer[] = [];
    let [size, held] = [0, 0];
    const release = () => {
      this.#heldBytes -= held;
      held = 0;
    };
    response.once('close', release);
    let refusal: Failure | undefined;
    try {
      // Whoever is told that it is too much reads that on the same connection.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > DRAIN_BYTES_MAX) throw tooLarge();
        if (size > bytesMax) refusal ??= tooLarge();
        else if (this.#heldBytes + chunk.length > HELD_BYTES_MAX) refusal ??= busy();
        if (refusal !== undefined) {
          chunks.length = 0;
          release();
          continue;
        }
        this.#heldBytes += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof Failure ? error : new Failure('bad_request', 'The body did not arrive whole.');
    }
    if (refusal !== undefined) throw refusal;
    return Buffer.concat(chunks);
  }
}

const busy = () => new RateLimited('Too much is being sent at once; try again.', RETRY_S);

const BYTES_MAX = 64 * 1024;
const MEDIA_TYPE = /^application\/json *(?:;|$)/i;

/**
 * The body as `schema` has it; a request without a body says `{}`.
 * @throws Failure bad_request for another content type, more than 64 kB, broken JSON, or what the schema does not allow
 */
export async function readJsonBody({ read }: Upload, headers: IncomingHttpHeaders, schema: TSchema): Promise<unknown> {
  const { 'content-length': length, 'content-type': type = '', 'transfer-encoding': coding } = headers;
  const isEmpty = coding === undefined && Number(length ?? 0) === 0;
  if (!isEmpty && !MEDIA_TYPE.test(type)) throw new Failure('bad_request', 'The body must be application/json.');
  if (Number(length ?? 0) > BYTES_MAX) throw tooLarge();
  const bytes = await read(BYTES_MAX, '').catch((cause) => {
    throw cause instanceof Failure && cause.code === 'payload_too_large' ? tooLarge() : cause;
  });
  const body = isEmpty ? {} : jsonIn(bytes, undefined, requireTexts);
  requireShape(schema, body);
  return body;
}

const tooLarge = () => new Failure('bad_request', `The body may hold at most ${BYTES_MAX / 1024} kB.`);

const requireTexts = (name: string, value: unknown) => {
  if (typeof value === 'string') requireText(/^\d*$/.test(name) ? 'The body' : name, value);
  return value;
};

/** The value that a body holds as UTF-8. @throws Failure bad_request */
export function jsonIn(bytes: Buffer, says = 'The body is no JSON.', reviver?: typeof requireTexts): unknown {
  try {
    return jsonValue(new TextDecoder('utf-8', { fatal: true }).decode(bytes), reviver);
  } catch (cause) {
    throw cause instanceof Failure ? cause : new Failure('bad_request', says, { cause });
  }
}
