/** Streams the rows of a JSON document, so that one of 30 MB never stands in memory as a whole. */
import { JSONParser } from '@streamparser/json';
import { Outage, type UpstreamDocument } from './document.ts';

/** The top-level fields of a document beside its rows. */
export type DocumentHead = Record<string, unknown>;

/**
 * Calls `onRow` for each element of the document's array: the document itself (`key` null) or its field `key`.
 * Returns the other top-level fields.
 * @throws Outage when the text is no JSON, is cut short, or holds no such array
 */
export async function forEachRow(
  document: UpstreamDocument,
  key: string | null,
  onRow: (row: unknown) => void,
): Promise<DocumentHead> {
  const head: DocumentHead = {};
  let found = false;
  let failure: unknown;
  const parser = new JSONParser({ paths: key === null ? ['$.*', '$'] : [`$.${key}.*`, '$.*'], keepStack: false });
  parser.onError = (error) => {
    failure ??= error;
  };
  parser.onValue = ({ value, key: name, parent, stack }) => {
    const depth = stack.length;
    if (depth === 0 || (depth === 1 && name === key)) found = Array.isArray(value);
    else if (depth === 1 && key !== null) head[String(name)] = value;
    else if (Array.isArray(parent) && typeof name === 'number') {
      // The parser keeps what it has emitted until the array ends.
      parent[name] = null;
      onRow(value);
    }
  };
  for await (const chunk of document.body) {
    parser.write(chunk);
    if (failure) break;
  }
  if (!failure && !parser.isEnded) parser.end();
  if (failure) throw new Outage(`${document.url} is not whole JSON: ${(failure as Error).message}`, { cause: failure });
  if (!found) throw new Outage(`${document.url} holds no list ${key === null ? 'of rows' : `"${key}"`}`);
  return head;
}

/**
 * The whole document as one JSON value, for documents that are small.
 * @throws Outage when the text is no JSON
 */
export async function readJson(document: UpstreamDocument): Promise<unknown> {
  const text = await readText(document);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Outage(`${document.url} is not JSON: ${(error as Error).message.slice(0, 120)}`, { cause: error });
  }
}

/** The whole document as text. */
export async function readText(document: UpstreamDocument): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
