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

/** The documents of one run of a source. */
export class DocumentLedger {
  readonly #source: KeepingSource;
  readonly #read: Read;
  readonly #now: () => Date;
  /** Those read to their end, in their order. */
  #came: Omit<SourceDocument, 'observed_on' | 'products'>[] = [];
  /** Where in them the one of an address stands, once that is asked for. */
  #places: Map<string, number> | undefined;
  #noted = new Map<string, SourceDocument>();

  constructor(source: KeepingSource, read: Read, now: () => Date) {
    [this.#source, this.#read, this.#now] = [source, read, now];
  }

  /** How many were read since the last time that they were written. */
  get count(): number {
    return this.#came.length;
  }

  read: Read = async (url, options) => {
    const document = await this.#read(url, options);
    return document.unchanged ? document : { ...document, body: this.#digested(document) };
  };

  async *#digested({ url, body }: UpstreamDocument): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    const pieces: Uint8Array[] = [];
    const isKept = this.#source.keepMs !== undefined;
    for await (const piece of body) {
      hash.update(piece);
      if (isKept) pieces.push(piece);
      yield piece;
    }
    this.#came.push({
      address: withoutCredentials(url),
      sha256: hash.digest('hex'),
      read_at: this.#now().toISOString(),
      packed: isKept ? zstdCompressSync(Buffer.concat(pieces)) : undefined,
    });
  }

  /** Notes the document read last, or that at this place, as one of this day; without `rows` it is all of the day. */
  note(observed_on: string, rows?: readonly { product_id: number }[], at = this.#came.length - 1): void {
    const document = this.#came[at];
    if (document === undefined || rows?.length === 0) return;
    const products = rows?.map(({ product_id }) => product_id) ?? null;
    this.#noted.set(`${observed_on} ${document.sha256} ${document.address}`, { ...document, observed_on, products });
  }

  /** Notes the document that was read at this address, as one of the day whose rows these are. */
  noteAt(address: string, observed_on: string, rows: readonly { product_id: number }[]): void {
    this.#places ??= new Map(this.#came.map((document, at) => [document.address, at]));
    this.note(observed_on, rows, this.#places.get(withoutCredentials(address)) ?? -1);
  }

  /**
   * What is to be written of all that was noted since the last time.
   * @param newestOnly of an address the one read last is known, and those whose bytes are kept
   */
  changes({ newestOnly = false } = {}): (writes: Writes) => Promise<void> {
    const noted = [...this.#noted.values()];
    [this.#came, this.#places, this.#noted] = [[], undefined, new Map()];
    return async (writes) => {
      if (newestOnly) await deleteOlderDocuments(writes, this.#source, noted);
      await putSourceDocuments(writes, this.#source, noted, this.#now().getTime());
    };
  }
}
