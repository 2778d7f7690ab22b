/** Upstream documents from strings, for tests of the adapters. */
import { Outage, type Read, type ReadOptions, wholeDocument } from '../../../src/upstream/document.ts';

export interface Asked {
  url: string;
  options: ReadOptions | undefined;
}

/** Answers from `documents` (a value is sent as JSON, a string or bytes as they are) and keeps what was asked. */
export function memoryRead(documents: Record<string, unknown>): { read: Read; asked: Asked[] } {
  const asked: Asked[] = [];
  const read: Read = async (url, options) => {
    asked.push({ url, options });
    if (!(url in documents)) throw new Outage(`${url} does not exist`, { status: 404 });
    const value = documents[url];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const bytes = value instanceof Uint8Array ? value : Buffer.from(text);
    return wholeDocument(url, [bytes], null, undefined);
  };
  return { read, asked };
}
