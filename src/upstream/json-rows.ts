/** Streams the rows of a JSON document, so that one of 30 MB never stands in memory as a whole. */
import { jsonValue } from '../catalog/words/json-value.ts';
import { Unreadable, type UpstreamDocument } from './document.ts';
import { RowScanner } from './row-scanner.ts';
import { requireRoom } from './size-limit.ts';
import { textBytes } from './text-bytes.ts';

/** The top-level fields of a document beside its rows. */
export type DocumentHead = Record<string, unknown>;

/**
 * Calls `onRow` for each element of the document's array: the document itself (`key` null) or its field `key`.
 * Returns the other top-level fields.
 * @throws Outage when the text is no JSON, is cut short, or holds no such array, or a row is more than may stand in memory
 */
export async function forEachRow(
  document: UpstreamDocument,
  key: string | null,
  onRow: (row: unknown) => void,
): Promise<DocumentHead> {
  const { url, together } = document;
  const scanner = new RowScanner(key, (text) => {
    for (const row of parseJson(url, text) as unknown[]) onRow(row);
  });
  for await (const chunk of textBytes(document)) {
    scanner.take(chunk);
    if (together) requireRoom(`a part of ${url}`, scanner.keptBytes, together);
  }
  // The document without its rows: what is wrong outside of them is found here.
  const rest = parseJson(url, scanner.frame);
  const isObject = typeof rest === 'object' && rest !== null;
  const { [key ?? '']: list, ...head } = isObject ? (rest as DocumentHead) : {};
  const found = key === null ? rest : list;
  const name = key === null ? 'of rows' : `"${key}"`;
  if (!Array.isArray(found)) throw new Unreadable(`${url} holds no list ${name}`);
  // A name may be given twice, or spelled with escapes, which the scanner reads past.
  if (scanner.lists !== 1 || found.length > 0)
    throw new Unreadable(`${url} does not name its list ${name} plainly, once`);
  return key === null ? {} : head;
}

/**
 * The whole document as one JSON value, for documents that are small.
 * @throws Outage when the text is no JSON
 */
export async function readJson(document: UpstreamDocument): Promise<unknown> {
  return parseJson(document.url, await readText(document));
}

/** @throws Outage when it is more than may stand in memory together */
export async function readText(document: UpstreamDocument): Promise<string> {
  const { url, together } = document;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of textBytes(document)) {
    bytes += chunk.length;
    if (together) requireRoom(url, bytes, together);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(url: string, text: string): unknown {
  try {
    return jsonValue(text);
  } catch (error) {
    throw new Unreadable(`${url} is not whole JSON: ${(error as Error).message.slice(0, 120)}`, { cause: error });
  }
}
