/** Reads upstream documents by `http(s):`, `file:` and `demo:` address: the one place where the outside is called. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Outage, type Read, type ReadOptions, type UpstreamDocument, wholeDocument } from './document.ts';
import { httpReader, type Manners } from './http-reader.ts';
import { requireRoom, sizeLimit } from './size-limit.ts';

/** The text of a built-in document, undefined where there is none. */
export type DemoDocument = (path: string, body: string | undefined) => string | undefined;

export interface Reader {
  read: Read;
  close(): Promise<void>;
}

const etagOf = (bytes: Uint8Array) => `"${createHash('sha1').update(bytes).digest('base64url')}"`;

async function readFileDocument(
  url: string,
  { etag, bytesMax }: ReadOptions,
  memoryMb: number | undefined,
): Promise<UpstreamDocument> {
  try {
    const path = fileURLToPath(url);
    requireRoom(url, (await stat(path)).size, sizeLimit(memoryMb, bytesMax));
    const bytes = await readFile(path);
    return wholeDocument(url, [bytes], etagOf(bytes), etag);
  } catch (error) {
    if (error instanceof Outage) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Outage(`${url} cannot be read: ${message}`, { cause: error, ...(code === 'ENOENT' && { status: 404 }) });
  }
}

/** Opens a reader with its own connections; `demo` answers `demo:` addresses. */
export function openReader(manners: Manners, demo: DemoDocument): Reader {
  const http = httpReader(manners);
  return {
    close: http.close,
    read: async (url, options = {}) => {
      if (url.startsWith('file:')) return readFileDocument(url, options, manners.memoryMb);
      if (!url.startsWith('demo:')) return http.read(url, options);
      const text = demo(url.slice('demo:'.length), options.body);
      if (text === undefined) throw new Outage(`${url} does not exist`, { status: 404 });
      const bytes = Buffer.from(text);
      return wholeDocument(url, [bytes], etagOf(bytes), options.etag);
    },
  };
}
