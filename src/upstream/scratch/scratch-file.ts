/** Bytes that a run puts by: a few in memory, what comes after them in a file without a name, which goes when its process does. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The whole English catalog's largest document has 28 MB; nearly all others fit. */
const KEPT_BYTES = 8 * 1024 * 1024;

let folder: string | undefined;
let onElsewhere: (cause: unknown) => void = () => undefined;

/**
 * Where this thread's files are made. A container's /tmp may be memory; the store's own folder has room for a catalog.
 * @param tell called once, where that folder takes none and /tmp has to do
 */
export function keepScratchIn(directory: string, tell: (cause: unknown) => void): void {
  folder = directory;
  onElsewhere = tell;
}

const openFiles = new FinalizationRegistry<number>(closeSync);

function openIn(directory: string): number {
  const path = join(directory, `.cardstock-${randomUUID()}.tmp`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

/** In the folder of the store where that can be written to: on PostgreSQL there may be none. */
function openScratch(): number {
  if (folder === undefined) return openIn(tmpdir());
  try {
    return openIn(folder);
  } catch (cause) {
    onElsewhere(cause);
    folder = undefined;
    return openIn(tmpdir());
  }
}

/** The disk takes no more of what is put by, which is no fault of who is read from: asking again does not help. */
export class ScratchFault extends Error {}

interface Laid {
  at: number;
  length: number;
}

/** Pieces of bytes, by the number under which each was put by. */
export class Scratch {
  readonly #pieces: (Uint8Array | Laid | undefined)[] = [];
  #file: number | undefined;
  #keptBytes = 0;
  #fileBytes = 0;

  /** Keeps a piece as it is: nobody may change it. Returns its number. */
  add(bytes: Uint8Array): number {
    if (this.#keptBytes + bytes.length <= KEPT_BYTES) {
      this.#keptBytes += bytes.length;
      return this.#pieces.push(bytes) - 1;
    }
    try {
      return this.#pieces.push(this.#lay(bytes)) - 1;
    } catch (cause) {
      throw new ScratchFault('what a run puts by could not be written', { cause });
    }
  }

  #lay(bytes: Uint8Array): Laid {
    if (this.#file === undefined) {
      this.#file = openScratch();
      openFiles.register(this, this.#file, this);
    }
    const at = this.#fileBytes;
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
    this.#fileBytes += bytes.length;
    return { at, length: bytes.length };
  }

  piece(number: number): Uint8Array {
    const piece = this.#pieces[number];
    if (piece === undefined) throw new Error('a piece was read that is gone');
    if (piece instanceof Uint8Array) return piece;
    const bytes = Buffer.allocUnsafeSlow(piece.length);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#file ?? -1, bytes, done, bytes.length - done, piece.at + done);
      if (read === 0) throw new Error('a file of this run was cut short');
      done += read;
    }
    return bytes;
  }

  /** All pieces in their order, each forgotten as it is handed over; the file goes with the last. */
  async *drained(): AsyncGenerator<Uint8Array> {
    try {
      for (let number = 0; number < this.#pieces.length; number += 1) {
        const piece = this.piece(number);
        this.#pieces[number] = undefined;
        yield piece;
      }
    } finally {
      this.close();
    }
  }

  close(): void {
    if (this.#file === undefined) return;
    openFiles.unregister(this);
    closeSync(this.#file);
    this.#file = undefined;
  }
}
