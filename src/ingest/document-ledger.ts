/** Notes what each document was that a run reads prices from, and puts its bytes by where they are to be kept. */
import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { withoutCredentials } from '../failure.ts';
import {
  deleteOlderDocuments,
  type KeepingSource,
  putSourceDocuments,
  type SourceDocument,
} from '../store/sources/source-documents.ts';
import type { Writes } from '../store/store.ts';
import type { Read, UpstreamDocument } from '../upstream/document.ts';

export function documentLedger(source: KeepingSource, read: Read, now: () => Date) {
  /** Those read to their end, in their order. */
  let came: Omit<SourceDocument, 'observed_on' | 'products'>[] = [];
  /** Where in them the one of an address stands, once that is asked for. */
  let places: Map<string, number> | undefined;
  let noted = new Map<string, SourceDocument>();
  const isKept = source.keepMs !== undefined;

  async function* digested({ url, body }: UpstreamDocument): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    const pieces: Uint8Array[] = [];
    for await (const piece of body) {
      hash.update(piece);
      if (isKept) pieces.push(piece);
      yield piece;
    }
    came.push({
      ...{ address: withoutCredentials(url), sha256: hash.digest('hex'), read_at: now().toISOString() },
      packed: isKept ? zstdCompressSync(Buffer.concat(pieces)) : undefined,
    });
  }

  const readNoting: Read = async (url, options) => {
    const document = await read(url, options);
    return document.unchanged ? document : { ...document, body: digested(document) };
  };

  /** Notes the document read last, or that at this place, as one of this day; without `rows` it is all of the day. */
  const note = (observed_on: string, rows?: readonly { product_id: number }[], at = came.length - 1): void => {
    const document = came[at];
    if (document === undefined || rows?.length === 0) return;
    const products = rows?.map(({ product_id }) => product_id) ?? null;
    noted.set(`${observed_on} ${document.sha256} ${document.address}`, { ...document, observed_on, products });
  };

  return {
    read: readNoting,
    /** How many were read since the last time that they were written. */
    count: () => came.length,
    note,
    /** Notes the document that was read at this address, as one of the day whose rows these are. */
    noteAt: (address: string, observed_on: string, rows: readonly { product_id: number }[]): void => {
      places ??= new Map(came.map((document, at) => [document.address, at]));
      note(observed_on, rows, places.get(withoutCredentials(address)) ?? -1);
    },
    /**
     * What is to be written of all that was noted since the last time.
     * @param newestOnly of an address the one read last is known, and those whose bytes are kept
     */
    changes: ({ newestOnly = false } = {}): ((writes: Writes) => Promise<void>) => {
      const written = [...noted.values()];
      [came, places, noted] = [[], undefined, new Map()];
      return async (writes) => {
        if (newestOnly) await deleteOlderDocuments(writes, source, written);
        await putSourceDocuments(writes, source, written, now().getTime());
      };
    },
  };
}
