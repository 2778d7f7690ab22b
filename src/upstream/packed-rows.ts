/** Rows of a file that comes packed or not, as JSON lines or as one array, without ever standing in memory as a whole. */
import { jsonValue } from '../catalog/words/json-value.ts';
import { Outage, type UpstreamDocument } from './document.ts';
import { forEachRow } from './json-rows.ts';
import { begun, textBytes } from './text-bytes.ts';

/** A record of a card has 5 kB, the longest 30: a line beyond this is no record. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
const BLANK = /^\s*$/;

/**
 * Calls `onRow` for each row of a document that was asked for `packed`: lines are told from an array by the first bytes.
 * @throws Outage when a row is no JSON, or the document is cut short or damaged
 */
export async function forEachPackedRow(document: UpstreamDocument, onRow: (row: unknown) => void): Promise<void> {
  const { url } = document;
  const { head, body } = await begun(textBytes(document));
  if (head.length === 0) throw new Outage(`${url} is empty`);
  const isArray = /^\s*\[/.test(head.toString('latin1'));
  if (isArray) await forEachRow({ ...document, body }, null, onRow);
  else await forEachLine(url, body, onRow);
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

function parsed(url: string, count: number, line: string): unknown {
  try {
    return jsonValue(line);
  } catch (error) {
    throw new Outage(`${url}: record ${count} is no JSON: ${(error as Error).message.slice(0, 120)}`, { cause: error });
  }
}
