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
import type { GameLists } from './index-data.ts';

/**
 * To be raised with every change of what is built from the same rows: a file of another form is not read. A test holds the
 * form to what it builds.
 */
export const INDEX_FORM = 1;

const PRIVATE = 0o600;
/** Arrays begin where every kind of them may. */
const ALIGNED = 8;
const HEAD_BYTES = 16;

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array };
type Kind = keyof typeof KINDS;

/** An array of the file: its kind, where it begins, and its length. */
type Place = [kind: Kind, at: number, length: number];

export interface KeptLists {
  /**
   * The lists of a game as they were kept for `key`; undefined where there are none, others, or damaged ones. `isShared` where
   * they are to be shared with other threads.
   */
  read(game: string, key: string, isShared: boolean): GameLists | undefined;
  write(game: string, key: string, lists: GameLists): void;
  /** Removes what is kept of other games. */
  keepOnly(games: readonly string[]): void;
}

/** What is kept in a folder. A file that cannot be written is none: the index is built anew, as it would be without. */
export function keptLists(folder: string): KeptLists {
  const nameOf = (game: string) => `search-${encodeURIComponent(game)}.index`;
  return {
    read: (game, key, isShared) => {
      try {
        return unpack(readAll(join(folder, nameOf(game)), isShared), key);
      } catch {
        return undefined;
      }
    },
    write: (game, key, lists) => {
      const path = join(folder, nameOf(game));
      const ownPath = `${path}.${process.pid}`;
      try {
        writeAll(ownPath, pack(lists, key));
        renameSync(ownPath, path);
      } catch {
        if (existsSync(ownPath)) rmSync(ownPath, { force: true });
      }
    },
    keepOnly: (games) => {
      const names = new Set(games.map(nameOf));
      // What a process that was killed was writing is among them.
      try {
        for (const name of readdirSync(folder)) {
          if (/^search-.*\.index(\.\d+)?$/.test(name) && !names.has(name)) rmSync(join(folder, name), { force: true });
        }
      } catch {
        // What cannot be read or removed is never read as an index either.
      }
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

/** The parts of a file: lengths and checksum, what tells the form as JSON, and the arrays end to end. */
function pack(lists: GameLists, key: string): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  let at = 0;
  const form = JSON.stringify({ key, lists }, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const place = [value.constructor.name, at, value.byteLength];
    arrays.push(bytes, new Uint8Array(gapBehind(bytes.length)));
    at += bytes.length + gapBehind(bytes.length);
    return { place };
  });
  const text = Buffer.from(form);
  const body = [text, new Uint8Array(gapBehind(text.length)), ...arrays];
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(
    body.reduce<number>((sum, part) => crc32(part, sum), 0),
    0,
  );
  head.writeUInt32LE(text.length, 4);
  return [head, ...body];
}

/** The arrays are views of one buffer, which moves to another thread as one. */
function unpack(file: Buffer, key: string): GameLists | undefined {
  const textBytes = file.readUInt32LE(4);
  if (crc32(file.subarray(HEAD_BYTES)) !== file.readUInt32LE(0)) return undefined;
  const text = file.toString('utf8', HEAD_BYTES, HEAD_BYTES + textBytes);
  const begin = HEAD_BYTES + textBytes + gapBehind(textBytes);
  const kept = JSON.parse(text, (_, value: { place?: Place } | null) => {
    if (value === null || typeof value !== 'object' || value.place === undefined) return value;
    const [kind, at, bytes] = value.place;
    return new KINDS[kind](file.buffer as ArrayBuffer, begin + at, bytes / KINDS[kind].BYTES_PER_ELEMENT);
  }) as { key: string; lists: GameLists };
  return kept.key === key ? kept.lists : undefined;
}

const gapBehind = (bytes: number): number => -bytes & (ALIGNED - 1);
