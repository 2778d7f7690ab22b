/** Built indexes in files beside the store, a game each: a start reads them, 0.1 kB a card, instead of building them anew. */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { arrayFile, readArrayFile } from '../../packed/array-file.ts';
import type { GameLists } from '../tables/index-data.ts';

/**
 * To be raised with every change of what is built from the same rows: a file of another form is not read. A test holds the
 * form to what it builds.
 */
export const INDEX_FORM = 6;

const PRIVATE = 0o600;
/** A checksum, in so many bytes that arrays begin where every kind of them may. */
const HEAD_BYTES = 8;

export type IndexFiles = ReturnType<typeof indexFiles>;

/**
 * What is kept in a folder. A file that cannot be read or written is none: the index is built anew, as it would be without,
 * and `onFault` hears why. Beside PostgreSQL there may be no folder, which is no fault: nothing is kept then.
 */
export function indexFiles(folder: string, onFault: (fault: unknown) => void) {
  // With the form: what another release left there is none of ours, and no damage that anybody has to hear of.
  const nameOf = (game: string) => `search-${encodeURIComponent(game)}.${INDEX_FORM}.index`;
  const tried = <Value>(work: () => Value): Value | undefined => {
    try {
      return work();
    } catch (fault) {
      if (existsSync(folder)) onFault(fault);
      return undefined;
    }
  };
  return {
    /**
     * The lists of a game as they were kept for `key`; undefined where there are none, others, or damaged ones. `isShared` where
     * they are to be shared with other threads.
     */
    read: (game: string, key: string, isShared: boolean) => {
      const path = join(folder, nameOf(game));
      return existsSync(path) ? tried(() => unpack(readAll(path, isShared), key)) : undefined;
    },
    write: (game: string, key: string, lists: GameLists) => {
      const path = join(folder, nameOf(game));
      const ownPath = `${path}.${process.pid}`;
      tried(() => {
        try {
          writeAll(ownPath, pack(lists, key));
          renameSync(ownPath, path);
        } finally {
          rmSync(ownPath, { force: true });
        }
      });
    },
    keepOnly: (games: readonly string[]) => {
      const names = new Set(games.map(nameOf));
      // What a process that was killed was writing is among them.
      tried(() => {
        for (const name of readdirSync(folder)) {
          if (/^search-.*\.index(\.\d+)?$/.test(name) && !names.has(name)) rmSync(join(folder, name), { force: true });
        }
      });
    },
  };
}

function writeAll(path: string, parts: readonly Uint8Array[]): void {
  const file = openSync(path, 'w', PRIVATE);
  try {
    for (const part of parts) for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
  } finally {
    closeSync(file);
  }
}

/** Into a buffer of its own, which is given away whole. */
function readAll(path: string, isShared: boolean): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const all = Buffer.from(isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
    for (let at = 0, read = -1; read !== 0; at += read) read = readSync(file, all, at, all.length - at, at);
    return all;
  } finally {
    closeSync(file);
  }
}

function pack(lists: GameLists, key: string): Uint8Array[] {
  const body = arrayFile({ key, lists });
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeBigUInt64LE(BigInt(body.reduce((sum, part) => crc32(part, sum), 0)));
  return [head, ...body];
}

function unpack(file: Buffer, key: string): GameLists | undefined {
  const body = file.subarray(HEAD_BYTES);
  if (BigInt(crc32(body)) !== file.readBigUInt64LE(0)) throw new Error('its checksum is not that of its bytes');
  const kept = readArrayFile(body) as { key: string; lists: GameLists };
  return kept.key === key ? kept.lists : undefined;
}
