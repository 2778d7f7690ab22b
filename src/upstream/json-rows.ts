/** Streams the rows of a JSON document, so that one of 30 MB never stands in memory as a whole. */
import { JSONParser } from '@streamparser/json';
import { Outage, type UpstreamDocument } from './document.ts';

/** The top-level fields of a document beside its rows. */
export type DocumentHead = Record<string, unknown>;

/** A document of at most this size is parsed in one go, which is five times as quick as the stream. */
const WHOLE_BYTES_MAX = 256 * 1024;

type OnRow = (row: unknown) => void;

/**
 * Calls `onRow` for each element of the document's array: the document itself (`key` null) or its field `key`.
 * Returns the other top-level fields.
 * @throws Outage when the text is no JSON, is cut short, or holds no such array
 */
export async function forEachRow(document: UpstreamDocument, key: string | null, onRow: OnRow): Promise<DocumentHead> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let stream: ReturnType<typeof rowStream> | undefined;
  for await (const chunk of document.body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= WHOLE_BYTES_MAX) continue;
    stream ??= rowStream(document.url, key, onRow);
    for (const part of chunks.splice(0)) stream.write(part);
  }
  return stream ? stream.end() : rowsOfWhole(document.url, key, parseJson(document.url, textOf(chunks)), onRow);
}

/** @throws Outage */
const noSuchList = (url: string, key: string | null) =>
  new Outage(`${url} holds no list ${key === null ? 'of rows' : `"${key}"`}`);

function rowsOfWhole(url: string, key: string | null, whole: unknown, onRow: OnRow): DocumentHead {
  const isObject = typeof whole === 'object' && whole !== null;
  const { [key ?? '']: list, ...head } = isObject ? (whole as DocumentHead) : {};
  const rows = key === null ? whole : list;
  if (!Array.isArray(rows)) throw noSuchList(url, key);
  for (const row of rows) onRow(row);
  return key === null ? {} : head;
}

function rowStream(url: string, key: string | null, onRow: OnRow) {
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
  const check = () => {
    if (failure) throw new Outage(`${url} is not whole JSON: ${(failure as Error).message}`, { cause: failure });
  };
  return {
    write: (chunk: Uint8Array) => {
      parser.write(chunk);
      check();
    },
    end: (): DocumentHead => {
      if (!parser.isEnded) parser.end();
      check();
      if (!found) throw noSuchList(url, key);
      return head;
    },
  };
}

/**
 * The whole document as one JSON value, for documents that are small.
 * @throws Outage when the text is no JSON
 */
export async function readJson(document: UpstreamDocument): Promise<unknown> {
  return parseJson(document.url, await readText(document));
}

/** The whole document as text. */
export async function readText(document: UpstreamDocument): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document.body) chunks.push(chunk);
  return textOf(chunks);
}

const textOf = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString('utf8');

/** @throws Outage */
function parseJson(url: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Outage(`${url} is not whole JSON: ${(error as Error).message.slice(0, 120)}`, { cause: error });
  }
}
