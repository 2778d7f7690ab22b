/** The two shapes in which a photo is sent: a form with a file, or JSON with an address. */
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { Failure } from '../../failure.ts';
import { PHOTO_BYTES_MAX } from '../../scan/photo/photo-at.ts';
import { requireText } from '../parameters.ts';
import { jsonIn, type Upload } from './upload.ts';

/** What a form puts around its file: boundaries, heads, a few fields that are not ours. */
const FORM_BYTES = 64 * 1024;
const JSON_BYTES_MAX = 16 * 1024;
const FIELD = 'image';
const GAME_FIELD = 'game';
/** The whole form is in memory when it is read: a part that is never closed shows at once. */
const FORM_LIMIT_MS = 2000;
const LIMITS = {
  fileSize: PHOTO_BYTES_MAX,
  files: 2,
  fields: 5,
  parts: 8,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  headerSize: 8192,
};

/** A photo's bytes, or the address where it is, and the game that the caller says it is of. */
export type SentPhoto = ({ photo: Buffer } | { url: string }) & { game?: string | undefined };

const SHAPES = `Send multipart/form-data with one file in the field ${FIELD}, or application/json with {"url": "https://…"}; game is text.`;
const TWO_FILES = `The form has more than one file: send one, in the field ${FIELD}.`;
const MANY_PARTS = `The form has too many parts: send one file in the field ${FIELD}, and ${GAME_FIELD} where it is known.`;

/** @throws Failure bad_request, payload_too_large */
export async function readPhoto({ contentType = '', contentCoding, read }: Upload): Promise<SentPhoto> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const isForm = type === 'multipart/form-data';
  // What is no photo is read nevertheless: the caller is still sending, and has to get to read the answer.
  const body = await read(PHOTO_BYTES_MAX + FORM_BYTES, 'The image may have at most 10 MB.');
  if (!isForm && type !== 'application/json') throw new Failure('bad_request', SHAPES);
  if ((contentCoding ?? 'identity').toLowerCase() !== 'identity') {
    throw new Failure('bad_request', 'The body must not be compressed.');
  }
  const sent = isForm ? await photoInForm(body, contentType) : urlInJson(body);
  if (sent.game !== undefined) requireText('game', sent.game);
  return sent;
}

function urlInJson(body: Buffer): SentPhoto {
  if (body.length > JSON_BYTES_MAX) throw new Failure('bad_request', SHAPES);
  const value = jsonIn(body, 'The body is not valid JSON.');
  const own = (name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  const [url, game] = [own('url'), own(GAME_FIELD)];
  if (typeof url !== 'string' || (game !== undefined && typeof game !== 'string')) {
    throw new Failure('bad_request', SHAPES);
  }
  return { url, game };
}

/** A file may come without a name (RFC 7578 4.2): then its type tells it from text. */
const isPartAFile = (_field?: string, type?: string, filename?: string): boolean =>
  filename !== undefined || type === 'application/octet-stream' || (type ?? '').startsWith('image/');

function openForm(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS, isPartAFile });
  } catch (cause) {
    throw new Failure('bad_request', 'The form names no usable boundary.', { cause });
  }
}

interface Parts {
  files: { name: string | undefined; bytes: Buffer }[];
  texts: Set<string>;
}

/** The one file of a form. @throws Failure bad_request that says what is wrong with the parts */
function onlyPhoto({ files, texts }: Parts): Buffer {
  const refused = (message: string) => new Failure('bad_request', message);
  const [first, second] = files;
  if (second !== undefined) throw refused(TWO_FILES);
  if (first === undefined && texts.has(FIELD)) {
    throw refused(`The field ${FIELD} is text: give its part a file name, or a type such as image/jpeg.`);
  }
  if (first === undefined) throw refused(`The form has no file: send one in the field ${FIELD}.`);
  if (first.name === FIELD) return first.bytes;
  const place = first.name ? `in the field ${JSON.stringify(first.name)}` : 'in a part without a name';
  throw refused(`The file is ${place}: send it in the field ${FIELD}.`);
}

async function photoInForm(body: Buffer, contentType: string): Promise<SentPhoto> {
  const form = openForm(contentType);
  const parts: Parts = { files: [], texts: new Set() };
  let game: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (message: string, cause?: unknown) => reject(new Failure('bad_request', message, { cause }));
      const broken = (cause: unknown) => fail('The form is cut short or broken.', cause);
      timer = setTimeout(broken, FORM_LIMIT_MS, undefined);
      form.on('filesLimit', () => fail(TWO_FILES));
      for (const limit of ['partsLimit', 'fieldsLimit'] as const) form.on(limit, () => fail(MANY_PARTS));
      form.on('file', (name: string, stream: BusboyFileStream) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('limit', () => reject(new Failure('payload_too_large', 'The image may have at most 10 MB.')));
        stream.on('error', broken);
        stream.on('end', () => parts.files.push({ name, bytes: Buffer.concat(chunks) }));
      });
      form.on('field', (name: string, text: string) => {
        parts.texts.add(name);
        if (name === GAME_FIELD) game = text;
      });
      form.on('error', broken);
      form.on('finish', resolve);
      form.end(body);
    });
  } finally {
    clearTimeout(timer);
  }
  return { photo: onlyPhoto(parts), game };
}
