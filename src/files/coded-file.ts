/** Writes text into a packed file as it comes, and adds up the digest of its bytes. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { constants, createGzip, createZstdCompress, gzipSync } from 'node:zlib';

/** Of all levels the first is nearest to what CPU can give: the sixth takes twice as long for a fifth of the bytes. */
const GZIP = { level: 1 };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A piece is done with before the next one comes: its bytes may be written over. */
const STREAM = { writableHighWaterMark: 1, chunkSize: 64 * 1024 };
/** In the head of a gzip file stands the system that packed it: equal rows are equal bytes on every one. */
const GZIP_SYSTEM_AT = 9;
const GZIP_SYSTEM_UNKNOWN = 255;

/** What a finished file is. */
export interface Digested {
  bytes: number;
  sha256: string;
}

/** What a gzip file of this text is: packing gives the same bytes in whatever pieces it is handed over. */
export function gzipDigest(text: Buffer): Digested {
  const packed = gzipSync(text, GZIP);
  packed[GZIP_SYSTEM_AT] = GZIP_SYSTEM_UNKNOWN;
  return { bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') };
}

/** Comes back once the disk has all of it, as after a power cut. */
export function sync(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

export class CodedFile {
  readonly #coder;
  readonly #hash = createHash('sha256');
  readonly #file: number;
  #bytes = 0;

  constructor(coding: 'gz' | 'zst', path: string) {
    this.#coder = coding === 'gz' ? createGzip({ ...GZIP, ...STREAM }) : createZstdCompress({ ...ZSTD, ...STREAM });
    this.#file = openSync(path, 'w');
    this.#coder.on('data', (chunk: Buffer) => {
      if (coding === 'gz' && this.#bytes === 0) chunk[GZIP_SYSTEM_AT] = GZIP_SYSTEM_UNKNOWN;
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(this.#file, chunk, at);
      } catch (cause) {
        this.#coder.destroy(cause as Error);
      }
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
    });
  }

  /** Packs a piece; once that is done its bytes are no longer needed. */
  async write(piece: Buffer): Promise<void> {
    if (!this.#coder.write(piece)) await once(this.#coder, 'drain');
  }

  /** @throws what the disk refused */
  async end(): Promise<Digested> {
    this.#coder.end();
    await once(this.#coder, 'end');
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
