/** The text of a document as bytes, whatever it came in: packed without a word of it, or behind a byte order mark. */
import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Outage, Unreadable, type UpstreamDocument } from './document.ts';

/** Text of records is packed to a tenth; what unpacks to more than this many times its size is made to fill the memory. */
const UNPACKED_TIMES_MAX = 50;
const UNPACKED_BYTES_ANYWAY = 64 * 1024 * 1024;
/** Enough to tell gzip from text, and lines from an array behind blanks. */
const HEAD_BYTES = 64;

/** What a body begins with, enough to tell what it is, and the body with it. */
export async function begun(body: AsyncIterable<Uint8Array>) {
  const rest = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES; ) {
    const next = await rest.next();
    if (next.done) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(first.map((chunk) => chunk.subarray(0, HEAD_BYTES)));
  const resumed = async function* () {
    // Dropped as they are handed over: a file comes as one piece of any size.
    for (let chunk = first.shift(); chunk; chunk = first.shift()) yield chunk;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  return { head, body: resumed() };
}

/**
 * The document's text: gzip is told by its first bytes, whatever the headers said, and a byte order mark is no text.
 * @throws Outage where it cannot be unpacked, unpacks to far more than its size, or is of another encoding than UTF-8
 */
export async function* textBytes(document: UpstreamDocument): AsyncGenerator<Uint8Array> {
  let cut: Uint8Array = new Uint8Array();
  for await (const chunk of unpackedBytes(document)) {
    const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk]);
    // A sign may go on in the next piece: those behind the last ASCII wait for it.
    let whole = bytes.length;
    while (whole > 0 && (bytes[whole - 1] ?? 0) > ASCII_MAX) whole -= 1;
    const isText = isUtf8(bytes.subarray(0, whole)) && bytes.length - whole < WAITING_BYTES_MAX;
    // Decoded all the same, each such byte would be a sign of its own in some name, which nobody is told.
    if (!isText) throw new Unreadable(`${document.url} is not UTF-8`);
    // Copied: a file comes as one chunk, which would stay in memory for the little that is left of it.
    cut = Buffer.from(bytes.subarray(whole));
    yield bytes.subarray(0, whole);
  }
  if (!isUtf8(cut)) throw new Unreadable(`${document.url} is not UTF-8`);
  yield cut;
}

const ASCII_MAX = 0x7f;
/** No record of whatever language goes so long without a quote, a blank or a digit. */
const WAITING_BYTES_MAX = 64 * 1024;

/** The bytes of what may be packed, without a byte order mark. @throws Outage where they cannot be unpacked */
export async function* unpackedBytes({ url, body }: Pick<UpstreamDocument, 'url' | 'body'>) {
  let packedBytes = 0;
  let bytes = 0;
  const { head, body: whole } = await begun(body);
  if (head.length === 0) return;
  const counted = async function* () {
    for await (const chunk of whole) {
      packedBytes += chunk.length;
      yield chunk;
    }
  };
  if (!isGzip(head)) {
    yield* withoutMark(whole);
    return;
  }
  // `pipeline` hands what goes wrong on to the reader of the unpacked side.
  const text = pipeline(Readable.from(counted()), createGunzip(), () => undefined);
  try {
    for await (const chunk of withoutMark(text as AsyncIterable<Uint8Array>)) {
      bytes += chunk.length;
      if (bytes > UNPACKED_BYTES_ANYWAY + packedBytes * UNPACKED_TIMES_MAX) {
        throw new Outage(`${url} unpacks to more than ${UNPACKED_TIMES_MAX} times its size`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Outage) throw error;
    throw new Unreadable(`${url} cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}

export const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b;

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* withoutMark(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, body: whole } = await begun(body);
  let left = head.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  for await (const chunk of whole) {
    const cut = Math.min(left, chunk.length);
    left -= cut;
    yield cut === 0 ? chunk : chunk.subarray(cut);
  }
}
