/** Reads upstream documents by `http(s):`, `file:` and `demo:` address: the one place where the outside is called. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fileTrouble } from '../failure.ts';
import { Outage, type Read, type ReadOptions, wholeDocument } from './document.ts';
import { type CrawlPolicy, httpReader } from './http-reader.ts';
import { requireRoom, sizeLimit, togetherLimit } from './size-limit.ts';

/** The text of a built-in document, undefined where there is none. */
export type DemoDocument = (path: string, body: string | undefined) => string | undefined;

export interface Reader {
  read: Read;
  close(): Promise<void>;
}

/** At a time: a file of any length is never in memory as a whole. */
const PIECE_BYTES = 256 * 1024;

const etagOf = (bytes: Uint8Array) => `"${createHash('sha1').update(bytes).digest('base64url')}"`;

/** Opened by whoever reads it: a file that nobody reads is not. */
async function* piecesOf(url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(fileURLToPath(url), { highWaterMark: PIECE_BYTES });
  } catch (error) {
    throw unreadable(url, error);
  }
}

function unreadable(url: string, error: unknown): Outage {
  const { code } = error as NodeJS.ErrnoException;
  return new Outage(`${url} cannot be read: ${fileTrouble(error)}`, {
    cause: error,
    ...(code === 'ENOENT' && { status: 404 }),
  });
}

async function etagOfFile(url: string): Promise<string> {
  const digest = createHash('sha1');
  for await (const piece of piecesOf(url)) digest.update(piece);
  return `"${digest.digest('base64url')}"`;
}

async function readFileDocument(url: string, { etag, bytesMax }: ReadOptions, memoryMb: number | undefined) {
  try {
    requireRoom(url, (await stat(fileURLToPath(url))).size, sizeLimit(memoryMb, bytesMax));
    const tag = await etagOfFile(url);
    const unchanged = tag === etag;
    const body = unchanged ? wholeDocument(url, [], tag, tag).body : piecesOf(url);
    return { url, unchanged, etag: tag, body, together: togetherLimit(memoryMb) };
  } catch (error) {
    throw error instanceof Outage ? error : unreadable(url, error);
  }
}

/** Opens a reader with its own connections; `demo` answers `demo:` addresses. */
export function openReader(crawlPolicy: CrawlPolicy, demo: DemoDocument): Reader {
  const http = httpReader(crawlPolicy);
  return {
    close: http.close,
    read: async (url, options = {}) => {
      if (url.startsWith('file:')) return readFileDocument(url, options, crawlPolicy.memoryMb);
      if (!url.startsWith('demo:')) return http.read(url, options);
      const text = demo(url.slice('demo:'.length), options.body);
      if (text === undefined) throw new Outage(`${url} does not exist`, { status: 404 });
      const bytes = Buffer.from(text);
      return wholeDocument(url, [bytes], etagOf(bytes), options.etag);
    },
  };
}
