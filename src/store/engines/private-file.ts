/** Files that hold hashes of keys and sealed secrets: their owner's alone, as backups are. */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

const PRIVATE = 0o600;
const OTHERS = 0o077;

/** Makes the file, if it is not there, before anything is in it: what SQLite lays beside it takes its mode. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE));
  keepPrivate(path);
}

/** Takes a file that is there from others; until 0.1.0 the store was made for everybody to read. */
export function keepPrivate(path: string): void {
  if (!existsSync(path) || (statSync(path).mode & OTHERS) === 0) return;
  try {
    chmodSync(path, PRIVATE);
  } catch (error) {
    // Whoever does not own it, or has it on a disk that is read-only, can use it all the same.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'EROFS'].includes(code)) throw error;
  }
}
