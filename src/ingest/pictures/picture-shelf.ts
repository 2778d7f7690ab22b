/** Pictures on the disk, each in one file that is written whole: both renditions, and what is known of where they came from. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PicturePlace } from '../kept-images.ts';
import type { Scaled } from './describe-pictures.ts';

/** Above its limit a shelf is cleared down to so much of it, the longest unused first: not with each picture anew. */
const CLEARED_TO = 0.9;
/** What other processes put there is seen after so long. */
const COUNT_EVERY_MS = 300_000;
/** A picture's last use is noted so often at most. */
const NOTE_USE_MS = 86_400_000;
/** What a killed process left of a picture that it was writing. */
const HALF_WRITTEN = '.half';
const HALF_WRITTEN_MS = 3_600_000;

/** What stands on the shelf for an address: a note, and the picture where there is one. */
export interface ShelvedPicture {
  address: string;
  /** When it was asked last, in UTC. */
  asked_at: string;
  /** Of the answer, as its source tagged it. */
  etag: string | null;
  /** Of the source's bytes; null where there were none to take. */
  digest: string | null;
  /** Tries in a row that failed, and why the last one did. */
  failures: number;
  reason: string | null;
  picture: Scaled | null;
}

interface Fill {
  files: number;
  bytes: number;
}

interface ShelvedFile {
  name: string;
  path: string;
  bytes: number;
  usedMs: number;
}

const nameOf = (address: string): string => createHash('sha256').update(address).digest('hex');

/** The head is its own length in four bytes, and JSON. */
function packed({ picture, ...note }: ShelvedPicture): Buffer {
  const { low = new Uint8Array(), high = new Uint8Array() } = picture ?? {};
  const head = Buffer.from(JSON.stringify({ ...note, bytes: [low.length, high.length] }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, low, high]);
}

/** Undefined where it is no whole file of ours, as after a power cut. */
function unpacked(file: Buffer): ShelvedPicture | undefined {
  try {
    const end = 4 + file.readUInt32LE(0);
    const { bytes, ...note } = JSON.parse(file.toString('utf8', 4, end));
    const [low, high] = bytes as [number, number];
    if (file.length !== end + low + high) return undefined;
    const picture = { low: file.subarray(end, end + low), high: file.subarray(end + low) };
    return { ...note, picture: high === 0 ? null : picture };
  } catch {
    return undefined;
  }
}

const ifThere = <Found>(asked: Promise<Found>): Promise<Found | undefined> =>
  asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const isStale = ({ name, usedMs }: ShelvedFile) => name.endsWith(HALF_WRITTEN) && Date.now() - usedMs > HALF_WRITTEN_MS;

/** The shelf in a folder, which is made with the first picture; several processes may have it open. */
export class PictureShelf {
  readonly folder: string;
  readonly limitBytes: number;
  #fill: Fill | undefined;
  #countedAtMs = 0;
  #clearing: Promise<unknown> | undefined;

  constructor({ folder, limitBytes }: Pick<PicturePlace, 'folder' | 'limitBytes'>) {
    this.folder = folder;
    this.limitBytes = limitBytes;
  }

  async counted(): Promise<Fill> {
    if (this.#fill !== undefined && Date.now() - this.#countedAtMs < COUNT_EVERY_MS) return this.#fill;
    const now: Fill = { files: 0, bytes: 0 };
    for await (const { bytes } of this.#files()) {
      now.files += 1;
      now.bytes += bytes;
    }
    return this.#noteFill(now);
  }

  async read(address: string): Promise<ShelvedPicture | undefined> {
    const file = await ifThere(readFile(this.#pathOf(nameOf(address))));
    const found = file && unpacked(file);
    return found?.address === address ? found : undefined;
  }

  /** Notes that it was served, so that it stays longer than others. */
  async noteUse(address: string): Promise<void> {
    const path = this.#pathOf(nameOf(address));
    const found = await ifThere(stat(path));
    if (found && Date.now() - found.mtimeMs > NOTE_USE_MS) await ifThere(utimes(path, new Date(), new Date()));
  }

  /** @throws Error of the file system, on a full disk for one */
  async write(picture: ShelvedPicture): Promise<void> {
    const name = nameOf(picture.address);
    const path = this.#pathOf(name);
    const fill = await this.counted();
    const before = (await ifThere(stat(path)))?.size;
    const body = packed(picture);
    await mkdir(join(this.folder, name.slice(0, 2)), { recursive: true });
    const half = `${path}.${process.pid}${HALF_WRITTEN}`;
    try {
      await writeFile(half, body);
      await rename(half, path);
    } catch (error) {
      // On a full disk what came of it would stay.
      await rm(half, { force: true });
      throw error;
    }
    if (before === undefined) fill.files += 1;
    fill.bytes += body.length - (before ?? 0);
    if (fill.bytes <= this.limitBytes) return;
    this.#clearing ??= this.#clear(this.limitBytes * CLEARED_TO, isStale).finally(() => {
      this.#clearing = undefined;
    });
    await this.#clearing;
  }

  /** Deletes what no address of `wanted` is kept as, and what has no room. */
  prune(wanted: Iterable<string>, mostBytes = this.limitBytes): Promise<Fill> {
    const names = new Set([...wanted].map(nameOf));
    return this.#clear(mostBytes, (file) => (file.name.endsWith(HALF_WRITTEN) ? isStale(file) : !names.has(file.name)));
  }

  readonly #pathOf = (name: string) => join(this.folder, name.slice(0, 2), name);

  #noteFill(fill: Fill): Fill {
    this.#countedAtMs = Date.now();
    this.#fill = fill;
    return fill;
  }

  async *#files(): AsyncGenerator<ShelvedFile> {
    for (const part of (await ifThere(readdir(this.folder))) ?? []) {
      for (const name of (await ifThere(readdir(join(this.folder, part)))) ?? []) {
        const path = join(this.folder, part, name);
        const found = await ifThere(stat(path));
        if (found) yield { name, path, bytes: found.size, usedMs: found.mtimeMs };
      }
    }
  }

  /** Deletes those that `isLeftOut`, and of the others the longest unused until there is room; says how many, and their bytes. */
  async #clear(mostBytes: number, isLeftOut: (file: ShelvedFile) => boolean): Promise<Fill> {
    const gone: Fill = { files: 0, bytes: 0 };
    const rest: ShelvedFile[] = [];
    const drop = async ({ path, bytes }: ShelvedFile) => {
      await rm(path, { force: true });
      gone.files += 1;
      gone.bytes += bytes;
    };
    for await (const file of this.#files()) {
      if (isLeftOut(file)) await drop(file);
      else rest.push(file);
    }
    const left: Fill = { files: rest.length, bytes: rest.reduce((sum, { bytes }) => sum + bytes, 0) };
    for (const file of rest.sort((a, b) => a.usedMs - b.usedMs)) {
      if (left.bytes <= mostBytes) break;
      await drop(file);
      left.files -= 1;
      left.bytes -= file.bytes;
    }
    this.#noteFill(left);
    return gone;
  }
}
