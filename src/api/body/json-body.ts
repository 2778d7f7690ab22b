/** Reads the JSON body of a request: counted, checked against the route's schema, refused in words of the caller's. */
import type { IncomingMessage } from 'node:http';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { Failure } from '../../failure.ts';
import { requireText } from '../parameters.ts';

const BYTES_MAX = 64 * 1024;
const MEDIA_TYPE = /^application\/json *(?:;|$)/i;

/**
 * The body as `schema` has it; a request without a body says `{}`.
 * @throws Failure bad_request for another content type, more than 64 kB, broken JSON, or what the schema does not allow
 */
export async function readJsonBody(request: IncomingMessage, schema: TSchema): Promise<unknown> {
  const { 'content-length': length, 'content-type': type = '', 'transfer-encoding': coding } = request.headers;
  const isEmpty = coding === undefined && Number(length ?? 0) === 0;
  if (!isEmpty && !MEDIA_TYPE.test(type)) throw new Failure('bad_request', 'The body must be application/json.');
  if (Number(length ?? 0) > BYTES_MAX) throw tooLarge();
  const body = isEmpty ? {} : parsed(await readBytes(request));
  const [fault] = Errors(schema, body);
  if (fault === undefined) return body;
  const place = fault.instancePath === '' ? 'The body' : fault.instancePath.slice(1).replaceAll('/', '.');
  throw new Failure('bad_request', `${place} ${fault.message}.`);
}

const tooLarge = () => new Failure('bad_request', `The body may hold at most ${BYTES_MAX / 1024} kB.`);

/** What is over the limit is left to flow past, so that the caller gets to read the refusal. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BYTES_MAX) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // The caller has left: nobody reads the answer.
    request.on('close', () => reject(new Failure('bad_request', 'The body did not come whole.')));
    request.on('error', (cause) => reject(new Failure('bad_request', 'The body did not come whole.', { cause })));
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes), (name, value) => {
      if (typeof value === 'string') requireText(name || 'The body', value);
      return value;
    });
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('bad_request', 'The body is no JSON.', { cause });
  }
}
