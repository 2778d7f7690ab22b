/** An embedded store whose disk takes nothing, read from a copy elsewhere: reads go on, and nothing is recorded. */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { cursorSecret } from '../meta.ts';
import type { Store, StoreLocation, StoreUnwritable } from '../store.ts';
import { freeBytesIn } from './sqlite.ts';

/** Without its log a store that was not closed lacks its last commits. */
const FILES = ['cardstock.db', 'cardstock.db-wal'];

/**
 * Copies the store of `dataDir` to where programs keep what is theirs for a while; closing it removes the copy.
 * @throws `refusal`, which its writes throw too, when there is no room for it either
 */
export async function openSqliteCopy(
  dataDir: string,
  open: (location: StoreLocation) => Promise<Store>,
  refusal: StoreUnwritable,
) {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-copy-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    for (const name of FILES) {
      const isThere = statSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile();
      if (isThere) copyFileSync(join(dataDir, name), join(place, name));
    }
    const copy = await open({ dataDir: place });
    // One that was never served has none yet, and reads need it.
    await cursorSecret(copy);
    copy.faults.note(new Database.SqliteError(refusal.message, 'SQLITE_CANTOPEN'));
    const refuse = () => Promise.reject(refusal);
    const close = () => copy.close().finally(remove);
    const store: Store = { ...copy, freeBytes: () => freeBytesIn(dataDir), write: refuse, close };
    return { store, dataDir: place };
  } catch {
    remove();
    throw refusal;
  }
}
