/** Texts by id, packed in blocks, most of which lie in a file: a million records of 2 kB take 50 MB of memory, most of it their ids. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { TextsById } from '../../catalog/seeds.ts';
import { lengthened } from '../../packed/lists.ts';
import { NumberedIds } from '../../packed/numbered-ids.ts';
import { Scratch } from './scratch-file.ts';

/** A block has some fifty records, which have most of their words in common. */
const BLOCK_BYTES = 128 * 1024;
/** A third of the time of deflate's quickest, both ways. */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** At most so many texts are in a block: a block and the place in it are one whole number. */
const TEXTS_MAX = 1024;

/** A map of texts. Reading them in the order in which they came unpacks every block once. */
export class ScratchTexts implements TextsById {
  readonly #ids = new NumberedIds();
  /** By the number of each id `TEXTS_MAX` times the block that its text is in, and the place there. */
  #places = new Uint32Array(TEXTS_MAX);
  /** Numbers of the ids that were deleted, of which there are few. */
  readonly #gone = new Set<number>();
  #ends: Uint32Array[] = [];
  readonly #packed = new Scratch();
  #open: Buffer[] = [];
  #openBytes = 0;
  #last: { block: number; bytes: Buffer } | undefined;

  get size(): number {
    return this.#ids.length - this.#gone.size;
  }

  has(id: string): boolean {
    return this.#numberOf(id) !== undefined;
  }

  get(id: string): string | undefined {
    const number = this.#numberOf(id);
    if (number === undefined) return undefined;
    const place = this.#places[number] ?? 0;
    const block = Math.floor(place / TEXTS_MAX);
    const at = place % TEXTS_MAX;
    const ends = this.#ends[block];
    if (ends === undefined) return this.#open[at]?.toString('utf8');
    return this.#bytesOf(block).toString('utf8', at === 0 ? 0 : ends[at - 1], ends[at]);
  }

  set(id: string, text: string): this {
    const bytes = Buffer.from(text);
    const number = this.#ids.add(id);
    this.#gone.delete(number);
    if (number >= this.#places.length) this.#places = lengthened(this.#places, 2 * this.#places.length);
    this.#places[number] = this.#ends.length * TEXTS_MAX + this.#open.length;
    this.#open.push(bytes);
    this.#openBytes += bytes.length;
    if (this.#openBytes >= BLOCK_BYTES || this.#open.length === TEXTS_MAX) this.#close();
    return this;
  }

  delete(id: string): boolean {
    const number = this.#numberOf(id);
    if (number !== undefined) this.#gone.add(number);
    return number !== undefined;
  }

  *keys(): Generator<string> {
    for (let number = 0; number < this.#ids.length; number += 1) {
      if (!this.#gone.has(number)) yield this.#ids.idOf(number);
    }
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const id of this.keys()) yield [id, this.get(id) ?? ''];
  }

  #numberOf(id: string): number | undefined {
    const number = this.#ids.numberOf(id);
    return number === undefined || this.#gone.has(number) ? undefined : number;
  }

  #bytesOf(block: number): Buffer {
    if (this.#last?.block !== block) this.#last = { block, bytes: zstdDecompressSync(this.#packed.piece(block)) };
    return this.#last.bytes;
  }

  #close(): void {
    // What is packed is a view of a larger buffer: a copy lets that one go.
    this.#packed.add(Uint8Array.from(zstdCompressSync(Buffer.concat(this.#open), QUICKLY)));
    let end = 0;
    const ends = this.#open.map(({ length }) => (end += length));
    this.#ends.push(Uint32Array.from(ends));
    this.#open = [];
    this.#openBytes = 0;
  }
}
