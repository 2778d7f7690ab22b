/** Files that hold hashes of keys and sealed secrets: their owner's alone, as backups are. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileTrouble, OperatorFailure } from '../../failure.ts';

const PRIVATE = 0o600;
const OTHERS = 0o077;

/**
 * Makes the folder and those above it. Node's own way never ends where a system has none of that name and makes none, as
 * below /proc and where disks are mounted when they are asked for.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process that begins now may have made it.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes the file, if it is not there, before anything is in it: what SQLite lays beside it takes its mode. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE));
  keepPrivate(path);
}

/** Takes a file that is there from others; until 0.1.0 the store was made for everybody to read. */
export function keepPrivate(path: string): void {
  try {
    if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, PRIVATE);
  } catch (error) {
    // Another process may take it away in that moment; whoever does not own it, or has it on a disk that is read-only, can use it all the same.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(code)) throw error;
  }
}

/** What writes beside `path` under a name of its own, in full and on the disk, and then puts that in place. */
function writeBeside(path: string, text: string, put: (written: string) => void): void {
  makeFolder(dirname(path));
  const written = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(written, text, { mode: PRIVATE, flag: 'wx', flush: true });
    put(written);
  } finally {
    rmSync(written, { force: true });
  }
  syncFolder(dirname(path));
}

/** Puts what is written in full beside `path` in its place, once it is on the disk. */
export function putInPlace(written: string, path: string): void {
  sync(written);
  renameSync(written, path);
  syncFolder(dirname(path));
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Not every system opens folders, and not every file system takes this: the file itself is on the disk by then. */
function syncFolder(path: string): void {
  try {
    sync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(code)) throw error;
  }
}

/** Writes a file of its owner's alone; whatever happens meanwhile, the old one is there whole or the new one. */
export const replacePrivate = (path: string, text: string): void =>
  writeBeside(path, text, (written) => renameSync(written, path));

/** Writes it where there is none: of two processes that begin at once, the first one's stays. */
export const createPrivate = (path: string, text: string): void =>
  writeBeside(path, text, (written) => {
    try {
      linkSync(written, path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return;
      // File systems without links have one name a file.
      if (!existsSync(path)) renameSync(written, path);
    }
  });

/** What such a file says. @throws OperatorFailure that names it where it cannot be read */
export function readPrivate(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new OperatorFailure(`${path} cannot be read: ${fileTrouble(error)}`);
  }
}

/** Whether others than its owner may read or write the file. */
export const isShared = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0;
