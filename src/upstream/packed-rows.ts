/** Rows of a file that comes packed or not, as JSON lines or as one array, without ever standing in memory as a whole. */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Outage, type UpstreamDocument } from './document.ts';
import { forEachRow } from './json-rows.ts';

/** A record of a card has 5 kB, the longest 30: a line beyond this is no record. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;
/** Text of records is packed to a tenth; what unpacks to more than this many times its size is made to fill the memory. */
const UNPACKED_TIMES_MAX = 50;
const UNPACKED_BYTES_ANYWAY = 64 * 1024 * 1024;
/** Enough to tell gzip from text, and lines from an array behind blanks. */
const HEAD_BYTES = 64;
const NEWLINE = 0x0a;
const BLANK = /^\s*$/;

/**
 * Calls `onRow` for each row of a document that was asked for `packed`: gzip is told by its first bytes, whatever the
 * headers said, and so are lines from an array.
 * @throws Outage when a row is no JSON, or the document is cut short or damaged
 */
export async function forEachPackedRow(document: UpstreamDocument, onRow: (row: unknown) => void): Promise<void> {
  const { url } = document;
  const { head, body } = await begun(unpacked(document));
  if (head.length === 0) throw new Outage(`${url} is empty`);
  const isArray = /^\s*\[/.test(head.toString('latin1'));
  if (isArray) await forEachRow({ ...document, body }, null, onRow);
  else await forEachLine(url, body, onRow);
}

/** What a body begins with, enough to tell what it is, and the body with it. */
async function begun(body: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; body: AsyncIterable<Uint8Array> }> {
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

/** The document's text. */
async function* unpacked({ url, body }: UpstreamDocument): AsyncGenerator<Uint8Array> {
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
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  // `pipeline` hands what goes wrong on to the reader of the unpacked side.
  const text = pipeline(Readable.from(counted()), isGzip ? createGunzip() : new PassThrough(), () => undefined);
  try {
    for await (const chunk of text as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > UNPACKED_BYTES_ANYWAY + packedBytes * UNPACKED_TIMES_MAX) {
        throw new Outage(`${url} unpacks to more than ${UNPACKED_TIMES_MAX} times its size`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Outage) throw error;
    throw new Outage(`${url} cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}

async function forEachLine(url: string, body: AsyncIterable<Uint8Array>, onRow: (row: unknown) => void): Promise<void> {
  let rest = Buffer.alloc(0);
  let count = 0;
  const take = (line: string) => {
    if (BLANK.test(line)) return;
    count += 1;
    onRow(parsed(url, count, line));
  };
  for await (const chunk of body) {
    const piece =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      take(piece.toString('utf8', start, end));
      start = end + 1;
    }
    rest = Buffer.from(piece.subarray(start));
    if (rest.length > LINE_BYTES_MAX) throw new Outage(`${url} holds a line of more than ${LINE_BYTES_MAX} bytes`);
  }
  take(rest.toString('utf8'));
}

/** @throws Outage */
function parsed(url: string, count: number, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Outage(`${url}: record ${count} is no JSON: ${(error as Error).message.slice(0, 120)}`, { cause: error });
  }
}
